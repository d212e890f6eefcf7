// The page under test: opens it and asks it things through `window.tumble`.

/** Opens the page. `file`: one of support/site.mjs. */
export const startTumble = (browser, root, { query = '', file = browser.needsProbe ? 'probe.html' : '', ...options } = {}) =>
  browser.open(`${root}${file}${query}`, options);

/** Opens the page and waits until its first scene is open or refused. */
export async function openTumble(browser, root, options) {
  const page = await startTumble(browser, root, options);
  await page.waitFor(() => Boolean(globalThis.tumble), { what: 'window.tumble', limit: 60_000 });
  await page.evaluate(() => globalThis.tumble.ready);
  return page;
}

export const loadScene = (page, scene) => page.evaluate(async (wanted) => globalThis.tumble.loadScene(wanted), scene);

/** Until a frame with a picture has come. */
export const waitForFrame = (page) => page.waitFor(() => globalThis.tumble.firstFrameAt, { what: 'a first frame', limit: 60_000 });

export const presentStep = (page) => page.evaluate(() => globalThis.tumble.simulation.frame?.step ?? 0);
export const isPlaying = (page) => page.evaluate(() => globalThis.tumble.simulation.frame?.playing ?? false);

export const waitForStep = (page, step) =>
  page.waitFor((wanted) => (globalThis.tumble.simulation.frame?.step ?? 0) >= wanted, {
    args: [step],
    what: `step ${step}`,
    limit: 60_000,
  });

/** Until the picture of just this step has come: a busy machine shows it later than it has it. */
export const waitForPictureOf = (page, step) =>
  page.waitFor((wanted) => globalThis.tumble.simulation.frame?.step === wanted, { args: [step], what: `step ${step}` });

/** Where the centre of a body is drawn, in CSS pixels of the window. */
export const placeOnScreen = (page, slot) =>
  page.evaluate((wanted) => {
    const { simulation, viewer } = globalThis.tumble;
    const { frame } = simulation;
    const { camera } = viewer.camera;
    const start = (frame.slotCount + wanted) * 8;
    const transform = (matrix, [x, y, z, w]) =>
      [0, 1, 2, 3].map((row) => matrix[row] * x + matrix[row + 4] * y + matrix[row + 8] * z + matrix[row + 12] * w);
    camera.updateMatrixWorld();
    const view = transform(camera.matrixWorldInverse.elements, [...frame.poses.slice(start, start + 3), 1]);
    const clip = transform(camera.projectionMatrix.elements, view);
    const box = document.querySelector('.picture').getBoundingClientRect();
    return [box.x + ((clip[0] / clip[3] + 1) / 2) * box.width, box.y + ((1 - clip[1] / clip[3]) / 2) * box.height].map(Math.round);
  }, slot);

/** How many colours the picture has: 1 is a blank one. Draws and reads in one go, before the browser clears it. */
export const countColors = (page) =>
  page.evaluate(() => {
    const { viewer } = globalThis.tumble;
    viewer.invalidate();
    viewer.draw(performance.now());
    const gl = document.querySelector('.picture').getContext('webgl2');
    if (!gl || gl.isContextLost()) return 0;
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(width * height * 4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const words = new Uint32Array(pixels.buffer);
    const colors = new Set();
    for (let index = 0; index < words.length; index += 7) colors.add(words[index]);
    return colors.size;
  });

/** The colour of the background: the pixel in the corner of the picture above at the left. */
export const cornerColor = (page) =>
  page.evaluate(() => {
    const { viewer } = globalThis.tumble;
    viewer.redraw();
    const gl = document.querySelector('.picture').getContext('webgl2');
    const pixel = new Uint8Array(4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.readPixels(0, gl.drawingBufferHeight - 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel];
  });

/** What the page says to people: cards and notes that are to be seen. */
export const messages = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.card, .notes')]
      .filter((element) => !element.hidden && element.getClientRects().length > 0)
      .flatMap((element) => (element.matches('.notes') ? [...element.children] : [element]))
      .map((element) => element.textContent.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== ''),
  );

/** Waits until a message fits, and gives it. */
export async function waitForMessage(page, pattern, limit = 20_000) {
  for (const end = Date.now() + limit; ; ) {
    const all = await messages(page);
    const found = all.find((text) => pattern.test(text));
    if (found) return found;
    if (Date.now() > end) throw new Error(`no message fits ${pattern}; the page says ${JSON.stringify(all)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
