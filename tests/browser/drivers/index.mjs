// One interface to three browser engines.
//   launch('chromium' | 'firefox' | 'webkit') → browser { name, version, canEmulateMedia, needsProbe, narrowest, open(url, options), isAlive(), close() }
//   open(url, { width, height, display, framesPerSecond, scale, colorScheme, reducedMotion }) → page; the last three only where canEmulateMedia; scale: drawn pixels
//         per CSS pixel; framesPerSecond: at most; display: 'usual' where a test needs frames or pixels as a screen has them (slow-display.mjs)
//   page: evaluate(functionOrText, ...args)   runs in the page and waits for what it promises
//         waitFor(function, { args, what, limit, seen })
//         click(x, y), clickOn(selector), drag(from, to, { moves, hold }), pointerMove(x, y), touchPath(points), key(name, { shift })
//         resize(width, height), screenshot(path), goto(url), reload(), back(), consoleErrors(), forgetErrors(), close()
import { launchChromium } from './chromium.mjs';
import { launchFirefox } from './firefox.mjs';
import { closeScreen } from './screen.mjs';
import { launchWebKit } from './webkit.mjs';

const launchers = { chromium: launchChromium, firefox: launchFirefox, webkit: launchWebKit };
export const engines = Object.keys(launchers);

export async function launch(engine) {
  const browser = await launchers[engine]();
  return {
    ...browser,
    async close() {
      await browser.close();
      await closeScreen();
    },
  };
}
