// The Worker of the built page, with the engine, without the page around it: what it computes is the same there, and a test of bits alone is not
// concerned by a change of the page.
import { sharedPage } from './tumble-page.mjs';

/** One page with one Worker for many tests. */
export const sharedWorker = (context) =>
  sharedPage(context, async () => {
    const { browser, site } = context;
    const page = await browser.open(`${site.url}worker.html`, { width: 460, height: 120 });
    await page.evaluate(
      (script, engine) => globalThis.startWorker(script, engine),
      site.asset('worker', 'js'),
      site.asset('tumble-core', 'wasm'),
    );
    return page;
  });

/** Of each scene in turn the hash after each of its first steps; ['refused'] for what is none. `list`: [{ scene, steps }] */
export const hashesOf = (page, list) =>
  page.evaluate(async (scenes) => {
    const all = [];
    for (const { scene, steps } of scenes) all.push(await globalThis.hashesOf(scene, steps));
    return all;
  }, list);

/** The same of a scene of the gallery, from the file that the page loads. */
export const hashesOfFile = (page, file, count) =>
  page.evaluate(
    async (name, steps) => {
      const { default: scene } = await import(new URL(name, document.baseURI).href);
      return globalThis.hashesOf(scene, steps);
    },
    file,
    count,
  );
