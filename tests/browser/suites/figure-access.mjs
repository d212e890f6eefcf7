// A figure of embed.html for those who use a keyboard alone, or a screen reader: twelve tasks, and six things that its tree says. And what axe finds.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { auditOf } from '../support/axe.mjs';

export function testFigureAccess(context) {
  const open = async (query, options = {}) => {
    const page = await context.browser.open(`${context.site.url}embed.html?${query}`, { width: 900, height: 620, ...options });
    await page.waitFor(() => document.querySelector('tumble-scene')?.running?.figure.simulation.frame, {
      what: 'the figure',
      limit: 60_000,
    });
    await page.evaluate(() => {
      globalThis.heard = [];
      globalThis.figure = document.querySelector('tumble-scene');
      globalThis.inside = () => globalThis.figure.running.figure;
      for (const type of ['push', 'change'])
        globalThis.figure.addEventListener(type, ({ detail }) => globalThis.heard.push({ type, ...detail }));
    });
    return page;
  };
  const focused = (page) =>
    page.evaluate(() => {
      const element = document.activeElement?.shadowRoot?.activeElement;
      return element ? (element.dataset.part ?? element.className) : null;
    });
  const tabTo = async (page, part) => {
    for (let press = 0; press < 30; press += 1) {
      if ((await focused(page)) === part) return;
      await page.key('Tab');
    }
    assert.fail(`Tab does not come to ${part}`);
  };
  const stands = (page, step) =>
    page.waitFor((wanted) => globalThis.inside().simulation.frame.step === wanted, { args: [step], what: `step ${step}` });
  const plays = (page, isPlaying) =>
    page.waitFor((wanted) => globalThis.inside().simulation.frame.playing === wanted, { args: [isPlaying], what: `playing: ${isPlaying}` });

  test('twelve tasks on a figure by the keyboard alone', async () => {
    const page = await open('scene=two-cubes-colliding&paused&step=0&controls=min');
    const step = () => page.evaluate(() => globalThis.inside().simulation.frame.step);
    // 1. Come to the picture, and see that one is there.
    await tabTo(page, 'picture');
    const marks = await page.evaluate(() => {
      const picture = globalThis.figure.shadowRoot.activeElement;
      return [picture, ...picture.parentElement.children]
        .map((one) => getComputedStyle(one))
        .some(
          ({ outlineStyle, outlineWidth, boxShadow }) =>
            (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow.includes('inset'),
        );
    });
    assert.ok(marks, 'the focus is to be seen');
    // 2. Play. 3. Pause.
    await page.key('Space');
    await plays(page, true);
    await page.waitFor(() => globalThis.inside().simulation.frame.step > 3, { what: 'steps' });
    await page.key('Space');
    await plays(page, false);
    // 4. A step. 5. A step back.
    const before = await step();
    await page.key('.');
    await stands(page, before + 1);
    await page.key(',');
    await stands(page, before);
    // 6. Choose a body.
    await page.key('n');
    await page.waitFor(() => globalThis.inside().selection.body !== null, { what: 'a body' });
    // 7. Push it.
    await page.key('ArrowRight');
    await page.waitFor(() => globalThis.heard.some(({ type }) => type === 'push'), { what: 'a push' });
    // 8. Choose none.
    await page.key('Escape');
    await page.waitFor(() => globalThis.inside().selection.body === null, { what: 'no body' });
    // 9. Back to the start.
    await page.key('.');
    await page.key('r');
    await stands(page, 0);
    // 10. Turn the view.
    const looked = await page.evaluate(() => globalThis.inside().viewer.camera.camera.position.toArray());
    await page.key('ArrowLeft', { shift: true });
    await page.waitFor(
      (before) => globalThis.inside().viewer.camera.camera.position.distanceTo({ x: before[0], y: before[1], z: before[2] }) > 0.05,
      { args: [looked], what: 'another view' },
    );
    // 11. Go through time on its bar.
    await page.key(' ');
    await page.waitFor(() => globalThis.inside().simulation.frame.step > 20, { what: 'some steps' });
    await page.key(' ');
    await plays(page, false);
    await tabTo(page, 'scrub');
    await page.key('Home');
    await stands(page, 0);
    await page.key('ArrowRight');
    await page.waitFor(() => globalThis.inside().simulation.frame.step > 0, { what: 'another moment' });
    // 12. Slow it down.
    await tabTo(page, 'more');
    await page.key('Enter');
    await tabTo(page, 'speed');
    const rate = () => page.evaluate(() => globalThis.figure.shadowRoot.querySelector('[data-part=speed]').getAttribute('aria-valuetext'));
    const fast = await rate();
    await page.key('Home');
    assert.notEqual(await rate(), fast);
    if (!context.browser.needsProbe) assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('six things that a figure says to a screen reader', async (here) => {
    if (context.engine !== 'chromium') return here.skip('only Chromium tells its tree to a test');
    const page = await open('scene=two-cubes-colliding&paused&step=0&alt=Two+cubes+meet&controls=full');
    const nodes = async () => {
      const all = [];
      const walk = (node) => {
        all.push(node);
        for (const child of node.children ?? []) walk(child);
      };
      walk(await page.raw.accessibility.snapshot({ interestingOnly: false }));
      return all;
    };
    const waitForNode = async (fits, what) => {
      for (const end = Date.now() + 15_000; ; ) {
        const all = await nodes();
        const found = all.find(fits);
        if (found) return found;
        assert.ok(Date.now() < end, `${what}: ${JSON.stringify(all.map(({ role, name, value }) => [role, name, value]))}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const picture = (pattern) => waitForNode(({ role, name }) => /^(img|image)$/.test(role) && pattern.test(name), String(pattern));
    // 1. What it is, 2. its state and 3. its time, in the name of the picture; and the author's sentence.
    const { description } = await picture(/^Two cubes collide: paused, 0\.0 s, 2 bodies\./);
    assert.equal(description, 'Two cubes meet');
    await page.evaluate(() => globalThis.figure.seek(90));
    await picture(/: paused, 1\.5 s, /);
    await waitForNode(({ role, name, value }) => role === 'slider' && name === 'Time' && Number(value) === 90, 'the bar of time');
    const moment = await page.evaluate(() => globalThis.figure.shadowRoot.querySelector('[role=slider]').getAttribute('aria-valuetext'));
    assert.match(moment, /^1\.50 s of 1\.50 s, step 90$/); // which the protocol of Chromium leaves empty
    await waitForNode(({ role, name }) => role === 'button' && name === 'Play', 'the button');
    // 4. What is chosen.
    await tabTo(page, 'picture');
    await page.key('n');
    await picture(/Selected left cube: position .* m, .* rad\/s/);
    // 5. What was done, said at once.
    await page.key('ArrowUp');
    await waitForNode(({ name }) => /^Pushed left cube with [\d.]+ N s$/.test(name ?? ''), 'the push');
    const live = await page.evaluate(() => globalThis.figure.shadowRoot.querySelector('[aria-live=polite]').textContent);
    assert.match(live, /^Pushed left cube/);
    // 6. What is wrong.
    await page.evaluate(() => globalThis.figure.setAttribute('rate', 'fast'));
    await waitForNode(({ role }) => role === 'alert', 'an alert');
    await waitForNode(({ name }) => /^rate: “fast” is not a number from 0.01 to 4/.test(name ?? ''), 'the sentence');
    await page.close();
  });

  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [390, 700, 'dark'],
  ])
    test(`axe finds nothing on a frame, ${width} × ${height}, ${colorScheme}`, async (here) => {
      if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
      const page = await open('scene=tennis-racket&paused&controls=full&show=L&scale=2', { width, height, colorScheme });
      await page.evaluate(() => globalThis.figure.setAttribute('rate', 'fast'));
      assert.deepEqual(await auditOf(page), []);
      await page.close();
    });
}
