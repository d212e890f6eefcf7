// A workshop outside the project, whose settings must not reach it: the tools of the consumers as their lock file says, and the package as `npm pack` made it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kPackageName, packageRoot } from '../../../build-scripts/build-package.mjs';
import { cacheRoot, inProject } from '../../../build-scripts/lib/paths.mjs';
import { withLock } from '../../../build-scripts/lib/lock.mjs';

const own = (...parts) => inProject('tests', 'consumers', ...parts);
const execute = promisify(execFile);

/** Runs a program in a folder; its output when it fails. Gives { stdout, stderr }. */
export async function runIn(folder, program, ...words) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '' };
  delete env.NODE_TEST_CONTEXT;
  try {
    return await execute(program, words, { cwd: folder, env, maxBuffer: 1 << 26, timeout: 180_000 });
  } catch (error) {
    throw new Error(`${program} ${words.join(' ')} failed in ${folder}:\n${error.stdout ?? ''}${error.stderr ?? error.message}`);
  }
}

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

async function installTools(root, lock) {
  const stamp = join(root, 'installed');
  if (textOf(stamp) === lock) return;
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(own(name), join(root, name));
  await runIn(root, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  writeFileSync(stamp, lock);
}

async function installPackage(root) {
  const place = join(root, 'node_modules', kPackageName);
  const { stdout } = await runIn(root, 'npm', 'pack', packageRoot, '--json');
  mkdirSync(place, { recursive: true });
  await runIn(root, 'tar', '-xzf', JSON.parse(stdout)[0].filename, '-C', place, '--strip-components=1');
  return place;
}

export async function openWorkshop() {
  const lock = readFileSync(own('package-lock.json'), 'utf8');
  const tools = join(cacheRoot, 'consumers', createHash('sha256').update(lock).digest('hex').slice(0, 12));
  mkdirSync(tools, { recursive: true });
  await withLock(`${tools}.lock`, () => installTools(tools, lock));
  const root = mkdtempSync(join(tools, 'run-'));
  return {
    package: await installPackage(root),
    tool: (name, ...parts) => join(tools, 'node_modules', name, ...parts),
    /** A fresh folder. */
    folder: (name) => mkdtempSync(join(root, `${name}-`)),
    /** A fresh copy of a consumer, with the files that all share. */
    consumer(name) {
      const folder = join(root, name);
      cpSync(own('shared'), folder, { recursive: true });
      cpSync(own(name), folder, { recursive: true });
      return folder;
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
