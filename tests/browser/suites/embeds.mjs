// embed.html: a figure in a frame of another origin, sandboxed or not, and the client that drives it. Each side takes the other for hostile.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';

export function testEmbeds(context) {
  // A page of somebody else, on a server that sends no policy.
  const hold = async (options) => {
    const origin = await context.site.under(null);
    const page = await context.browser.open(`${origin}elements/holder.html`, { width: 800, height: 700, ...options });
    await page.waitFor(() => globalThis.holder !== undefined, { what: 'the holder' });
    return {
      page,
      origin,
      add: (name, src, attributes) => page.evaluate((given) => globalThis.holder.add(...given), [name, src, attributes ?? {}]),
      connect: (name, given = {}) => page.evaluate(([id, more]) => globalThis.holder.connect(id, more), [name, given]),
      call: (name, ...given) => page.evaluate((all) => globalThis.holder.call(...all), [name, ...given]),
      waitForEvent: (name, type, count = 1) =>
        page.waitFor(([id, kind, many]) => (globalThis.heard[id]?.[kind]?.length ?? 0) >= many, {
          args: [[name, type, count]],
          what: `${type} of ${name}`,
          limit: 60_000,
        }),
      eventsOf: (name, type) => page.evaluate(([id, kind]) => globalThis.heard[id]?.[kind] ?? [], [name, type]),
    };
  };
  const embed = (query, root = context.site.url, file = 'embed.html') => `${root}${file}?${query}`;

  const waitInFrame = async (page, condition, what) => {
    for (const end = Date.now() + 40_000; ; ) {
      const value = await page.evaluateInFrame(condition).catch(() => null); // between two pages
      if (value) return value;
      assert.ok(Date.now() < end, `did not come: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  };

  test('a frame: its address has the attributes of the element, and says what is wrong with it', async () => {
    const given = {
      scene: 'tennis-racket',
      paused: '',
      autoplay: 'no',
      step: '12',
      start: '3',
      end: '90',
      loop: '',
      rate: '0.5',
      select: 'racket',
      show: 'L omega',
      camera: '0 2 6 0 0 0',
      controls: 'full',
      allow: 'camera',
      theme: 'dark',
      loading: 'eager',
      poster: './icon.svg',
      alt: 'A racket turns over',
      sync: 'alone',
    };
    const query = new URLSearchParams({ ...given, lang: 'pt-BR', utm_source: 'x', scale: '2' });
    const page = await context.browser.open(embed(query), { width: 640, height: 400 });
    await page.waitFor(() => document.querySelector('tumble-scene')?.running?.figure.simulation.run.step === 12, {
      what: 'step 12',
      limit: 60_000,
    });
    const seen = await page.evaluate(() => {
      const figure = document.querySelector('tumble-scene');
      const { width, height } = figure.getBoundingClientRect();
      return {
        attributes: Object.fromEntries([...figure.attributes].map(({ name, value }) => [name, value])),
        fills: width === innerWidth && height === innerHeight,
        lang: document.documentElement.lang,
        trouble: document.querySelector('#trouble').textContent,
        theme: figure.shadowRoot.querySelector('.element').dataset.theme,
      };
    });
    assert.deepEqual(seen.attributes, given);
    assert.ok(seen.fills);
    assert.equal(seen.lang, 'pt-BR');
    assert.equal(seen.theme, 'dark');
    assert.match(seen.trouble, /^scale: “2” is nothing that a frame has; it takes scene, /);
    await page.waitFor(() => document.title === 'A racket turns over', { what: 'the title' });
    const names = await page.evaluate(() => customElements.get('tumble-scene').observedAttributes);
    assert.deepEqual(
      names.filter((name) => !(name in given)),
      ['src', 'link'],
      'attributes of no test',
    );
    // A link behind "#", also one that comes later.
    const link = await page.evaluate(() => document.querySelector('tumble-scene').link());
    const hash = link.slice(link.indexOf('#'));
    await page.goto(embed('paused') + hash);
    await page.waitFor(() => document.querySelector('tumble-scene')?.running?.figure.simulation.run.step === 12, {
      what: 'the link',
      limit: 60_000,
    });
    await page.close();
  });

  test('a frame of another origin is driven by the client as an element is, as far as its address gives it', async () => {
    const { page, add, connect, call, waitForEvent, eventsOf } = await hold();
    await add('fig', embed('scene=tennis-racket&paused&step=0&host=drive'));
    assert.equal(await connect('fig'), 'connected');
    const stood = await call('fig', 'step', 30);
    assert.equal(stood.step, 30);
    assert.match(stood.hash, /^[0-9a-f]{16}$/);
    await call('fig', 'play');
    await page.waitFor(() => globalThis.heard.fig.step?.some(({ step }) => step > 32), { what: 'steps that are told' });
    const paused = await call('fig', 'pause');
    assert.ok(paused.step > 32, JSON.stringify(paused));
    assert.deepEqual(await call('fig', 'seek', 30), stood);
    assert.ok((await call('fig', 'push', { body: 'racket', impulse: [0, 0.1, 0] })) >= 30);
    await call('fig', 'step', 1);
    await waitForEvent('fig', 'push');
    assert.deepEqual((await eventsOf('fig', 'push'))[0].impulse, [0, 0.1, 0]);
    const mass = await call('fig', 'get', 'bodies.racket.mass');
    assert.ok(mass > 0, JSON.stringify(mass));
    assert.equal((await call('fig', 'get', 'racket.angularMomentum')).length, 3);
    assert.match(await call('fig', 'link'), /^http:.*#1\./);
    assert.ok(
      await page.evaluate(async () => {
        const blob = await globalThis.holder.figure('fig').toBlob();
        return (await createImageBitmap(blob)).width > 100;
      }),
    );
    assert.equal((await call('fig', 'reset')).step, 0);
    // Properties.
    await page.evaluate(() => {
      globalThis.holder.figure('fig').rate = 0.25;
    });
    assert.equal(await page.evaluate(() => globalThis.holder.figure('fig').rate), '0.25');
    await waitInFrame(page, () => document.querySelector('tumble-scene').rate === '0.25', 'the rate in the frame');
    await page.evaluate(() => {
      globalThis.holder.figure('fig').scene = 'push-a-cube';
    });
    await waitForEvent('fig', 'error');
    assert.match((await eventsOf('fig', 'error'))[0].message, /may drive the figure, not change its scene: “scene”/);
    assert.equal(await page.evaluate(() => globalThis.holder.figure('fig').scene), 'tennis-racket');
    // What may only be done with host=edit, what is not there, what is no data.
    assert.match((await call('fig', 'set', 'bodies.racket.mass', 2)).refused, /may drive the figure, not change its scene/);
    assert.match((await call('fig', 'get', 'bodies.nobody.mass')).refused, /says nothing at/);
    assert.match(
      await page.evaluate(() =>
        globalThis.holder
          .figure('fig')
          .get(() => {})
          .catch(({ message }) => message),
      ),
      /only plain data/,
    );
    // Many at once wait for each other.
    assert.deepEqual(
      await page.evaluate(async () => {
        const figure = globalThis.holder.figure('fig');
        return Promise.all(Array.from({ length: 60 }, () => figure.get('bodies.racket.mass')));
      }),
      Array(60).fill(mass),
    );

    await add('edit', embed('scene=push-a-cube&paused&host=edit'));
    assert.equal(await connect('edit'), 'connected');
    const name = await call('edit', 'get', 'bodies[0].name');
    await call('edit', 'set', `bodies.${name}.mass`, 7);
    assert.equal(await call('edit', 'get', `bodies.${name}.mass`), 7);
    assert.equal((await call('edit', 'setAttribute', 'scene', 'tennis-racket')) ?? null, null);
    await waitForEvent('edit', 'ready');
    assert.equal(await call('edit', 'get', 'bodies.racket.mass'), mass);
    if (!context.browser.needsProbe) assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('prose drives figures in frames and they speak in it, beside one that is an element', async () => {
    const origin = await context.site.under(null);
    const page = await context.browser.open(`${origin}elements/framed-prose.html#${encodeURIComponent(context.site.url)}`, {
      width: 800,
      height: 900,
    });
    const clickOn = (id) => page.evaluate((name) => document.querySelector(`#${name}`).click(), id);
    const textOf = (id) => page.evaluate((name) => document.querySelector(`#${name}`).textContent, id);
    const titleOf = (id, pattern) =>
      page.waitFor(([name, text]) => new RegExp(text).test(document.querySelector(`#${name}`).title), {
        args: [[id, pattern]],
        what: `${id} ${pattern}`,
      });
    const reads = (id, pattern) =>
      page.waitFor(([name, text]) => new RegExp(text).test(document.querySelector(`#${name}`).textContent), {
        args: [[id, pattern]],
        what: `${id} ${pattern}`,
        limit: 60_000,
      });
    const frameSays = (path) => page.evaluate((wanted) => globalThis.byName.framed.get(wanted), path);
    // Clicked before the frame was there, but not before the page had its script: that makes of the link one of the page.
    await page.waitFor(() => globalThis.byName !== undefined, { what: 'the script of the page' });
    await clickOn('flip');
    await reads('step', '^192$');
    assert.equal(await frameSays('step'), 192);
    await reads('norm', '^\\d+\\.\\d+\u00a0kg m²/s$');
    assert.equal(
      Number((await textOf('norm')).split('\u00a0')[0]),
      Number((await frameSays('racket.angularMomentum.norm')).toPrecision(3)),
    );
    assert.notEqual(await textOf('element-step'), '192', 'the element has not moved');
    await titleOf('lost', 'a body has .*not “colour”');
    assert.equal(await textOf('lost'), 'so');
    // A stretch, with an attribute first; numbers go along.
    await clickOn('stretch');
    await reads('step', '^90$');
    assert.equal(await page.evaluate(() => globalThis.byName.framed.rate), '4');
    // Buttons.
    const before = await frameSays('racket.momentum');
    await clickOn('push');
    await page.waitFor(() => globalThis.pushes.length > 0, { what: 'the push' });
    assert.deepEqual(await page.evaluate(() => globalThis.pushes[0].impulse), [0, 3, 0]);
    await clickOn('on');
    await reads('step', '^91$');
    // Gravity apart, the push is all that changed it: 3 N s up.
    const after = await frameSays('racket.momentum');
    assert.ok(Math.abs(after[1] - before[1] - 3) < 0.2, JSON.stringify({ before, after }));
    // A slider changes a number of the scene, where the frame may be edited, and stands where that is.
    const slide = (value) =>
      page.evaluate((wanted) => {
        const input = document.querySelector('#spin');
        input.value = String(wanted);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }, value);
    const path = 'bodies.racket.angularVelocity[0]';
    assert.equal(await page.evaluate(() => document.querySelector('#spin').value), String(await frameSays(path)));
    await slide(7.5);
    await page.waitFor(async (wanted) => (await globalThis.byName.framed.get(wanted)) === 7.5, { args: [path], what: '7.5 in the frame' });
    // One that may be driven only says why not.
    await page.evaluate(() => {
      const input = document.querySelector('#other');
      input.value = '3';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await titleOf('other', 'may drive the figure, not change its scene');
    // What is for the element goes to the element, and none says that the other's figure is missing.
    await clickOn('of-element');
    await reads('element-step', '^12$');
    assert.equal(await frameSays('step'), 91);
    assert.deepEqual(
      await page.evaluate(() => ['flip', 'push', 'on', 'spin', 'of-element'].map((id) => document.querySelector(`#${id}`).title)),
      ['', '', '', '', ''],
    );
    assert.equal(await page.evaluate(() => location.hash.includes('?')), false);
    await page.close();
  });

  test('a frame that was not given, is another page, of another origin, or goes away says so', async () => {
    const { page, origin, add, connect, call } = await hold();
    await add('nothing', embed('scene=push-a-cube&paused'));
    assert.match((await connect('nothing')).refused, /needs host=drive or host=edit/);
    await add('whole', embed('scene=push-a-cube&embed&paused&allow=drive', context.site.url, ''));
    assert.match((await connect('whole')).refused, /speaks another protocol: put embed.html/);
    await add('others', embed('scene=push-a-cube&paused&host=drive'));
    assert.match((await connect('others', { origin: 'https://example.org' })).refused, /comes from http.*not from https:\/\/example.org/);
    await add('theirs', embed('scene=push-a-cube&paused&host=drive&origin=https://example.org'));
    assert.match((await connect('theirs')).refused, /took no port/);
    await add('ours', embed(`scene=push-a-cube&paused&host=drive&origin=${new URL(origin).origin}`));
    assert.equal(await connect('ours'), 'connected');
    // It waits for an answer that never comes, because the frame is taken away, or opens another page.
    const waits = (how) =>
      page.evaluate(async (work) => {
        const figure = globalThis.holder.figure('ours');
        const waiting = figure.step(3000).catch(({ message }) => message);
        if (work === 'remove') globalThis.holder.frame('ours').remove();
        else figure.disconnect();
        return Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 8000, 'nothing'))]);
      }, how);
    assert.match(await waits('remove'), /The frame has gone/);
    assert.match((await call('ours', 'pause')).refused, /no connection to the frame any more/);
    await page.evaluate((src) => globalThis.holder.add('ours', src), embed('scene=push-a-cube&paused&host=drive'));
    assert.equal(await connect('ours'), 'connected');
    assert.match(await waits('disconnect'), /The page has ended the connection/);
    assert.equal(await connect('ours'), 'connected', 'once more');
    await page.evaluate(() => {
      globalThis.holder.frame('ours').src = 'about:blank';
    });
    await page.waitFor(async () => /no connection/.test((await globalThis.holder.call('ours', 'pause')).refused ?? ''), {
      what: 'a frame that has gone',
      limit: 30_000,
    });
    await page.close();
  });

  test('what no client sends does nothing to a frame, and gets refusals', async () => {
    const { page, add, connect, call } = await hold();
    await add('fig', embed('scene=push-a-cube&paused&step=0&host=edit'));
    assert.equal(await connect('fig'), 'connected');
    const stood = await call('fig', 'pause');
    const refused = await page.evaluate(async () => {
      const { port, answers } = await globalThis.holder.port('fig');
      const own = {};
      own.own = own;
      const calls = [
        { type: 'step', given: [-1] },
        { type: 'step', given: [1e9] },
        { type: 'step', given: ['5'] },
        { type: 'seek', given: [NaN] },
        { type: 'seek', given: [] },
        { type: 'seek', given: { 0: 5 } },
        { type: 'seek', given: [1, 2, 3] },
        { type: 'play', given: [0.5] },
        { type: 'push', given: [null] },
        { type: 'push', given: [{ body: {}, impulse: [0, 1, 0] }] },
        { type: 'push', given: [{ body: 0, impulse: [0, Infinity, 0] }] },
        { type: 'push', given: [{ body: 'nobody', impulse: [0, 1, 0] }] },
        { type: 'push', given: [{ body: 1e6, impulse: [0, 1, 0] }] },
        { type: 'push', given: [{ body: 0, impulse: [0, 1, 0], point: 'x' }] },
        { type: 'command', given: [{}] },
        { type: 'command', given: [{ type: 'hashes' }] },
        { type: 'command', given: [{ type: 'impulse', body: 0, impulse: [0, 'x', 0] }] },
        { type: 'command', given: [own] },
        { type: 'get', given: ['__proto__.polluted'] },
        { type: 'get', given: [5] },
        { type: 'get', given: ['x'.repeat(1000)] },
        { type: 'set', given: ['__proto__.polluted', 1] },
        { type: 'set', given: ['bodies[0].mass'] },
        { type: 'set', given: ['bodies[0].mass', -1] },
        { type: 'set', given: ['bodies[0].mass', 'x'.repeat(20_000)] },
        { type: 'attribute', given: ['onclick', 'alert(1)'] },
        { type: 'attribute', given: ['style', 'display: none'] },
        { type: 'attribute', given: ['rate', { toString: 'x' }] },
        { type: 'constructor', given: [] },
        { type: 'remove', given: [] },
        { type: 'attachShadow', given: [] },
        { type: 5, given: [] },
        { given: [] },
        { type: 'get', given: [new ArrayBuffer(8)] },
        { type: 'readings', given: ['energy'] },
        { type: 'readings', given: [[5]] },
        { type: 'readings', given: [Array(101).fill('energy')] },
      ];
      const out = [];
      for (const [index, call] of calls.entries()) {
        port.postMessage({ request: index, ...call });
        for (const end = Date.now() + 10_000; ; ) {
          const answer = answers.find(({ request }) => request === index);
          if (answer) {
            if (answer.type !== 'refused' || typeof answer.message !== 'string')
              out.push(`${JSON.stringify(call.type)} ${index}: ${JSON.stringify(answer)}`);
            break;
          }
          if (Date.now() > end) {
            out.push(`${index}: no answer`);
            break;
          }
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
      for (const junk of [null, 5, 'step', [], new Date(), { request: {}, type: 'step', given: [5] }].slice(0, 5)) port.postMessage(junk);
      port.close();
      port.postMessage({ request: 1, type: 'step', given: [5] });
      return out;
    });
    assert.deepEqual(refused, []);
    assert.equal(await connect('fig'), 'connected');
    assert.deepEqual(await call('fig', 'pause'), stood);

    const flood = await page.evaluate(async () => {
      const { port, answers } = await globalThis.holder.port('fig');
      for (let request = 0; request < 2000; request += 1) port.postMessage({ request, type: 'alive', given: [] });
      for (const end = Date.now() + 20_000; answers.filter(({ request }) => request !== undefined).length < 2000 && Date.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, 50));
      const by = Object.groupBy
        ? Object.groupBy(answers, ({ type }) => type)
        : { done: answers.filter(({ type }) => type === 'done'), refused: answers.filter(({ type }) => type === 'refused') };
      return { done: by.done.length, refused: by.refused.length, said: by.refused[0].message };
    });
    assert.equal(flood.done + flood.refused, 2000);
    assert.ok(flood.done < 1000, JSON.stringify(flood));
    assert.match(flood.said, /Too many messages/);
    // Another port is no way round the limit; a while later all is well.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal(await connect('fig'), 'connected');
    assert.deepEqual(await call('fig', 'pause'), stood);
    await page.close();
  });

  test('a frame that means harm gives the page that holds it nothing but refusals', async () => {
    const { page, origin, add, connect, call, eventsOf } = await hold();
    await add('bad', `${origin}elements/hostile-frame.html`);
    assert.equal(await connect('bad'), 'connected');
    for (const method of ['pause', 'step', 'push', 'link', 'toBlob', 'get', 'readings'])
      assert.match((await call('bad', method, 'x')).refused ?? method, /answer to “\w+” is none/, method);
    assert.match((await call('bad', 'seek', 1)).refused, /answer to “seek” is none/);
    assert.deepEqual(Object.keys(await call('bad', 'command', {})), ['refused']);
    assert.equal((await call('bad', 'reset')).step, 5);
    assert.deepEqual(await page.evaluate(() => Object.keys(globalThis.heard.bad)), ['step']);
    assert.deepEqual((await eventsOf('bad', 'step'))[0], { step: 3, hash: null });
    assert.equal(await page.evaluate(() => typeof globalThis.holder.figure('bad').then), 'string');
    await page.evaluate(() => globalThis.holder.fit('bad'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(await page.evaluate(() => globalThis.holder.frame('bad').style.height), '');
    await page.close();
  });

  test('a frame tells the height that it would like, whenever its width is another one', async () => {
    const { page, add } = await hold();
    await add('usual', embed('scene=push-a-cube&paused'));
    await add('wide', embed('scene=push-a-cube&paused&aspect=2/1'));
    const heightOf = (name, wanted) =>
      page.waitFor(([id, height]) => globalThis.holder.frame(id).getBoundingClientRect().height === height, {
        args: [[name, wanted]],
        what: `${name}: ${wanted}`,
      });
    await page.evaluate(() => ['usual', 'wide'].forEach((name) => globalThis.holder.fit(name)));
    await heightOf('usual', 400);
    await heightOf('wide', 320);
    await page.evaluate(() => {
      globalThis.holder.frame('wide').style.width = '500px';
    });
    await heightOf('wide', 250);
    await page.close();
  });

  test('sandboxed without an origin a frame runs and is driven, from its files or in one file', async () => {
    const open = await context.site.with({ 'Access-Control-Allow-Origin': '*' });
    const query = 'scene=push-a-cube&paused&step=0&host=drive';
    const { page, add, connect, call } = await hold();
    const sandbox = { sandbox: 'allow-scripts' };
    const drives = async (name) => {
      assert.equal(await connect(name), 'connected', name);
      const stood = await call(name, 'step', 25);
      assert.equal(stood.step, 25, name);
      return stood.hash;
    };
    if (context.engine === 'webkit') {
      // It takes 'self' of a policy for nothing in such a frame: the page there says what to do, and the one in one file runs.
      await add('says', embed(query, open), sandbox);
      await waitInFrame(
        page,
        () =>
          [...document.querySelectorAll('.unstyled')].some(
            (said) =>
              said.getClientRects().length > 0 &&
              /allow-same-origin/.test(said.textContent) &&
              said.querySelector('a[href="./embed-offline.html"]'),
          ),
        'the sentence',
      );
      await page.evaluate(() => globalThis.holder.frame('says').remove());
      await add('one', embed(query, context.site.url, 'embed-offline.html'), sandbox);
      await drives('one');
      return page.close();
    }
    await add('files', embed(query, open), sandbox);
    const hash = await drives('files');
    await add('one', embed(query), sandbox);
    assert.equal(await drives('one'), hash);
    assert.match(await page.evaluateInFrame(() => location.href), /embed-offline\.html\?scene=push-a-cube/);
    await page.close();
  });

  test('twenty frames of a page: each draws when it is seen, and few hold a graphics context', async () => {
    const kFrames = 20;
    const page = await context.browser.open(`${await context.site.under(null)}many-embeds.html`);
    const stateOf = (index) =>
      page.evaluate((wanted) => {
        const inside = document.querySelectorAll('iframe')[wanted].contentWindow;
        const figure = inside.document.querySelector('tumble-scene');
        const running = figure?.running?.figure;
        const canvas = figure?.shadowRoot.querySelector('canvas.picture');
        if (!running?.simulation.frame || !canvas) return { holds: false, step: -1, colors: 0 };
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return {
          holds: !running.viewer.stage.renderer.getContext().isContextLost(),
          step: running.simulation.frame.step,
          colors: new Set(new Uint32Array(data.buffer)).size,
        };
      }, index);
    const until = async (index, fits, what) => {
      for (const end = Date.now() + 30_000; ; ) {
        const state = await stateOf(index);
        if (fits(state)) return state;
        assert.ok(Date.now() < end, `frame ${index}: ${what}: ${JSON.stringify(state)}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const show = (index) => page.evaluate((wanted) => document.querySelectorAll('iframe')[wanted].scrollIntoView(), index);
    for (let index = 0; index < kFrames; index += 1) {
      await show(index);
      await until(index, ({ holds, step, colors }) => holds && step > 2 && colors > 50, 'runs when it is seen');
    }
    const first = await until(0, ({ holds }) => !holds, 'gives its context back');
    assert.ok(first.colors > 50, 'the picture stays');
    const all = await Promise.all(Array.from({ length: kFrames }, (_, index) => stateOf(index)));
    assert.ok(all.filter(({ holds }) => holds).length < 8, JSON.stringify(all.map(({ holds }) => holds)));
    await show(0);
    await until(0, ({ holds, step }) => holds && step > first.step, 'goes on');
    await page.close();
  });
}
