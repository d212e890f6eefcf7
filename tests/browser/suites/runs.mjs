// A run as a file: the page saves what was done, and opens it at its step, to the bit; the replayer has the same hash.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { readRun } from '../../replay/run-file.mjs';
import { runIn } from '../../replay/run-in-build.mjs';
import { messages, openTumble, waitForMessage } from '../support/tumble-page.mjs';

const drop = (page, name, text) =>
  page.evaluate(
    (fileName, content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    name,
    text,
  );

const stateOf = (page) => page.evaluate(() => globalThis.tumble.simulation.step(0));

// Presses "Save run" and gives the file instead of saving it.
async function saveRun(page) {
  await page.key('l');
  await page.waitFor(() => document.querySelectorAll('.lab-tab').length > 0, { what: 'the laboratory' });
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      globalThis.savedRun = blob.text();
      return make.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = function keep() {
      globalThis.savedName = this.download;
    };
    [...document.querySelectorAll('.lab-tab')].find(({ textContent }) => textContent === 'Scene').click();
    [...document.querySelectorAll('.scene-bar button')].find(({ textContent }) => textContent === 'Save run').click();
  });
  await page.waitFor(() => Boolean(globalThis.savedRun), { what: 'a file' });
  return page.evaluate(async () => ({ name: globalThis.savedName, text: await globalThis.savedRun }));
}

export function testRuns(context) {
  test('a run is saved, replayed, and opened at its step, with its pushes and edits', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=push-a-cube&paused' });
    await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      await simulation.step(30);
      await simulation.push({ body: simulation.info.bodies[0].id, impulse: [1, 2, -0], point: [0.5, 0.5, 0.5] });
      await simulation.step(20);
      await simulation.revise({ ...simulation.scene, gravity: [0, -1, 0] });
      await simulation.step(20);
      await simulation.push({ body: simulation.info.bodies[0].id, impulse: [0, 0, 1] }); // waits for the next step
    });
    const wanted = await stateOf(page);
    const { name, text } = await saveRun(page);
    assert.match(name, /step 70\.run\.json$/);
    const run = readRun(text);
    assert.deepEqual(run.hashes, { 70: wanted.hash });
    const replayed = await runIn('wasm', run, run.steps);
    assert.deepEqual([replayed.problem, replayed.hashes[70]], ['', wanted.hash]);
    const after = await page.evaluate(() => globalThis.tumble.simulation.step(60));
    await page.close();

    const other = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket' });
    await drop(other, name, text);
    await other.waitFor(() => document.title === 'Push a cube · Tumble', { what: 'the dropped run' });
    assert.deepEqual(await stateOf(other), wanted);
    assert.deepEqual(await messages(other), []);
    assert.equal(await other.evaluate(() => location.search.includes('scene')), false, 'a file has no address');
    assert.equal(await other.evaluate(() => globalThis.tumble.simulation.log.length), 3);
    assert.deepEqual(await other.evaluate(() => globalThis.tumble.simulation.step(60)), after);
    await other.close();
  });

  test('runs that are damaged, or not from here, are told in a sentence', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=push-a-cube&paused' });
    const scene = { tumble: 1, title: 'A run', bodies: [{ size: [1, 1, 1] }] };
    const dropRun = (run) => drop(page, 'a.run.json', JSON.stringify({ scene, ...run }));
    await dropRun({ commands: [{ step: 1 }] });
    await waitForMessage(page, /^“a\.run\.json” was refused: commands\[0\]: must be \{ issuedAtStep, step, command \}\./);
    await dropRun({ scene: { tumble: 1, bodies: [{ size: [1, -1, 1] }] } });
    await waitForMessage(page, /^“a\.run\.json” was refused: bodies\[0\]\.size/);
    assert.equal(await page.evaluate(() => document.title), 'Push a cube · Tumble', 'the scene before runs on');
    await dropRun({ steps: 5, hashes: { 5: '0123456789abcdef' } });
    await waitForMessage(page, /^“a\.run\.json”: its state at step 5 is not the one in the file/);
    assert.equal((await stateOf(page)).step, 5);
    await dropRun({ steps: 5, commands: [{ issuedAtStep: 2, step: 2, command: { type: 'impulse', body: 99, impulse: [1, 0, 0] } }] });
    await waitForMessage(
      page,
      /^“a\.run\.json”: its commands cannot be repeated, so it stands at its start: Command 0 of the recording was refused/,
    );
    assert.equal((await stateOf(page)).step, 0);
    await page.close();
  });
}
