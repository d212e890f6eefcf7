// One process at a time: a lock file that names its holder, so that a lock left by a killed process is recognised and taken over.
import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const kPollMilliseconds = 250;
const kGuardLifetimeMilliseconds = 10_000; // a take-over lasts microseconds; an older guard belongs to a killed process

// A process id is used again after a while, its start time is not (where the system tells it).
function startTime(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
  } catch {
    return '';
  }
}

export const holderLine = (pid = process.pid) => `${pid} ${startTime(pid)}`;

export function isAlive(line) {
  const [pid, started] = line.trim().split(' ');
  if (!/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return !started || !startTime(pid) || startTime(pid) === started;
}

const readOrNull = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

// The file appears with its contents in one step (link), so nobody reads a half-written holder.
function tryTake(path) {
  const mine = `${path}.${process.pid}.${Math.trunc(performance.now() * 1000)}`;
  writeFileSync(mine, holderLine());
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

// Under a guard, because two waiters that both saw the dead holder must not remove each other's new lock.
function removeIfStill(path, dead) {
  const guard = `${path}.guard`;
  try {
    mkdirSync(guard);
  } catch {
    try {
      if (Date.now() - statSync(guard).mtimeMs > kGuardLifetimeMilliseconds) rmdirSync(guard);
    } catch {
      /* somebody else removed it */
    }
    return;
  }
  try {
    if (readOrNull(path) === dead) rmSync(path, { force: true });
  } finally {
    rmdirSync(guard);
  }
}

// Locks this process holds already, so that a step inside a locked step does not wait for itself.
const held = new Map();

function release(path) {
  const count = held.get(path) - 1;
  if (count > 0) {
    held.set(path, count);
    return;
  }
  held.delete(path);
  if (readOrNull(path) === holderLine()) rmSync(path, { force: true });
}

process.on('exit', () => {
  for (const path of held.keys()) {
    if (readOrNull(path) === holderLine()) rmSync(path, { force: true });
  }
});

// Runs work() while holding the lock; onWait(pid) is called once when another process holds it.
export async function withLock(path, work, { onWait = () => {} } = {}) {
  if (held.has(path)) {
    held.set(path, held.get(path) + 1);
  } else {
    mkdirSync(dirname(path), { recursive: true });
    for (let said = false; !tryTake(path); ) {
      const holder = readOrNull(path);
      if (holder !== null && !isAlive(holder)) {
        removeIfStill(path, holder);
        continue;
      }
      if (holder !== null && !said) {
        onWait(holder.split(' ')[0]);
        said = true;
      }
      await sleep(kPollMilliseconds);
    }
    held.set(path, 1);
  }
  try {
    return await work();
  } finally {
    release(path);
  }
}
