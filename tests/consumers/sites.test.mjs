// The built page in the sites of others: each comes to the hash that Node comes to after 120 steps.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { distRoot, inProject } from '../../build-scripts/lib/paths.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { previewPages } from '../../web/preview/preview-pages.mjs';
import { importWebModules } from '../web/support/bundle.mjs';
import { kPolicyOff, kSteps, open, servers, truth, workshop } from './support/stage.mjs';
import { embedded } from './wordpress/wordpress.mjs';

// The built page on a server of its own, with the preview pages of a build that was told where it stands.
async function serveSite() {
  const root = workshop.folder('site');
  cpSync(distRoot, root, { recursive: true, filter: (file) => file !== join(distRoot, 'package') });
  const server = await serve({ root, port: 0 });
  servers.push(server);
  const emitFile = ({ fileName, source }) => writeFileSync(join(root, fileName), source);
  previewPages(inProject('web'), server.url).generateBundle.call({ emitFile });
  return server.url;
}

// Opens a page of another program that holds a frame, and gives the hash of the figure in it after so many steps, which it has run by itself before.
async function runsFramed(name, file, html) {
  const folder = workshop.consumer(name);
  const text = readFileSync(join(folder, file), 'utf8');
  const whole = text.replace(/<!-- (frame|address) -->/, () => html);
  assert.notEqual(whole, text);
  const listens = `<script>addEventListener('message', ({ data }) => { if (data.type === 'height') document.documentElement.dataset.height = data.height; });</script>`;
  writeFileSync(join(folder, 'index.html'), whole.replace('<head>', `<head>${listens}`));
  const page = await open(folder, { headers: kPolicyOff });
  try {
    const inFrame = async (work, ...given) => {
      for (const end = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 150))) {
        const value = await page.evaluateInFrame(work, ...given).catch((error) => ({ error: error.message })); // between two pages
        if (value && !value.error) return value;
        assert.ok(Date.now() < end, `${name}: ${value?.error ?? 'the figure does not run'}`);
      }
    };
    const seen = await inFrame(async (steps) => {
      const element = document.querySelector('tumble-scene');
      const figure = element?.running?.figure ?? globalThis.tumble;
      if (!figure?.simulation?.run || figure.simulation.run.step < 10) return null;
      const trouble = [...document.querySelectorAll('.card, .trouble')].find((one) => one.getClientRects().length > 0)?.textContent;
      const hash = element && (await element.seek(steps)).hash;
      return { origin: globalThis.origin, trouble, hash, width: innerWidth, height: innerHeight, asks: Math.round((innerWidth * 10) / 16) };
    }, kSteps);
    assert.equal(seen.trouble, undefined);
    return { ...seen, heard: Number(await page.evaluate(() => document.documentElement.dataset.height)) };
  } finally {
    await page.close();
  }
}

test('WordPress: the address of a preview page becomes a sandboxed frame, in which the figure runs', async () => {
  const site = await serveSite();
  const { answer, html } = await embedded(`${site}scenes/tennis-racket/`, { width: 620 });
  assert.equal(answer.version, '1.0');
  assert.ok(answer.width > 0 && answer.height > 0, JSON.stringify(answer));
  const { origin, hash, height } = await runsFramed('wordpress', 'post.html', html);
  assert.equal(origin, 'null');
  assert.equal(hash, truth.racket);
  assert.equal(height, answer.height);
});

test('Notion: the address of embed.html in its block “Embed” runs, and tells the height that it would like', async () => {
  const { hash, width, heard, asks } = await runsFramed('notion', 'page.html', `${await serveSite()}embed.html?scene=tennis-racket`);
  assert.equal(hash, truth.racket);
  assert.equal(width, 708);
  assert.equal(heard, asks);
});

test('Moodle: the code of “Share” for a frame runs in an activity “Page”, as wide as its column', async () => {
  const { frameCode } = await importWebModules('share/embed-code.ts');
  const site = await serveSite();
  const { width, origin } = await runsFramed('moodle', 'page.html', frameCode(`${site}?scene=tennis-racket&embed`, 'A "racket"'));
  assert.equal(origin, new URL(site).origin);
  assert.ok(width > 600 && width <= 680 - 2 * 15, `${width}`);
});
