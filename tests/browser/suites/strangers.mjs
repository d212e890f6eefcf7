// What comes from elsewhere: files, names, long words. Refused in place with a sentence, shown as what it is, and never at the cost of the page.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, messages, openTumble, presentStep, waitForFrame, waitForMessage, waitForStep } from '../support/tumble-page.mjs';

const box = { size: [1, 1, 1] };

// Drops a file that is made in the page: so many bytes, a text, or a long list in which at the end a key comes twice.
const dropFile = (page, name, what) =>
  page.evaluate(
    (fileName, { kind, size, text, count }) => {
      const parts = {
        bytes: () => new Uint8Array(size),
        text: () => text,
        twice: () => `[${'[0.1234567,2.345678],'.repeat(count)}\n{"a":1,"a":2}]`,
      };
      const data = new DataTransfer();
      data.items.add(new File([parts[kind]()], fileName));
      globalThis.lastTick = performance.now(); // making the file is not what is measured
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    name,
    what,
  );

export function testStrangers(context) {
  const open = (query = '?scene=push-a-cube') => openTumble(context.browser, context.site.url, { query });

  test('files are read where the engine runs: a huge one is refused at once, a large one does not stop the page', async () => {
    const page = await open();
    await waitForFrame(page);
    await page.evaluate(() => {
      globalThis.readHere = [];
      for (const [owner, way] of [
        [Blob.prototype, 'arrayBuffer'],
        [Blob.prototype, 'text'],
        [Blob.prototype, 'stream'],
        [Blob.prototype, 'bytes'],
        [FileReader.prototype, 'readAsArrayBuffer'],
        [FileReader.prototype, 'readAsText'],
        [FileReader.prototype, 'readAsDataURL'],
        [globalThis, 'Response'],
      ]) {
        const read = owner[way];
        if (!read) continue;
        owner[way] = function reading(...given) {
          globalThis.readHere.push(way);
          return new.target ? new read(...given) : Reflect.apply(read, this, given);
        };
      }
      globalThis.longestGap = 0;
      globalThis.lastTick = performance.now();
      globalThis.ticking = setInterval(() => {
        const now = performance.now();
        globalThis.longestGap = Math.max(globalThis.longestGap, now - globalThis.lastTick);
        globalThis.lastTick = now;
      }, 4);
    });
    await dropFile(page, 'huge.json', { kind: 'bytes', size: 30 << 20 });
    await waitForMessage(page, /“huge\.json” was refused: it has 30\.0 MB, and a scene at most 4\.0 MB\./);
    await dropFile(page, 'twice.json', { kind: 'twice', count: 180_000 });
    await waitForMessage(page, /“twice\.json” was refused: line 2, column 8: The key "a" comes twice in one object\./);
    const gap = await page.evaluate(() => Math.round(globalThis.longestGap));
    context.report(`longest wait of the page while files of 30 MB and 4 MB were read: ${gap} ms`);
    // What the page does not read it cannot be stopped by. The time itself is told only: on a shared machine it is the machine's.
    assert.deepEqual(await page.evaluate(() => globalThis.readHere), []);
    await dropFile(page, 'package.json', { kind: 'text', text: '{ "name": "left-pad", "version": "1.3.0" }' });
    await waitForMessage(page, /“package\.json” was refused: it is no scene of Tumble, which has "tumble": 1\./);
    await dropFile(page, 'scene.json', { kind: 'text', text: JSON.stringify({ tumble: 1, title: 'Dropped', bodies: [box] }) });
    await page.waitFor(() => document.title === 'Dropped · Tumble', { what: 'the dropped scene' });
    assert.deepEqual(await messages(page), []);
    await page.close();
  });

  test('a file whose name turns what follows is refused, and signs stand for what cannot be seen', async () => {
    const page = await open();
    await dropFile(page, 'innocent\u202enosj.exe', { kind: 'text', text: '{}' });
    const said = await waitForMessage(page, /the name of this file holds letters that cannot be seen/);
    assert.ok(!/[\u202a-\u202e]/.test(said) && said.includes('innocent\ufffd'), said);
    await page.close();
    const other = await open(`?scene=${encodeURIComponent('drop\u202e\u0007-flat')}`);
    const card = await waitForMessage(other, /is not in the list/);
    assert.ok(!/[\u202e\u0007]/.test(card), card);
    await other.close();
  });

  test('words without an end wrap, and nothing is pushed out of the page', async () => {
    const page = await open();
    const word = (length) => 'W'.repeat(length);
    const long = { tumble: 1, title: word(80), expect: word(380), labels: true, bodies: [{ ...box, name: word(60) }] };
    assert.equal(await loadScene(page, long), true);
    await page.key('n').catch(() => {});
    await page.evaluate(() => globalThis.tumble.simulation.select(0));
    await loadScene(page, { tumble: 1, bodies: [{ ...box, [word(300)]: 1 }] });
    await waitForMessage(page, /unknown key/);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('#title, #expect, .note, .note p, .card p, #body-name, .heading')]
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => {
          const rect = element.getBoundingClientRect();
          return element.scrollWidth > element.clientWidth + 1 || rect.left < -1 || rect.right > innerWidth + 1;
        })
        .map((element) => `${element.id || element.className || element.tagName} ${element.scrollWidth} in ${element.clientWidth}`),
    );
    assert.deepEqual(wide, []);
    assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
    await page.close();
  });

  test('the line of a spring goes with its body, and comes again with it', async () => {
    const page = await open();
    await waitForFrame(page);
    await loadScene(page, {
      tumble: 1,
      gravity: [0, 0, 0],
      bodies: ['held', 'free', 'hung'].map((name, index) => ({ ...box, name, position: [3 * index, 0, 0] })),
      forces: ['held', 'hung'].map((body) => ({ type: 'spring', body, anchor: [0, 5, 0], stiffness: 1 })),
      commands: [{ step: 5, type: 'removeBody', body: 'held' }],
    });
    const lines = (wanted) =>
      page.waitFor(
        (count) => {
          const { children } = globalThis.tumble.viewer.stage.scene;
          const shown = children.filter((object) => object.isLineSegments && object.visible && object.geometry.attributes.position);
          return shown.some(({ geometry }) => geometry.attributes.position.count === 2 * count);
        },
        { args: [wanted], what: `${wanted} lines` },
      );
    await waitForStep(page, 10);
    await lines(1);
    await page.evaluate(() => globalThis.tumble.simulation.pause());
    await page.evaluate(() => globalThis.tumble.simulation.seek(2));
    await lines(2);
    await page.close();
  });

  test('lines of springs are drawn at places that are numbers, from the first picture on', async () => {
    const page = await open();
    await waitForFrame(page);
    await page.evaluate(() => {
      const { viewer } = globalThis.tumble;
      const { stage } = viewer;
      const draw = stage.draw;
      globalThis.lineFrames = { drawn: 0, bad: 0 };
      stage.draw = function (camera) {
        for (const object of stage.scene.children) {
          if (!object.isLineSegments || !object.visible || object.geometry.attributes.position?.count % 2) continue;
          const places = object.geometry.attributes.position.array;
          if (places.length === 0) continue;
          globalThis.lineFrames.drawn += 1;
          if (!places.every(Number.isFinite)) globalThis.lineFrames.bad += 1;
        }
        return draw.call(this, camera);
      };
    });
    const springs = {
      tumble: 1,
      bodies: Array.from({ length: 40 }, (_, index) => ({ ...box, position: [2 * index, 3, 0] })),
      forces: Array.from({ length: 39 }, (_, index) => ({ type: 'spring', body: index, other: index + 1, stiffness: 5, restLength: 2 })),
    };
    for (let round = 0; round < 4; round += 1) {
      // The picture is drawn between the word of the new world and its first poses.
      await page.evaluate(async (scene) => {
        const { simulation, viewer } = globalThis.tumble;
        const off = simulation.onChanged(() => {
          viewer.invalidate();
          viewer.draw(performance.now() + 1e6);
        });
        await globalThis.tumble.loadScene(scene);
        off();
      }, springs);
      await waitForStep(page, 3);
      await loadScene(page, 'push-a-cube');
      await waitForStep(page, 2);
    }
    const { drawn, bad } = await page.evaluate(() => globalThis.lineFrames);
    assert.ok(drawn > 0, 'lines were drawn');
    assert.equal(bad, 0, `${bad} of ${drawn} pictures`);
    assert.ok((await presentStep(page)) > 0);
    await page.close();
  });
}
