// What passed in a browser is not run again while it would be served the same: what is the same, and what a suite reads beside it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { isServed, readSite } from '../../build-scripts/lib/served.mjs';
import { isInputOf, suiteFile } from '../browser/support/memory.mjs';
import { serve } from '../../build-scripts/serve.mjs';

const kPage = {
  'index.html': '<script src="./assets/index-AAAAAAAA.js">',
  'assets/index-AAAAAAAA.js': 'import("./lab-panel-BBBBBBBB.js"); import("./bars-CCCCCCCC.js")',
  'assets/lab-panel-BBBBBBBB.js': 'the laboratory',
  'assets/bars-CCCCCCCC.js': 'bars of the page',
  'assets/bars-DDDDDDDD.js': 'bars of a figure',
  'tumble-scene.js': 'import("./assets/bars-DDDDDDDD.js")',
};

function inSites(work) {
  const folders = [];
  const site = (files) => {
    const root = mkdtempSync(join(tmpdir(), 'served-'));
    folders.push(root);
    mkdirSync(join(root, 'assets'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
    return Object.assign(readSite(root), { root });
  };
  const restore = () => folders.forEach((root) => rmSync(root, { recursive: true }));
  return Promise.resolve(work(site)).finally(restore);
}

const load = (site, ...paths) => Object.fromEntries(paths.map((path) => [site.keyOf(path), site.sumOf(site.keyOf(path))]));
const renamed = (files, ...pairs) => {
  const swap = (text) => pairs.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [swap(name), swap(text)]));
};

test('another file, and all that name it by its sum, is a change for those alone that load it', () =>
  inSites((site) => {
    const before = site(kPage);
    const page = load(before, 'index.html', 'assets/index-AAAAAAAA.js', 'assets/bars-CCCCCCCC.js');
    const laboratory = { ...page, ...load(before, 'assets/lab-panel-BBBBBBBB.js') };
    assert.ok(isServed(laboratory, before));
    const after = renamed(kPage, ['BBBBBBBB', 'EEEEEEEE'], ['AAAAAAAA', 'FFFFFFFF'], ['the laboratory', 'another']);
    assert.ok(isServed(page, site(after)));
    assert.ok(!isServed(laboratory, site(after)));
    assert.ok(!isServed(page, site({ ...after, 'assets/index-FFFFFFFF.js': 'import("./bars-CCCCCCCC.js")' })));
  }));

test('two files of one name are told apart, also where they differ only in what they name', () =>
  inSites((site) => {
    const before = site(kPage);
    const page = load(before, 'index.html', 'assets/index-AAAAAAAA.js', 'assets/bars-CCCCCCCC.js');
    const figure = load(before, 'tumble-scene.js', 'assets/bars-DDDDDDDD.js');
    const after = site(renamed(kPage, ['DDDDDDDD', 'EEEEEEEE'], ['of a figure', 'of figures']));
    assert.deepEqual([isServed(page, after), isServed(figure, after)], [true, false]);
    const crossed = site({ ...kPage, 'tumble-scene.js': 'import("./assets/bars-CCCCCCCC.js")' });
    assert.equal(isServed(figure, crossed), false);
    const twins = { 'assets/a-AAAAAAAA.js': 'import "./bars-CCCCCCCC.js"', 'assets/a-BBBBBBBB.js': 'import "./bars-DDDDDDDD.js"' };
    const [one, two] = Object.keys(twins).map((path) => site({ ...kPage, ...twins }).keyOf(path));
    assert.notEqual(one, two);
  }));

test('the server tells what is asked for, also what is not there, and a file that comes there is a change', () =>
  inSites(async (site) => {
    const before = site(kPage);
    const asked = [];
    const { url, close } = await serve({ root: before.root, port: 0, onRequest: (path) => asked.push(path) });
    for (const path of ['', 'assets/index-AAAAAAAA.js?x=1', 'none.json']) await (await fetch(url + path)).text();
    await close();
    assert.deepEqual(asked, ['index.html', 'assets/index-AAAAAAAA.js', 'none.json']);
    const served = load(before, ...asked);
    assert.ok(isServed(served, site(kPage)));
    assert.ok(!isServed(served, site({ ...kPage, 'none.json': '{}' })));
  }));

test('beside what it is served a suite reads what it imports, and what concerns all browser tests', () => {
  const isInput = isInputOf('tests/browser/suites/shown.mjs');
  for (const path of ['tests/browser/suites/shown.mjs', 'web/src/viewer/readouts.ts', 'web/scenes/gears.json', 'package-lock.json'])
    assert.ok(isInput(path), path);
  for (const path of ['engine/world/step.cpp', 'tests/browser/support/site.mjs', 'tests/browser/suites/index.mjs', 'something-new.txt'])
    assert.ok(isInput(path), path);
  for (const path of ['tests/browser/suites/links.mjs', 'web/src/laboratory/lab-panel.ts', 'web/index.html', 'tests/accuracy/table.mjs'])
    assert.ok(!isInput(path), path);
  // From the disk, and from a server of its own.
  for (const name of ['frames', 'released'])
    assert.ok(isInputOf(`tests/browser/suites/${name}.mjs`)('web/src/laboratory/lab-panel.ts'), name);
  const folder = inProject('tests', 'browser', 'suites');
  for (const name of readdirSync(folder).filter((file) => file !== 'index.mjs'))
    assert.doesNotThrow(() => isInputOf(`tests/browser/suites/${name}`));
  assert.equal(
    suiteFile(function testLinksByHand() {}),
    'tests/browser/suites/links-by-hand.mjs',
  );
});
