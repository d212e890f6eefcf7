// Is a result still made from these files? A stamp remembers name, size and time of every input of a build.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const kIgnored = new Set(['node_modules', '.git', '.vite']);

// Every file below a path (or the path itself when it is a file), sorted.
export function filesBelow(path, accept = () => true) {
  let kind;
  try {
    kind = statSync(path);
  } catch {
    return [];
  }
  if (kind.isFile()) return accept(path) ? [path] : [];
  return readdirSync(path)
    .sort()
    .filter((name) => !kIgnored.has(name))
    .flatMap((name) => filesBelow(join(path, name), accept));
}

export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(path))) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\n${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

const readOrNull = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

// Runs work() unless stampFile says that it already ran for the same inputs and what it made is still there as it left it.
export async function whenChanged({ stampFile, inputs, outputs }, work) {
  const before = fingerprint(inputs);
  if (readOrNull(stampFile) === `${before} ${fingerprint(outputs)}`) return false;
  rmSync(stampFile, { force: true });
  await work();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${before} ${fingerprint(outputs)}`);
  return true;
}
