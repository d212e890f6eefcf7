// The dialog "Share": by keyboard, in every browser; and what is made in it, where a browser renders in good time.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '../support/browser-test.mjs';
import { pathToFileURL } from 'node:url';
import { readRun } from '../../replay/run-file.mjs';
import { openTumble } from '../support/tumble-page.mjs';

// Keeps what is saved and copied instead of handing it over.
const listen = (page) =>
  page.evaluate(() => {
    globalThis.given = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      globalThis.lastBlob = blob;
      return make.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = function keep() {
      globalThis.given.push({ name: this.download, blob: globalThis.lastBlob });
    };
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text) => void globalThis.given.push({ name: 'clipboard', text }) },
      configurable: true,
    });
  });

async function openShare(context, query, options) {
  const page = await openTumble(context.browser, context.site.url, { query, ...options });
  await listen(page);
  await page.key('s');
  await page.waitFor(() => document.querySelector('#share').open, { what: 'the dialog', limit: 30_000 });
  return page;
}

const press = (page, label) =>
  page.evaluate((wanted) => {
    const button = [...document.querySelectorAll('#share button')].find(({ textContent }) => textContent === wanted);
    button.focus();
    button.click();
  }, label);

const last = (page, count, limit = 60_000) =>
  page.waitFor((wanted) => globalThis.given.length >= wanted, { args: [count], what: `${count} things given`, limit });

export function testSharing(context) {
  test('S shares what is seen: the link, code for a page, the scene as text and the run', async () => {
    const page = await openShare(context, '?scene=push-a-cube&paused');
    await page.evaluate(() => document.querySelector('#share').close());
    await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      await simulation.push({ body: simulation.info.bodies[0].id, impulse: [1, 0, 0] });
      await simulation.step(12);
    });
    await page.key('s');
    await page.waitFor(() => document.querySelector('#share').open, { what: 'the dialog' });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copy link');
    assert.match(await page.evaluate(() => document.querySelector('.share-about').textContent), /Push a cube, at 0\.20 s, step 12/);
    const link = await page.evaluate(() => document.querySelector('#share .link-text').value);
    assert.match(await page.evaluate(() => document.querySelector('.share-fit').textContent), new RegExp(`^${link.length} characters`));
    for (const [count, label] of [
      [1, 'Copy link'],
      [2, 'Copy embed code'],
      [3, 'Copy frame code'],
      [4, 'Copy scene as text'],
      [5, 'Run, to replay'],
    ]) {
      await press(page, label);
      await last(page, count);
    }
    const given = await page.evaluate(async () =>
      Promise.all(globalThis.given.map(async ({ name, text, blob }) => ({ name, text: text ?? (await blob.text()) }))),
    );
    assert.equal(given[0].text, link);
    const [, figureLink] =
      /^<script type="module" src="http[^"]*\/tumble-scene\.js"><\/script>\n<tumble-scene link="([\w.-]+)" alt="Push a cube">/.exec(
        given[1].text,
      );
    assert.equal(figureLink, link.split('#')[1]);
    assert.match(given[2].text, /^<iframe src="http[^"]*embed[^"]*" width="720" height="480" title="Push a cube"/);
    assert.equal(JSON.parse(given[3].text).title, 'Push a cube');
    const run = readRun(given[4].text);
    assert.deepEqual([run.steps, run.commands.length], [12, 1]);
    assert.match(given[4].name, /step 12\.run\.json$/);
    await press(page, 'QR code');
    await page.waitFor(() => Boolean(document.querySelector('.share-qr svg path')), { what: 'the QR code' });
    // The figure opens the moment.
    const wanted = await page.evaluate(() => globalThis.tumble.simulation.stand());
    const shown = await page.evaluate(async (code) => {
      await import(/src="([^"]+)"/.exec(code)[1]);
      const holder = document.createElement('div');
      holder.innerHTML = code.split('\n')[1];
      const figure = holder.firstChild;
      figure.setAttribute('paused', '');
      figure.setAttribute('loading', 'eager');
      document.querySelector('#share').append(figure);
      await new Promise((resolve, reject) => {
        figure.addEventListener('ready', resolve);
        figure.addEventListener('error', () => reject(new Error(figure.textContent)));
      });
      const stands = await figure.step(0);
      figure.remove();
      return stands;
    }, given[1].text);
    assert.deepEqual(shown, wanted);
    await page.key('Escape');
    await page.waitFor(() => !document.querySelector('#share').open, { what: 'the dialog closed' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a page of its own holds the moment and runs from the disk', async () => {
    const page = await openShare(context, '?scene=push-a-cube&paused');
    await page.evaluate(() => document.querySelector('#share').close());
    await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      await simulation.push({ body: simulation.info.bodies[0].id, impulse: [1, 0, 0] });
      await simulation.step(12);
    });
    const wanted = await page.evaluate(() => globalThis.tumble.simulation.stand());
    await page.key('s');
    await page.waitFor(() => document.querySelector('#share').open, { what: 'the dialog' });
    await press(page, 'Page, works offline');
    await last(page, 1);
    const { name, text } = await page.evaluate(async () => ({
      name: globalThis.given[0].name,
      text: await globalThis.given[0].blob.text(),
    }));
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
    assert.match(name, /^Push a cube.*\.html$/);
    const folder = mkdtempSync(join(tmpdir(), 'tumble-figure-'));
    const file = join(folder, name);
    writeFileSync(file, text);
    const alone = await context.browser.open(pathToFileURL(file).href);
    await alone.waitFor(() => Boolean(document.querySelector('tumble-scene').seek), { what: 'the element' });
    const shown = await alone.evaluate(async (step) => {
      const figure = document.querySelector('tumble-scene');
      return { ...(await figure.seek(step)), where: figure.running.figure.simulation.where, title: document.title };
    }, wanted.step);
    assert.deepEqual(shown, { step: 12, hash: wanted.hash, where: 'worker', title: 'Push a cube' });
    if (!context.browser.needsProbe) assert.deepEqual(await alone.consoleErrors(), []);
    await alone.close();
    rmSync(folder, { recursive: true });
  });

  if (context.engine !== 'chromium') return;

  test('the poster is 1200 × 630 and shows the scene; the run on display is left alone', async () => {
    const page = await openShare(context, '?scene=tennis-racket&paused', { width: 400, height: 700 });
    const before = await page.evaluate(() => globalThis.tumble.simulation.stand());
    await press(page, 'Picture, 1200 × 630');
    await last(page, 1, 120_000);
    const { size, colors } = await page.evaluate(async () => {
      const image = await createImageBitmap(globalThis.given[0].blob);
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context2d = canvas.getContext('2d');
      context2d.drawImage(image, 0, 0);
      const { data } = context2d.getImageData(300, 200, 600, 350); // below the title, above the badge
      return { size: [image.width, image.height], colors: new Set(new Uint32Array(data.buffer)).size };
    });
    assert.deepEqual(size, [1200, 630]);
    assert.ok(colors > 200, `${colors} colours`);
    assert.deepEqual(await page.evaluate(() => globalThis.tumble.simulation.stand()), before);
    // The racket is drawn as one, not as the boxes that it consists of.
    await page.evaluate(async (step) => {
      document.querySelector('#share').close();
      const { simulation } = globalThis.tumble;
      const scene = structuredClone(simulation.scene);
      for (const body of scene.bodies) delete body.look;
      await globalThis.tumble.loadScene(scene);
      await simulation.seek(step);
    }, before.step);
    await page.key('s');
    await page.waitFor(() => document.querySelector('#share').open, { what: 'the dialog' });
    await press(page, 'Picture, 1200 × 630');
    await last(page, 2, 120_000);
    const differing = await page.evaluate(async () => {
      const [one, other] = await Promise.all(
        globalThis.given.map(async ({ blob }) => {
          const image = await createImageBitmap(blob);
          const context2d = new OffscreenCanvas(image.width, image.height).getContext('2d');
          context2d.drawImage(image, 0, 0);
          return new Uint32Array(context2d.getImageData(300, 200, 600, 350).data.buffer);
        }),
      );
      return one.reduce((sum, pixel, index) => sum + (pixel === other[index] ? 0 : 1), 0);
    });
    assert.ok(differing > 2000, `${differing} pixels are others`);
    assert.equal(await page.evaluate(() => document.querySelectorAll('.rendering').length), 0);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a video has the frames that were asked for, one for each moment; and can be broken off', async () => {
    const page = await openShare(context, '?scene=push-a-cube&paused');
    await page.evaluate(() => {
      document.querySelector('.share-video').open = true;
    });
    await page.waitFor(() => Boolean(document.querySelector('.share-video-form')), { what: 'the form' });
    const fill = (kind, to) =>
      page.evaluate(
        (wantedKind, wantedTo) => {
          const [from, end] = document.querySelectorAll('.share-video-form input[type=number]');
          const [speed, as, size] = document.querySelectorAll('.share-video-form select');
          const set = (field, value) => {
            field.value = value;
            for (const type of ['change', 'input']) field.dispatchEvent(new Event(type, { bubbles: true }));
          };
          set(as, wantedKind);
          set(size, '640 × 360');
          set(from, '1');
          set(end, wantedTo);
          set(speed, '1');
          return document.querySelector('.share-video-form .share-fit').textContent;
        },
        kind,
        to,
      );
    assert.match(await fill('gif', '1.5'), /^Steps 60 to 90: 11 frames, 0\.6 s to watch\.$/);
    await press(page, 'Make the video');
    await last(page, 1, 120_000);
    const gif = await page.evaluate(async () => {
      const decoder = new ImageDecoder({ data: await globalThis.given[0].blob.arrayBuffer(), type: 'image/gif' });
      await decoder.tracks.ready;
      await decoder.completed;
      const { image } = await decoder.decode({ frameIndex: 10 });
      return [decoder.tracks.selectedTrack.frameCount, image.displayWidth, image.displayHeight, image.duration];
    });
    assert.deepEqual(gif, [11, 640, 360, 50_000]);
    assert.match(await fill('video', '1.5'), /16 frames/);
    await press(page, 'Make the video');
    await last(page, 2, 120_000);
    const { name, bytes, head } = await page.evaluate(async () => {
      const { blob, name } = globalThis.given[1];
      const data = new Uint8Array(await blob.arrayBuffer());
      return { name, bytes: data.length, head: String.fromCharCode(...data.slice(4, 8)) };
    });
    assert.match(name, /step 60 to 90\.(mp4|webm)$/);
    assert.ok(bytes > 2000, `${bytes} bytes`);
    if (name.endsWith('mp4')) assert.equal(head, 'ftyp');
    await fill('video', '200');
    await press(page, 'Make the video');
    await page.waitFor(() => /^Frame [2-9]/.test(document.querySelector('.share-video-form .share-fit').textContent), {
      what: 'frames',
      limit: 60_000,
    });
    await press(page, 'Cancel');
    await page.waitFor(() => /^Broken off/.test(document.querySelector('.share-video-form .share-fit').textContent), { what: 'the end' });
    assert.equal(await page.evaluate(() => globalThis.given.length), 2);
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.frame.step), 0);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a preview page shows its picture, and goes on to the scene where its address says more', async () => {
    const page = await context.browser.open(`${context.site.url}scenes/tennis-racket/`);
    await page.waitFor(() => document.querySelector('.preview img').naturalWidth === 1200, { what: 'the picture' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.goto(`${context.site.url}scenes/tennis-racket/?paused`);
    await page.waitFor(() => location.search === '?scene=tennis-racket&paused' && document.title === 'The tennis racket · Tumble', {
      what: 'the scene',
      limit: 60_000,
    });
    await page.close();
  });
}
