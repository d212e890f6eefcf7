// The Worker of the built page, with the engine, without the page around it: what it computes is the same there, and a test of bits alone is not
// concerned by a change of the page.
async function openWorker({ browser, site }) {
  const page = await browser.open(`${site.url}worker.html`, { width: 460, height: 120 });
  await page.evaluate(
    (script, engine) => globalThis.startWorker(script, engine),
    site.asset('worker', 'js'),
    site.asset('tumble-core', 'wasm'),
  );
  return page;
}

/** One page with one Worker for many tests: opened for the first of them, and anew in a browser that replaced another. */
export function sharedWorker(context) {
  let opened = null;
  return async () => {
    if (opened?.browser !== context.browser) opened = { browser: context.browser, page: await openWorker(context) };
    return opened.page;
  };
}

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
