// A link of an earlier version replays in the engine that made it, which loads only then, and can go on in today's. The release is a made-up one: its
// engine is today's with another gravity where a scene names none, so that its states are others.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { freezeEngine } from '../../../build-scripts/lib/freeze-engine.mjs';
import { distRoot, inProject } from '../../../build-scripts/lib/paths.mjs';
import { serve } from '../../../build-scripts/serve.mjs';
import { decode, encode, engine } from '../../links/link-driver.mjs';
import { openTumble, waitForMessage } from '../support/tumble-page.mjs';

const kVersion = '0.0.9';
const kScene = {
  tumble: 1,
  title: 'A cube that falls as it did',
  bodies: [
    { name: 'ground', type: 'static', size: [20, 2, 20], position: [0, -1, 0] },
    { name: 'cube', size: [1, 1, 1], density: 100, position: [0, 6, 0], angularVelocity: [0.3, 1, 0.2] },
  ],
};

const bytesOf = (value) => Buffer.from(Float64Array.of(value).buffer);

/** Another engine of today's: the default of gravity is that of the moon. */
function withOtherGravity(wasm) {
  const changed = Buffer.from(wasm);
  let count = 0;
  for (let at = changed.indexOf(bytesOf(-9.81)); at >= 0; at = changed.indexOf(bytesOf(-9.81), at + 8)) {
    bytesOf(-1.62).copy(changed, at);
    count += 1;
  }
  assert.ok(count > 0, 'the engine has the default of gravity');
  return changed;
}

export function testReleased(context) {
  let folder;
  let site;
  let frozen;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tumble-released-'));
    const [page, old] = [join(folder, 'page'), join(folder, 'old')];
    cpSync(distRoot, page, { recursive: true });
    cpSync(join(distRoot, 'assets'), join(old, 'assets'), { recursive: true });
    const name = readdirSync(join(old, 'assets')).find((file) => /^tumble-core-.*\.wasm$/.test(file));
    const file = join(old, 'assets', name);
    writeFileSync(file, withOtherGravity(readFileSync(file)));
    const name2 = freezeEngine({ version: kVersion, page: old, scenes: inProject('web', 'scenes'), engines: join(page, 'engines') });
    frozen = pathToFileURL(join(page, 'engines', name2, '/'));
    site = await serve({ root: page, port: 0 });
  });
  after(async () => {
    await site?.close();
    if (folder) rmSync(folder, { recursive: true });
  });
  const open = (query) => openTumble(context.browser, site.url, { query, file: '' });
  const enginesLoaded = (page) =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /\/engines\//.test(name)).length);

  test('a link of an earlier version replays in its engine, and can go on in today’s', async () => {
    const text = await encode({ scene: kScene, step: 60 }, { madeBy: kVersion, folder: frozen });
    const wanted = (await decode(text)).hash;
    const today = await decode(await encode({ scene: kScene, step: 60 }));
    assert.notEqual(wanted, today.hash);
    const page = await open(`#${text}`);
    await waitForMessage(page, /^reproduced exactly · step 60 · /);
    await waitForMessage(page, /^This runs in the engine of Tumble 0\.0\.9, which made the link\./);
    assert.deepEqual(await page.evaluate(() => globalThis.tumble.simulation.step(0)), { step: 60, hash: wanted });
    // What is done there is a link of that version.
    await page.key('.');
    await page.waitFor((before) => location.hash.length > 1 && location.hash.slice(1) !== before, { args: [text], what: 'another link' });
    const next = await decode(await page.evaluate(() => location.hash));
    assert.deepEqual([next.engine, next.step], [kVersion, 61]);

    await page.evaluate(() =>
      [...document.querySelectorAll('.note button')].find(({ textContent }) => /^Go on in/.test(textContent)).click(),
    );
    await waitForMessage(
      page,
      new RegExp(`^In Tumble ${engine.replaceAll('.', '\\.')} the state at step 61 is another one than in Tumble 0\\.0\\.9\\.`),
    );
    const after61 = await encode({ scene: kScene, step: 61 });
    assert.deepEqual(await page.evaluate(() => globalThis.tumble.simulation.step(0)), { step: 61, hash: (await decode(after61)).hash });
    await page.close();
  });

  test('another scene runs in today’s engine; without such a link none of the others loads', async () => {
    const page = await open(`#${await encode({ scene: kScene, step: 5 }, { madeBy: kVersion, folder: frozen })}`);
    await waitForMessage(page, /^This runs in the engine of Tumble/);
    assert.ok((await enginesLoaded(page)) >= 2);
    await page.evaluate(() => globalThis.tumble.loadScene('drop-flat'));
    await page.evaluate(() => globalThis.tumble.simulation.pause());
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.engine), null);
    await page.close();
    const other = await open(`#${await encode({ scene: kScene, step: 5 })}`);
    await waitForMessage(other, /^reproduced exactly · step 5 · /);
    assert.equal(await enginesLoaded(other), 0);
    await other.close();
  });
}
