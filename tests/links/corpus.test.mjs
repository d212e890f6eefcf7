// Links of this version and of every released one: each still holds what it held, and comes to the state it came to, in the engine that made it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { misread, spokenToday } from '../../build-scripts/lib/spoken.mjs';
import { decode, engine, exactText, open } from './link-driver.mjs';
import { contentOf, frozenFolderOf, readCorpora } from './support/corpus.mjs';
import { documentedKeys, keysIn } from './support/documented-keys.mjs';
import { commandMakers, viewMakers } from './support/random-links.mjs';

const kLeast = 200;
const corpora = await readCorpora();

test('there is a corpus of this version, and of each other the engine that made it', () => {
  assert.ok(
    corpora.some(({ version }) => version === engine),
    `npm run corpus makes that of ${engine}`,
  );
  for (const { version } of corpora) if (version !== engine) assert.notEqual(frozenFolderOf(version), null, version);
});

test('the page reads what each frozen engine says', () => {
  for (const { version } of corpora) {
    const folder = frozenFolderOf(version);
    if (folder) assert.deepEqual(misread(JSON.parse(readFileSync(new URL('spoken.json', folder), 'utf8')), spokenToday()), [], version);
  }
});

for (const { version, links } of corpora) {
  test(`the links of Tumble ${version} hold what they held and come to the same states`, async () => {
    assert.ok(links.length >= kLeast, `${links.length} links`);
    const differing = [];
    for (const [index, { link, content, hash }] of links.entries()) {
      const decoded = await decode(link);
      if (!decoded.ok) {
        differing.push(`${index}: ${decoded.message}`);
        continue;
      }
      assert.equal(decoded.engine, version);
      if (contentOf(exactText, decoded) !== content) differing.push(`${index}: holds something else`);
      const reached = await open(link);
      if (!reached.reproduced || reached.hash !== hash) differing.push(`${index}: ${reached.message}`);
    }
    assert.deepEqual(differing, [], 'where motion, gallery or format were meant to change before a release: npm run corpus');
  });

  test(`the links of Tumble ${version} have every key of the format, every command and every setting of a view`, async () => {
    const [keys, commands, settings] = [new Set(), new Set(), new Set()];
    for (const { link } of links) {
      const { scene, log, view } = await decode(link);
      keysIn([scene, log], keys);
      for (const { command } of [...log, ...(scene.commands ?? []).map((command) => ({ command }))]) commands.add(command.type);
      for (const key of Object.keys(view)) settings.add(key);
    }
    if (version === engine)
      assert.deepEqual(
        [...(await documentedKeys())].filter((key) => !keys.has(key)),
        [],
      );
    assert.deepEqual(
      [...Object.keys(commandMakers), 'revise'].filter((type) => !commands.has(type)),
      [],
    );
    assert.deepEqual(
      Object.keys(viewMakers).filter((key) => !settings.has(key)),
      [],
    );
  });
}

test('the hash of each is that of its run, not one that is the same for all', () => {
  for (const { links } of corpora) assert.ok(new Set(links.map(({ hash }) => hash)).size > 0.9 * links.length);
});
