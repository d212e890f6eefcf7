// WebKit (Safari's engine): MiniBrowser under WebKitWebDriver, spoken to in the W3C protocol. One window, one page at a time.
// It shows nobody its console: errors are those that support/probe.js, added to the page, has heard.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { browserPrograms } from '../../../build-scripts/browsers.mjs';
import { pageMethods } from './page-methods.mjs';
import { ensureScreen } from './screen.mjs';
import { isSlow, kFramesPerSecond, limitFrames } from './slow-display.mjs';

// Keys without a letter, by the names of puppeteer, in the private area of Unicode that WebDriver gives them.
const keyCodes = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Shift: '\ue008',
  Escape: '\ue00c',
  Space: ' ',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
  PageUp: '\ue00e',
  PageDown: '\ue00f',
  End: '\ue010',
  Home: '\ue011',
};
const scriptLimit = 120_000;

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startDriver() {
  const { webkitDriver } = browserPrograms();
  const port = await freePort();
  const child = spawn(webkitDriver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: await ensureScreen(),
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // root has no user namespaces to sandbox with
      GDK_BACKEND: 'x11',
    },
    stdio: 'ignore',
    detached: true, // the driver's browsers end with its group
  });
  process.once('exit', () => {
    try {
      process.kill(-child.pid);
    } catch {
      /* gone already */
    }
  });
  return { child, root: `http://127.0.0.1:${port}` };
}

// A page that leaves takes the answer of the script in it along, and its limit, too: then nobody answers.
async function ask(root, method, path, body) {
  const response = await fetch(root + path, {
    method,
    signal: AbortSignal.timeout(scriptLimit + 10_000),
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`WebKit: ${value?.error}: ${value?.message}`);
  return value;
}

async function newSession(root) {
  const capabilities = {
    alwaysMatch: {
      browserName: 'MiniBrowser',
      timeouts: { script: scriptLimit, pageLoad: 60_000, implicit: 0 },
      'webkitgtk:browserOptions': {
        binary: browserPrograms().webkitBrowser,
        args: ['--automation'],
      },
    },
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(root, 'POST', '/session', { capabilities });
    } catch (error) {
      if (attempt === 50) throw error; // the driver listens a moment after it starts
      await sleep(100);
    }
  }
}

export async function launchWebKit() {
  const { child, root } = await startDriver();
  const { sessionId, capabilities } = await newSession(root);
  const session = (method, path, body) => ask(root, method, `/session/${sessionId}${path}`, body);

  async function evaluate(work, ...args) {
    const call = typeof work === 'string' ? `(async () => (${work}))()` : `(${work})(...args)`;
    const script = `const done = arguments[arguments.length - 1]; const args = arguments[0];
      (async () => ${call})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = await session('POST', '/execute/async', { script, args: [args] });
    if (answer?.error) throw new Error(answer.error);
    return answer?.value;
  }

  // The window has a frame around the page: what is asked for is the size of the page.
  async function resize(width, height) {
    await session('POST', '/window/rect', { width, height });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await sleep(100);
      const rect = await session('GET', '/window/rect');
      const inner = await evaluate(() => [innerWidth, innerHeight]);
      if (inner[0] === width && inner[1] === height) return;
      await session('POST', '/window/rect', { width: rect.width + width - inner[0], height: rect.height + height - inner[1] });
    }
  }

  const actions = (id, parameters, list) => session('POST', '/actions', { actions: [{ id, ...parameters, actions: list }] });
  const pointer = { type: 'pointer', parameters: { pointerType: 'mouse' } };
  const move = ([x, y]) => ({ type: 'pointerMove', duration: 10, x, y, origin: 'viewport' });

  async function open(url, { width = 720, height = 540, ...more } = {}) {
    await session('POST', '/url', { url: 'about:blank' });
    await resize(width, height);
    // Nothing runs before the scripts of a page here.
    const come = async (way, details) => {
      await session('POST', way, details);
      if (isSlow(more)) await evaluate(limitFrames, kFramesPerSecond);
    };
    await come('/url', { url });
    const basics = {
      evaluate,
      /** In the first frame of the page, whatever its origin. */
      async evaluateInFrame(work, ...args) {
        await session('POST', '/frame', { id: 0 });
        try {
          return await evaluate(work, ...args);
        } finally {
          await session('POST', '/frame', { id: null });
        }
      },
      resize,
      goto: (address) => come('/url', { url: address }),
      reload: () => come('/refresh', {}),
      back: () => session('POST', '/back', {}),
      screenshot: async (path) => writeFile(path, Buffer.from(await session('GET', '/screenshot'), 'base64')),
      pointerPath: (points, { hold = 0 } = {}) =>
        actions('mouse', pointer, [
          move(points[0]),
          { type: 'pointerDown', button: 0 },
          { type: 'pause', duration: hold },
          ...points.slice(1).map(move),
          { type: 'pointerUp', button: 0 },
        ]),
      pointerMove: (x, y) => actions('mouse', pointer, [move([x, y])]),
      // Its automation has no fingers: the page is told of one. What is under it captures no pointer that there is not.
      touchPath: (points) =>
        evaluate((path) => {
          const target = document.elementFromPoint(...path[0]);
          target.setPointerCapture = () => {};
          const tell = (type, [clientX, clientY], buttons) => {
            const details = {
              clientX,
              clientY,
              buttons,
              button: type === 'pointermove' ? -1 : 0,
              pointerId: 7,
              pointerType: 'touch',
              isPrimary: true,
            };
            target.dispatchEvent(new PointerEvent(type, { ...details, bubbles: true, cancelable: true }));
          };
          tell('pointerdown', path[0], 1);
          for (const point of path.slice(1)) tell('pointermove', point, 1);
          tell('pointerup', path.at(-1), 0);
          delete target.setPointerCapture;
        }, points),
      key(name, { shift = false } = {}) {
        const value = keyCodes[name] ?? name;
        const press = [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
        const held = { value: keyCodes.Shift };
        return actions('keys', { type: 'key' }, shift ? [{ type: 'keyDown', ...held }, ...press, { type: 'keyUp', ...held }] : press);
      },
      consoleErrors: () => evaluate(() => globalThis.heardErrors ?? ['the page has no probe']),
      forgetErrors: () =>
        evaluate(() => {
          globalThis.heardErrors = [];
        }),
      close: () => session('POST', '/url', { url: 'about:blank' }),
    };
    return { ...basics, ...pageMethods(basics) };
  }

  return {
    name: 'webkit',
    version: `WebKitGTK ${capabilities.browserVersion}`,
    canEmulateMedia: false,
    needsProbe: true,
    narrowest: 460, // CSS pixels; its toolbar lets the window be no narrower
    open,
    // The driver forgets the session of a browser that is gone, and answers for no other.
    isAlive: () =>
      session('GET', '/timeouts').then(
        () => true,
        () => false,
      ),
    async close() {
      await session('DELETE', '').catch(() => {});
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      try {
        process.kill(-child.pid);
      } catch {
        /* gone already */
      }
      await gone;
    },
  };
}
