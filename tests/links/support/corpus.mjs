// The corpus: links of each version with what they hold and the hash that they come to, in tests/links/corpus/<version>.json.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

export const corpusFolder = new URL('../corpus/', import.meta.url);

/** What a link holds, in 16 digits. */
export const contentOf = (exactText, { scene, log, step, hash, view }) =>
  createHash('sha256').update(exactText({ scene, log, step, hash, view })).digest('hex').slice(0, 16);

/** [{ version, links: [{ link, content, hash }] }]; hash: of the state, null where the run cannot be taken there. */
export async function readCorpora() {
  const names = (await readdir(corpusFolder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => ({
      version: name.slice(0, -'.json'.length),
      links: JSON.parse(await readFile(new URL(name, corpusFolder), 'utf8')),
    })),
  );
}

const enginesFolder = new URL('../../../web/public/engines/', import.meta.url);

/** Where the engine of a released version lies, as a URL; null where it was not released. */
export function frozenFolderOf(version) {
  const file = new URL('engines.json', enginesFolder);
  if (!existsSync(file)) return null;
  const folder = JSON.parse(readFileSync(file, 'utf8'))[version];
  return folder === undefined ? null : new URL(`${folder}/`, enginesFolder);
}
