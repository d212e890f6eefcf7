// Makes the stills of the lessons: each figure as it stands at its step data-still, light and dark, rendered by the built lesson in headless Chromium,
// kept in web/lessons/pictures with a manifest that says what each was made from. `--only <lesson>` makes those of one. A figure whose still is
// missing stands without one until it runs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowsers } from './browsers.mjs';
import { buildPage } from './build-page.mjs';
import { inProject } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say } from './lib/progress.mjs';
import { sceneHash } from './posters.mjs';
import { serve } from './serve.mjs';

const kFolder = inProject('web', 'lessons', 'pictures');
const kManifest = join(kFolder, 'manifest.json');
const kQuality = 0.84;
const kNotSeen = ['alt']; // attributes that no picture depends on

const readJson = (...path) => JSON.parse(readFileSync(inProject('web', ...path), 'utf8'));

/** The lessons of the list. */
export const readLessons = () => readJson('lessons', 'lessons.json').lessons;
export const readManifest = () => (existsSync(kManifest) ? JSON.parse(readFileSync(kManifest, 'utf8')) : {});

/** What the figures of a lesson are made from: { id, scene (hash), step, look (attributes) } of each. */
export function figuresOf({ id: lesson }) {
  const source = readFileSync(inProject('web', 'lessons', 'sources', `${lesson}.html`), 'utf8');
  return [...source.matchAll(/<tumble-scene\s([^>]*)>/g)].map(([, tag]) => {
    const given = Object.fromEntries([...tag.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name, value]));
    const { id, scene, src, 'data-still': step, ...others } = given;
    const look = Object.entries(others).filter(([name]) => !kNotSeen.includes(name));
    const text = src ? readJson('lessons', 'scenes', src) : readJson('scenes', `${scene}.json`);
    return {
      id: `${lesson}-${id}`,
      scene: sceneHash(text),
      step: Number(step),
      look: look.map((pair) => pair.join('=')).join(' '),
      name: scene,
    };
  });
}

/** What is not as it was when the still of a figure was made: a sentence, or ''. `golden`: state hashes by scene and step (tests/determinism). */
export function staleness(figure, still, golden) {
  if (!still) return `${figure.id}: has no still`;
  if (still.scene !== figure.scene) return `${figure.id}: its scene has changed`;
  if (still.step !== figure.step) return `${figure.id}: shows step ${still.step}, not ${figure.step}`;
  if (still.look !== figure.look) return `${figure.id}: its tag has changed`;
  const hashes = golden[figure.name] ?? [];
  if (still.step > 0 && still.step <= hashes.length && hashes[still.step - 1] !== still.state)
    return `${figure.id}: the scene runs otherwise now`;
  const missing = ['', '-dark'].map((ending) => `${figure.id}${ending}.webp`).find((name) => !existsSync(join(kFolder, name)));
  return missing ? `${figure.id}: ${missing} is missing` : '';
}

/** Of one figure: a picture of the size in which a wide window shows it, as base64, and the hash of the state there. */
const stillOf = (page, id) =>
  page.evaluate(
    async (figureId, quality) => {
      const figure = document.getElementById(figureId);
      figure.scrollIntoView({ block: 'center' });
      const { hash } = await figure.seek(Number(figure.dataset.still));
      await new Promise((resolve) => setTimeout(resolve, 1500)); // the step, marks and the light are drawn, on a busy machine, too
      const bitmap = await createImageBitmap(await figure.toBlob());
      const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      return { picture: canvas.toDataURL('image/webp', quality).split(',')[1], state: hash };
    },
    id,
    kQuality,
  );

async function main(words) {
  const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : null;
  const lessons = readLessons();
  if (only && !lessons.some(({ id }) => id === only)) throw new Problem(`There is no lesson “${only}”.`);
  mkdirSync(kFolder, { recursive: true });
  await ensureBrowsers();
  await buildPage();
  const { launchChromium } = await import('../tests/browser/drivers/chromium.mjs');
  const server = await serve({ port: 0 });
  const browser = await launchChromium();
  const manifest = readManifest();
  try {
    for (const { id } of lessons.filter((lesson) => only === null || lesson.id === only))
      for (const colorScheme of ['light', 'dark']) {
        const page = await browser.open(`${server.url}lessons/${id}/`, { display: 'usual', width: 1280, height: 900, colorScheme });
        const figures = await page.evaluate(() => [...document.querySelectorAll('tumble-scene')].map((figure) => figure.id));
        for (const figure of figures) {
          const { picture, state } = await stillOf(page, figure);
          const image = Buffer.from(picture, 'base64');
          const { scene, step, look } = figuresOf({ id }).find((one) => one.id === `${id}-${figure}`);
          manifest[`${id}-${figure}`] = { scene, step, look, state };
          writeFileSync(join(kFolder, `${id}-${figure}${colorScheme === 'dark' ? '-dark' : ''}.webp`), image);
          say(`${id}, ${figure}, ${colorScheme}: ${image.length} bytes`);
        }
        await page.close();
      }
    const known = lessons.flatMap((lesson) => figuresOf(lesson).map(({ id }) => id));
    const kept = Object.entries(manifest).filter(([id]) => known.includes(id));
    writeFileSync(kManifest, `${JSON.stringify(Object.fromEntries(kept.sort()), null, 2)}\n`);
  } finally {
    await browser.close();
    await server.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(() => main(process.argv.slice(2)));
