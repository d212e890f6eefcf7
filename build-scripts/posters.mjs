// Makes the posters of the gallery: a still of each scene at 1200 × 630, rendered by the page itself in headless Chromium, kept in web/posters
// with a manifest that says what each was made from. Only those that are not current are made; `--all` makes all, `--only a,b` some.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowsers } from './browsers.mjs';
import { buildPage } from './build-page.mjs';
import { inProject } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say, seconds } from './lib/progress.mjs';
import { filesBelow } from './lib/stamp.mjs';
import { serve } from './serve.mjs';

const kFolder = inProject('web', 'posters');
const kManifest = join(kFolder, 'manifest.json');
// The first that is smallest is kept. Qualities at which no letter has a rim.
const kFormats = [
  { type: 'image/webp', quality: 0.86, ending: '.webp' },
  { type: 'image/jpeg', quality: 0.88, ending: '.jpg' },
  { type: 'image/png', ending: '.png' },
];

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { still: kUsualStep, scenes } = readJson(inProject('web', 'scenes', 'catalog.json')); // of scenes that name none

/** What a poster is made from: the scene, without regard to spaces, and its step. */
export const sceneHash = (scene) => createHash('sha256').update(JSON.stringify(scene)).digest('hex').slice(0, 16);
export const posterStep = ({ still }) => still ?? kUsualStep;

export function readManifest() {
  try {
    return readJson(kManifest);
  } catch {
    return {};
  }
}

/** What is not as it was when a poster was made: one sentence, or ''. `golden`: state hashes by scene and step (tests/determinism). */
export function staleness(entry, scene, poster, golden) {
  if (!poster) return `${entry.id}: has no poster`;
  if (poster.scene !== sceneHash(scene)) return `${entry.id}: its scene has changed`;
  if (poster.step !== posterStep(entry)) return `${entry.id}: shows step ${poster.step}, not ${posterStep(entry)}`;
  const hashes = golden[entry.id] ?? [];
  if (poster.step > 0 && poster.step <= hashes.length && hashes[poster.step - 1] !== poster.state)
    return `${entry.id}: the scene runs otherwise now`;
  if (!filesBelow(join(kFolder, poster.file)).length) return `${entry.id}: ${poster.file} is missing`;
  return '';
}

export function readGallery() {
  return scenes.map((entry) => ({ entry, scene: readJson(inProject('web', 'scenes', `${entry.id}.json`)) }));
}

async function makePoster(page, root, { id }, step) {
  await page.goto(`${root}?scene=${id}&paused`, { waitUntil: 'load' });
  await page.waitForFunction(() => globalThis.tumble?.simulation?.frame, { timeout: 60_000 });
  return page.evaluate(
    async (wanted, formats) => {
      const { tumble } = globalThis;
      if (!(await tumble.ready)) throw new Error('the scene does not open');
      await new Promise((resolve) => setTimeout(resolve, 100)); // the view of the scene, its marks and its illustration are there
      const { canvas, hash } = await tumble.poster(wanted);
      const toText = (blob) =>
        new Promise((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(reader.result.split(',')[1]);
          reader.readAsDataURL(blob);
        });
      const files = await Promise.all(
        formats.map(
          ({ type, quality, ending }) =>
            new Promise((resolve) => canvas.toBlob((blob) => resolve({ ending, blob: blob?.type === type ? blob : null }), type, quality)),
        ),
      );
      const { ending, blob } = files.filter((file) => file.blob).sort((a, b) => a.blob.size - b.blob.size)[0];
      return { hash, ending, data: await toText(blob) };
    },
    step,
    kFormats,
  );
}

async function main(words) {
  const start = performance.now();
  const only = words.includes('--only') ? words[words.indexOf('--only') + 1]?.split(',') : null;
  const gallery = readGallery();
  for (const id of only ?? []) if (!gallery.some(({ entry }) => entry.id === id)) throw new Problem(`There is no scene “${id}”.`);
  const manifest = readManifest();
  const golden = readJson(inProject('tests', 'determinism', 'golden.json'));
  const isWanted = ({ entry, scene }) =>
    only ? only.includes(entry.id) : words.includes('--all') || staleness(entry, scene, manifest[entry.id], golden) !== '';
  const wanted = gallery.filter(isWanted);
  mkdirSync(kFolder, { recursive: true });
  if (wanted.length > 0) {
    await ensureBrowsers();
    await buildPage();
    const { launchChromium } = await import('../tests/browser/drivers/chromium.mjs');
    const server = await serve({ port: 0 });
    const browser = await launchChromium();
    try {
      for (const { entry, scene } of wanted) {
        const step = posterStep(entry);
        const page = await browser.open('about:blank', { display: 'usual', width: 1200, height: 630, colorScheme: 'light' });
        try {
          const { hash, ending, data } = await makePoster(page.raw, server.url, entry, step);
          const image = Buffer.from(data, 'base64');
          const file = `${entry.id}${ending}`;
          const before = manifest[entry.id]?.file;
          if (before && before !== file) rmSync(join(kFolder, before), { force: true });
          writeFileSync(join(kFolder, file), image);
          manifest[entry.id] = { file, step, scene: sceneHash(scene), state: hash };
          say(`${entry.id}: step ${step}, ${image.length} bytes`);
        } finally {
          await page.close();
        }
      }
    } finally {
      await browser.close();
      await server.close();
    }
  }
  // In the order of the list; what is not in it goes.
  const kept = Object.fromEntries(gallery.flatMap(({ entry: { id } }) => (manifest[id] ? [[id, manifest[id]]] : [])));
  const lines = Object.entries(kept).map(([id, poster]) => `  ${JSON.stringify(id)}: ${JSON.stringify(poster)}`);
  writeFileSync(kManifest, `{\n${lines.join(',\n')}\n}\n`);
  const names = new Set(['manifest.json', ...Object.values(kept).map(({ file }) => file)]);
  for (const path of filesBelow(kFolder)) if (!names.has(path.slice(kFolder.length + 1))) rmSync(path);
  say(`${wanted.length} made, ${gallery.length - wanted.length} current, after ${seconds(performance.now() - start)}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(() => main(process.argv.slice(2)));
