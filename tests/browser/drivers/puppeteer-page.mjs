// A page of Chromium or Firefox behind the common interface of the drivers (see index.mjs).
import { pageMethods } from './page-methods.mjs';
import { isSlow, kFramesPerSecond, kScale, limitFrames } from './slow-display.mjs';

// The page was left while this was on its way, as Chromium and Firefox say it.
const kLeftBehind = ['net::ERR_ABORTED', 'NS_BINDING_ABORTED'];

const isNoise = (text) => /favicon/.test(text);

export async function openPuppeteerPage(browser, url, options) {
  const slow = isSlow(options);
  const { scale = slow ? kScale : 1, framesPerSecond = slow ? kFramesPerSecond : null } = options;
  const { width, height, colorScheme, reducedMotion, canEmulateMedia } = options;
  const page = await browser.newPage();
  const errors = [];
  const record = (text) => {
    if (!isNoise(text)) errors.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') record(`console: ${message.text()} ${message.location()?.url ?? ''}`);
  });
  page.on('pageerror', (error) => record(`uncaught: ${error?.message ?? error}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    if (!kLeftBehind.includes(why)) record(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) record(`status ${response.status()}: ${response.url()}`);
  });
  const density = canEmulateMedia && { deviceScaleFactor: scale };
  await page.setViewport({ width, height, ...density });
  if (canEmulateMedia) {
    const features = [];
    if (colorScheme) features.push({ name: 'prefers-color-scheme', value: colorScheme });
    if (reducedMotion) features.push({ name: 'prefers-reduced-motion', value: 'reduce' });
    await page.emulateMediaFeatures(features);
  }
  // Violations that no console shows in every engine.
  await page.evaluateOnNewDocument(() => {
    globalThis.policyViolations = [];
    addEventListener('securitypolicyviolation', (event) =>
      globalThis.policyViolations.push(`${event.violatedDirective}: ${event.blockedURI}`),
    );
  });
  if (framesPerSecond) await page.evaluateOnNewDocument(limitFrames, framesPerSecond);
  await page.goto(url, { waitUntil: 'load' });

  const basics = {
    raw: page,
    evaluate: (work, ...args) => (typeof work === 'string' ? page.evaluate(`(async () => (${work}))()`) : page.evaluate(work, ...args)),
    evaluateInFrame: (work, ...args) =>
      page
        .frames()
        .at(-1)
        .evaluate(work, ...args),
    goto: (address) => page.goto(address, { waitUntil: 'load' }),
    reload: () => page.reload({ waitUntil: 'load' }),
    // Asked of the page: puppeteer waits for a load, which a page out of the cache does not have.
    back: () => page.evaluate(() => void setTimeout(() => history.back(), 0)),
    resize: (newWidth, newHeight) => page.setViewport({ width: newWidth, height: newHeight, ...density }),
    screenshot: (path) => page.screenshot({ path }),
    async pointerPath(points, { hold = 0 } = {}) {
      await page.mouse.move(...points[0]);
      await page.mouse.down();
      if (hold > 0) await new Promise((resolve) => setTimeout(resolve, hold));
      for (const point of points.slice(1)) await page.mouse.move(...point);
      await page.mouse.up();
    },
    pointerMove: (x, y) => page.mouse.move(x, y),
    async touchPath(points) {
      await page.touchscreen.touchStart(...points[0]);
      for (const point of points.slice(1)) await page.touchscreen.touchMove(...point);
      await page.touchscreen.touchEnd();
    },
    async key(name, { shift = false } = {}) {
      if (shift) await page.keyboard.down('Shift');
      await page.keyboard.press(name === 'Space' ? ' ' : name);
      if (shift) await page.keyboard.up('Shift');
    },
    async consoleErrors() {
      const violations = await page.evaluate(() => globalThis.policyViolations ?? []).catch(() => []);
      return [...errors, ...violations.map((text) => `policy: ${text}`)];
    },
    forgetErrors: () => {
      errors.length = 0;
    },
    close: () => page.close(),
  };
  return { ...basics, ...pageMethods(basics) };
}
