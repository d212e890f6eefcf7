import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { holderLine, isAlive, withLock } from '../../build-scripts/lib/lock.mjs';

const lockModule = new URL('../../build-scripts/lib/lock.mjs', import.meta.url).href;

// Runs a module text in a process of its own; gives its output and the process.
function startProcess(text) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise((resolve) => {
    child.on('close', () => resolve(output));
  });
  return { child, ended, output: () => output };
}

async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  try {
    await work(join(folder, 'it.lock'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the lock is there while the work runs, and gone after it, also when the work throws', () =>
  inFolder(async (path) => {
    await withLock(path, () => assert.equal(readFileSync(path, 'utf8'), holderLine()));
    assert.equal(existsSync(path), false);
    await assert.rejects(
      withLock(path, () => {
        throw new Error('broken');
      }),
    );
    assert.equal(existsSync(path), false);
  }));

test('a step inside a locked step does not wait for itself', () =>
  inFolder(async (path) => {
    await withLock(path, () => withLock(path, () => {}));
    assert.equal(existsSync(path), false);
  }));

test('several processes take turns', () =>
  inFolder(async (path, folder) => {
    const log = JSON.stringify(join(folder, 'log'));
    const text = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(lockModule)};
    await withLock(${JSON.stringify(path)}, async () => { appendFileSync(${log}, 'in\\n'); await sleep(100); appendFileSync(${log}, 'out\\n'); });`;
    await Promise.all([1, 2, 3, 4].map(() => startProcess(text).ended));
    assert.equal(readFileSync(join(folder, 'log'), 'utf8'), 'in\nout\n'.repeat(4));
  }));

test('a lock left by a killed process is taken over by exactly one of those who wait', () =>
  inFolder(async (path, folder) => {
    const holder = startProcess(`
    import { withLock } from ${JSON.stringify(lockModule)};
    await withLock(${JSON.stringify(path)}, () => new Promise(() => { console.log('held'); setInterval(() => {}, 1000); }));`);
    while (!holder.output().includes('held')) await sleep(20);
    holder.child.kill('SIGKILL');
    await holder.ended;
    assert.equal(existsSync(path), true);
    let inside = 0;
    const log = join(folder, 'log');
    writeFileSync(log, '');
    const text = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { withLock } from ${JSON.stringify(lockModule)};
    await withLock(${JSON.stringify(path)}, async () => { appendFileSync(${JSON.stringify(log)}, '+'); await sleep(50); appendFileSync(${JSON.stringify(log)}, '-'); });`;
    await Promise.all([1, 2, 3].map(() => startProcess(text).ended));
    for (const mark of readFileSync(log, 'utf8')) {
      inside += mark === '+' ? 1 : -1;
      assert.ok(inside <= 1);
    }
    assert.equal(readFileSync(log, 'utf8').length, 6);
  }));

test('a process id that is used again by another process does not count as the holder', () => {
  assert.equal(isAlive(holderLine()), true);
  assert.equal(isAlive('999999999 5'), false);
  if (existsSync('/proc/self/stat')) assert.equal(isAlive(`${process.pid} 1`), false);
});
