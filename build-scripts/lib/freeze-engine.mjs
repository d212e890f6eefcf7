// Puts the engine of a built page beside it under its version, so that links of that version replay in the engine that made them: its Worker, its
// WebAssembly, the gallery of its day and what it speaks in engines/<version>-<hash>/, and the list engines/engines.json of all versions.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { spokenToday } from './spoken.mjs';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

export const readEngines = (folder) => {
  const file = join(folder, 'engines.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

function only(folder, pattern) {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  if (names.length !== 1) throw new Problem(`${folder} holds ${names.length} files like ${pattern}, not one: build the page anew.`);
  return join(folder, names[0]);
}

/** `page`: the folder of a built page; `scenes`: of the gallery's files; `engines`: where they lie. Gives the name of the folder. */
export function freezeEngine({ version, page, scenes, engines }) {
  const all = readEngines(engines);
  if (all[version] !== undefined) throw new Problem(`The engine of ${version} is frozen already: a release is made once.`);
  const wasm = readFileSync(only(join(page, 'assets'), /^tumble-core-[\w-]{8}\.wasm$/));
  const worker = readFileSync(only(join(page, 'assets'), /^worker-[\w-]{8}\.js$/), 'utf8');
  if (/\bimport\s*[("'{*]|\bfrom\s*["']\./.test(worker))
    throw new Problem('The Worker loads other files, so it would not last by itself: it has to be one file.');
  const folder = `${version}-${sha256(wasm).slice(0, 8)}`;
  const to = join(engines, folder);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'worker.js'), worker);
  writeFileSync(join(to, 'tumble-core.wasm'), wasm);
  writeFileSync(join(to, 'spoken.json'), `${JSON.stringify(spokenToday(), null, 2)}\n`);
  const { scenes: listed } = JSON.parse(readFileSync(join(scenes, 'catalog.json'), 'utf8'));
  const texts = listed.map(({ id }) => `${JSON.stringify(id)}: ${readFileSync(join(scenes, `${id}.json`), 'utf8').trim()}`);
  writeFileSync(join(to, 'scenes.json'), `{\n${texts.join(',\n')}\n}\n`);
  writeFileSync(join(engines, 'engines.json'), `${JSON.stringify({ ...all, [version]: folder }, null, 2)}\n`);
  return folder;
}
