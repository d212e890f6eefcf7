// What every test of a consumer stands on: the workshop, a browser, servers, and the hashes that Node comes to with the package.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inProject } from '../../../build-scripts/lib/paths.mjs';
import { serve } from '../../../build-scripts/serve.mjs';
import { launchChromium } from '../../browser/drivers/chromium.mjs';
import { openWorkshop } from './workshop.mjs';

export const kSteps = 120;
export const kPolicyOff = { 'Content-Security-Policy': null };

export let workshop;
let browser;
export let truth; // hashes of Node, by scene
export const servers = [];

before(async () => {
  workshop = await openWorkshop();
  browser = await launchChromium();
  const { init } = await import(pathToFileURL(join(workshop.package, 'lib', 'engine.node.js')).href);
  const engine = await init();
  const hashOf = (file) => {
    const world = engine.createWorld(readFileSync(file, 'utf8'));
    world.step(kSteps);
    return world.hash();
  };
  truth = {
    tower: hashOf(inProject('tests/consumers/shared/scene.json')),
    racket: hashOf(inProject('web/scenes/tennis-racket.json')),
  };
});

after(async () => {
  await browser?.close();
  for (const server of servers) await server.close();
  workshop?.close();
});

/** The page of a folder on a server of its own. */
export async function open(root, { headers, path = '' } = {}) {
  const server = await serve({ root, port: 0, ...(headers && { headers }) });
  servers.push(server);
  return browser.open(server.url + path);
}

/** Waits until the page has left these words, or said what is wrong; closes it. */
export async function wordsOf(page, ...names) {
  const read = (wanted) => {
    const { dataset } = document.documentElement;
    return dataset.trouble || wanted.every((name) => dataset[name]) ? { ...dataset } : null;
  };
  try {
    const words = await page
      .waitFor(read, { args: [names], limit: 30_000, what: names.join() })
      .catch((error) => ({ late: error.message }));
    assert.deepEqual(await page.consoleErrors(), []);
    assert.equal(words.late ?? words.trouble, undefined);
    return words;
  } finally {
    await page.close();
  }
}

/** That engine and element come to a hash in it. */
export async function runs(root, hash, options) {
  const { engine, element, where } = await wordsOf(await open(root, options), 'engine', 'element');
  assert.equal(where, 'worker');
  assert.equal(engine, hash, 'engine');
  assert.equal(element, hash, 'element');
}
