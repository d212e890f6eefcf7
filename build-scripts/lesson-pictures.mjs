// Makes the stills of the lessons: each figure as it stands at its step data-still, light and dark, rendered by the built lesson in headless Chromium,
// kept in web/lessons/pictures. `--only <lesson>` makes those of one. A figure whose still is missing stands without one until it runs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowsers } from './browsers.mjs';
import { buildPage } from './build-page.mjs';
import { inProject } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say } from './lib/progress.mjs';
import { serve } from './serve.mjs';

const kFolder = inProject('web', 'lessons', 'pictures');
const kQuality = 0.84;

/** Of one figure: a picture of the size in which a wide window shows it, as base64. */
const stillOf = (page, id) =>
  page.evaluate(
    async (figureId, quality) => {
      const figure = document.getElementById(figureId);
      figure.scrollIntoView({ block: 'center' });
      await figure.seek(Number(figure.dataset.still));
      await new Promise((resolve) => setTimeout(resolve, 400)); // marks and the light are there
      const bitmap = await createImageBitmap(await figure.toBlob());
      const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', quality).split(',')[1];
    },
    id,
    kQuality,
  );

async function main(words) {
  const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : null;
  const { lessons } = JSON.parse(readFileSync(inProject('web', 'lessons', 'lessons.json'), 'utf8'));
  if (only && !lessons.some(({ id }) => id === only)) throw new Problem(`There is no lesson “${only}”.`);
  mkdirSync(kFolder, { recursive: true });
  await ensureBrowsers();
  await buildPage();
  const { launchChromium } = await import('../tests/browser/drivers/chromium.mjs');
  const server = await serve({ port: 0 });
  const browser = await launchChromium();
  try {
    for (const { id } of lessons.filter((lesson) => only === null || lesson.id === only))
      for (const colorScheme of ['light', 'dark']) {
        const page = await browser.open(`${server.url}lessons/${id}/`, { width: 1280, height: 900, colorScheme });
        const figures = await page.evaluate(() => [...document.querySelectorAll('tumble-scene')].map((figure) => figure.id));
        for (const figure of figures) {
          const image = Buffer.from(await stillOf(page, figure), 'base64');
          writeFileSync(join(kFolder, `${id}-${figure}${colorScheme === 'dark' ? '-dark' : ''}.webp`), image);
          say(`${id}, ${figure}, ${colorScheme}: ${image.length} bytes`);
        }
        await page.close();
      }
  } finally {
    await browser.close();
    await server.close();
  }
}

await runMain(() => main(process.argv.slice(2)));
