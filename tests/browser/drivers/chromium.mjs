// Chromium: headless, with WebGL in software.
import puppeteer from 'puppeteer-core';
import { browserPrograms } from '../../../build-scripts/browsers.mjs';
import { openPuppeteerPage } from './puppeteer-page.mjs';

const switches = [
  '--no-sandbox', // tests may run as root
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing', // the page itself is drawn twice as fast without SwiftShader
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--enable-precise-memory-info',
  '--js-flags=--expose-gc',
];

export async function launchChromium() {
  const browser = await puppeteer.launch({
    executablePath: browserPrograms().chromium,
    headless: true,
    args: switches,
    protocolTimeout: 180_000,
  });
  return {
    name: 'chromium',
    version: await browser.version(),
    canEmulateMedia: true,
    open: (url, { width = 720, height = 540, ...more } = {}) =>
      openPuppeteerPage(browser, url, { width, height, ...more, canEmulateMedia: true }),
    isAlive: async () => browser.connected,
    close: () => browser.close(),
  };
}
