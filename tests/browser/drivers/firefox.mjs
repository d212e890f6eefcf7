// Firefox as it is installed, over WebDriver BiDi, on a screen: its headless mode has no WebGL.
import puppeteer from 'puppeteer-core';
import { browserPrograms } from '../../../build-scripts/browsers.mjs';
import { openPuppeteerPage } from './puppeteer-page.mjs';
import { ensureScreen } from './screen.mjs';

const preferences = {
  'app.update.auto': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'webgl.force-enabled': true,
};

export async function launchFirefox() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: browserPrograms().firefox,
    headless: false,
    extraPrefsFirefox: preferences,
    env: { ...process.env, DISPLAY: await ensureScreen(), LIBGL_ALWAYS_SOFTWARE: '1', MOZ_CRASHREPORTER_DISABLE: '1' },
    protocolTimeout: 180_000,
  });
  return {
    name: 'firefox',
    version: await browser.version(),
    canEmulateMedia: false,
    open: (url, { width = 720, height = 540, ...more } = {}) => openPuppeteerPage(browser, url, { width, height, ...more }),
    isAlive: async () => browser.connected,
    close: () => browser.close(),
  };
}
