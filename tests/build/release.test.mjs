// What a release refuses, and what it leaves beside the page.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freezeEngine, readEngines } from '../../build-scripts/lib/freeze-engine.mjs';
import { misread, spokenToday } from '../../build-scripts/lib/spoken.mjs';
import { whyNot } from '../../build-scripts/release.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tumble-release-'));
after(() => rmSync(folder, { recursive: true }));

test('a version is three numbers, of 1.0.0 or above, and newer than all others', () => {
  const state = { present: '1.2.0', released: ['1.0.0', '1.2.0'], isClean: true };
  assert.equal(whyNot('1.2.1', state), '');
  assert.equal(whyNot('1.10.0', state), '');
  assert.match(whyNot('1.2.0', state), /was released/);
  assert.match(whyNot('1.1.9', state), /older than 1\.2\.0/);
  assert.match(whyNot('0.9.0', { ...state, present: '0.1.0', released: [] }), /before 1\.0\.0/);
  for (const version of [undefined, '', '2', '2.0', 'v2.0.0', '2.0.0-rc']) assert.match(whyNot(version, state), /three numbers/);
  assert.match(whyNot('2.0.0', { ...state, isClean: false }), /not committed/);
});

function madePage(worker) {
  const page = mkdtempSync(join(folder, 'page-'));
  mkdirSync(join(page, 'assets'));
  writeFileSync(join(page, 'assets', 'tumble-core-abcd_-12.wasm'), 'wasm');
  writeFileSync(join(page, 'assets', 'worker-abcd_-12.js'), worker);
  const scenes = mkdtempSync(join(folder, 'scenes-'));
  writeFileSync(join(scenes, 'catalog.json'), '{"scenes":[{"id":"one"}]}');
  writeFileSync(join(scenes, 'one.json'), '{"tumble":1,"bodies":[]}\n');
  return { page, scenes, engines: join(page, 'engines') };
}

test('the engine lies under its version and hash, with the gallery of its day, once', () => {
  const made = madePage('self.onmessage=()=>{}');
  const name = freezeEngine({ version: '1.0.0', ...made });
  assert.match(name, /^1\.0\.0-[0-9a-f]{8}$/);
  assert.deepEqual(readEngines(made.engines), { '1.0.0': name });
  const read = (file) => readFileSync(join(made.engines, name, file), 'utf8');
  assert.deepEqual([read('worker.js'), read('tumble-core.wasm')], ['self.onmessage=()=>{}', 'wasm']);
  assert.deepEqual(JSON.parse(read('scenes.json')), { one: { tumble: 1, bodies: [] } });
  assert.throws(() => freezeEngine({ version: '1.0.0', ...made }), /frozen already/);
  freezeEngine({ version: '1.1.0', ...made });
  assert.deepEqual(Object.keys(readEngines(made.engines)), ['1.0.0', '1.1.0']);
});

test('what an engine speaks lies beside it; a page that reads otherwise is told, by field', () => {
  const made = madePage('self.onmessage=()=>{}');
  const name = freezeEngine({ version: '1.0.0', ...made });
  const frozen = JSON.parse(readFileSync(join(made.engines, name, 'spoken.json'), 'utf8'));
  const today = spokenToday();
  assert.ok(frozen.protocol >= 1 && Object.keys(frozen.records).length >= 8, Object.keys(frozen.records).join());
  assert.deepEqual(misread(frozen, today), []);
  const [record] = Object.keys(today.records);
  const changed = structuredClone(today);
  changed.protocol += 1;
  changed.records[record].stride += 1;
  changed.records[record].added = 5;
  changed.records.New = { field: 0, stride: 1 };
  assert.deepEqual(misread(frozen, changed), [
    `it speaks version ${today.protocol} of the protocol, the page ${changed.protocol}`,
    `${record}.stride lies at ${today.records[record].stride} there, at ${changed.records[record].stride} here`,
    `${record}.added lies at no place there, at 5 here`,
  ]);
});

test('a Worker of several files would not last', () => {
  for (const worker of ['import{a}from"./shared.js";', 'const a=()=>import("./later.js")'])
    assert.throws(() => freezeEngine({ version: '1.0.0', ...madePage(worker) }), /has to be one file/);
});
