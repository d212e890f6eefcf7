// The posters of the gallery are those of its scenes as they are now, and small.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { posterStep, readGallery, readManifest, staleness } from '../../build-scripts/posters.mjs';

const kMostOnAverage = 34_000; // bytes of one: they are kept in the repository
const kMostOfOne = 120_000; // some programs show no larger card

const gallery = readGallery();
const manifest = readManifest();
const golden = JSON.parse(readFileSync(inProject('tests', 'determinism', 'golden.json'), 'utf8'));
const folder = inProject('web', 'posters');

/** Width and height as the file itself says. */
function sizeOf(image) {
  if (image.toString('latin1', 1, 4) === 'PNG') return [image.readUInt32BE(16), image.readUInt32BE(20)];
  if (image.toString('latin1', 8, 15) === 'WEBPVP8') {
    const kind = image.toString('latin1', 12, 16);
    if (kind === 'VP8 ') return [image.readUInt16LE(26) & 0x3fff, image.readUInt16LE(28) & 0x3fff];
    if (kind === 'VP8X') return [1 + image.readUIntLE(24, 3), 1 + image.readUIntLE(27, 3)];
    const bits = image.readUInt32LE(21);
    return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
  }
  for (let at = 2; at < image.length; at += 2 + image.readUInt16BE(at + 2))
    if (image[at + 1] >= 0xc0 && image[at + 1] <= 0xc3) return [image.readUInt16BE(at + 7), image.readUInt16BE(at + 5)];
  return null;
}

test('each scene has a current poster: npm run posters makes those that are not', () => {
  assert.ok(gallery.length > 0);
  const stale = gallery.map(({ entry, scene }) => staleness(entry, scene, manifest[entry.id], golden)).filter(Boolean);
  assert.deepEqual(stale, []);
});

test('a poster is stale when its scene, its step, its motion or its file is another', () => {
  const [{ entry, scene }] = gallery;
  const poster = manifest[entry.id];
  for (const [what, pattern] of [
    [[entry, scene, undefined], /has no poster/],
    [[entry, { ...scene, title: 'x' }, poster], /its scene has changed/],
    [[{ ...entry, still: posterStep(entry) + 1 }, scene, poster], /shows step/],
    [[entry, scene, { ...poster, state: '0'.repeat(16) }], /runs otherwise now/],
    [[entry, scene, { ...poster, file: 'none.webp' }], /none\.webp is missing/],
  ])
    assert.match(staleness(...what, golden), pattern);
});

test('they are 1200 × 630, few bytes, and no file is left over', () => {
  const names = readdirSync(folder).filter((name) => name !== 'manifest.json');
  assert.deepEqual(
    names.sort(),
    Object.values(manifest)
      .map(({ file }) => file)
      .sort(),
  );
  let sum = 0;
  for (const name of names) {
    const image = readFileSync(join(folder, name));
    assert.deepEqual(sizeOf(image), [1200, 630], name);
    assert.ok(image.length <= kMostOfOne, `${name}: ${image.length} bytes`);
    sum += image.length;
  }
  assert.ok(sum <= kMostOnAverage * names.length, `${sum} bytes`);
});
