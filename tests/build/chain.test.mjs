// Where everything comes from: the compiler's packages against their record, an expired index, the bill of what dist/ is made of, and
// what is installed with whose consent.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { packageOf, writeBill } from '../../build-scripts/bill-of-materials.mjs';
import { judgeExpired } from '../../build-scripts/emscripten-prefix.mjs';
import { compare, describe, parsePackages, readRecord, writeRecord } from '../../build-scripts/lib/compiler-record.mjs';
import { ensurePackages, installRefusal } from '../../build-scripts/lib/apt.mjs';
import { inProject } from '../../build-scripts/lib/paths.mjs';

const sum = (letter) => letter.repeat(64);
const text = `${sum('a')}  clang-21_1%3a21.1.8-1_amd64.deb\n${sum('b')}  libc6_2.43-7_amd64.deb\n${sum('c')} *binaryen_131-2_amd64.deb\nnoise\n`;

test('packages are read with versions and sums, in one order', () => {
  const packages = parsePackages(text);
  assert.deepEqual(Object.keys(packages), ['binaryen', 'clang-21', 'libc6']);
  assert.deepEqual(packages['clang-21'], { version: '1:21.1.8-1', arch: 'amd64', sha256: sum('a') });
});

test('a compiler is compared with the record, and what differs is said', () => {
  const recorded = parsePackages(text);
  const record = { suite: 'forky', emscripten: '6.0.5', packages: recorded };
  const found = (more) => ({ version: '6.0.5', packages: { ...recorded, ...more } });
  assert.match(describe(found({}), record).join(' '), /all as recorded/);
  const newer = describe(found({ 'clang-21': { version: '1:21.1.9-1', arch: 'amd64', sha256: sum('d') } }), record).join(' ');
  assert.match(newer, /1 in other versions than recorded.*clang-21 1:21\.1\.8-1 → 1:21\.1\.9-1.*golden hashes/);
  assert.match(
    describe(found({ libc6: { version: '2.44-1', arch: 'amd64', sha256: sum('d') } }), record).join(' '),
    /None of them decides/,
  );
  assert.match(
    describe(found({ 'clang-22': { version: '22-1', arch: 'amd64', sha256: sum('d') } }), record).join(' '),
    /clang-22 none → 22-1/,
  );
  assert.match(describe(found({ libc6: { ...recorded.libc6, sha256: sum('e') } }), record).join(' '), /WARNING: libc6/);
  assert.equal(
    compare(recorded, found({ libc6: { ...recorded.libc6, arch: 'arm64', sha256: sum('e') } }).packages).isRecorded,
    true,
    'another processor has other bytes',
  );
  assert.match(describe({ version: '4.0.1', packages: null }, record).join(' '), /on PATH; the recorded one is 6\.0\.5/);
});

test('the record of this repository holds, and is written as it is read', () => {
  const record = readRecord();
  assert.ok(
    ['emscripten', 'binaryen'].every((name) => record.packages[name]),
    'the compiler itself is in it',
  );
  assert.ok(Object.keys(record.packages).some((name) => /^clang-\d+$/.test(name)));
  for (const [name, { version, sha256 }] of Object.entries(record.packages)) assert.ok(version && /^[0-9a-f]{64}$/.test(sha256), name);
  const folder = mkdtempSync(join(tmpdir(), 'record-'));
  writeRecord({ suite: record.suite, version: record.emscripten, packages: record.packages }, join(folder, 'compiler.json'));
  assert.equal(readFileSync(join(folder, 'compiler.json'), 'utf8'), readFileSync(inProject('build-scripts', 'compiler.json'), 'utf8'));
  rmSync(folder, { recursive: true });
});

test('an expired index is used where its packages are known or the clock is not, and not otherwise', () => {
  const judge = (more) =>
    judgeExpired({ reason: 'Release file for x is expired', isRecorded: false, clockIsRight: true, isAllowed: false, ...more });
  assert.equal(judge({ isRecorded: true }).use, true);
  assert.equal(judge({ clockIsRight: false }).use, true);
  assert.equal(judge({ isAllowed: true }).use, true);
  assert.equal(judge({}).use, false);
  assert.match(judge({}).sentence, /not the recorded ones.*TUMBLE_ACCEPT_EXPIRED=1/);
});

test('the bill covers every file, names every library, and comes out the same again', () => {
  assert.equal(packageOf('/x/node_modules/three/src/Three.js'), 'three');
  assert.equal(packageOf('/x/node_modules/a/node_modules/@b/c/d.js'), '@b/c');
  assert.equal(packageOf('/x/web/src/app/main.ts'), null);
  const folder = mkdtempSync(join(tmpdir(), 'bill-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>');
  writeFileSync(join(folder, 'assets', 'a.js'), 'a');
  writeBill(folder, ['three', 'uplot'], '6.0.5');
  const first = readFileSync(join(folder, 'sbom.cdx.json'), 'utf8');
  const bill = JSON.parse(first);
  assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.6']);
  const files = bill.components.filter(({ type }) => type === 'file');
  assert.deepEqual(
    files.map(({ name }) => name),
    ['assets/a.js', 'index.html', 'third-party-notices.txt'],
  );
  assert.equal(files[0].hashes[0].content, createHash('sha256').update('a').digest('hex'));
  const libraries = bill.components.filter(({ type }) => type === 'library');
  assert.deepEqual(
    libraries.map(({ name }) => name),
    ['three', 'uplot', 'vite', 'emscripten', 'musl', 'llvm-runtimes'],
  );
  assert.ok(libraries.every(({ licenses }) => licenses[0].expression || licenses[0].license.id));
  const notices = readFileSync(join(folder, 'third-party-notices.txt'), 'utf8');
  for (const word of [/three\.js authors/, /Leon Sorokin/, /VoidZero/, /Rich Felker/, /Emscripten Authors/, /LLVM Exceptions/])
    assert.match(notices, word);
  writeBill(folder, ['uplot', 'three'], '6.0.5');
  assert.equal(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'), first);
  rmSync(folder, { recursive: true });
});

test('system packages are not installed where that was not wanted', async () => {
  assert.equal(installRefusal({}), '');
  const before = process.env.TUMBLE_NO_INSTALL;
  process.env.TUMBLE_NO_INSTALL = '1';
  try {
    await assert.rejects(
      ensurePackages(['tumble-package-that-nobody-has'], 'this test'),
      /^Problem: Please install for this test .*tumble-package-that-nobody-has \(nothing is installed on this system, because --no-install says so\)$/,
    );
  } finally {
    if (before === undefined) delete process.env.TUMBLE_NO_INSTALL;
    else process.env.TUMBLE_NO_INSTALL = before;
  }
});

test('the engines to compare with are locked, in the versions that the bench names', async () => {
  const { kPeers } = await import('../bench/engines.mjs');
  const lock = JSON.parse(readFileSync(inProject('tests', 'bench', 'peers-lock', 'package-lock.json'), 'utf8'));
  for (const { package: name, version } of Object.values(kPeers))
    assert.equal(lock.packages[`node_modules/${name}`]?.version, version, name);
  for (const [name, entry] of Object.entries(lock.packages)) if (name !== '') assert.ok(entry.integrity, `${name} has no sum`);
});
