// The built page as the tests need it: as it ships, with a probe, without WebGL, in a narrow frame; and under any policy.
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { distRoot } from '../../../build-scripts/lib/paths.mjs';
import { build } from 'vite';
import config from '../../../web/vite.config.mjs';
import { kContentSecurityPolicy, withPolicy } from '../../../build-scripts/lib/policy.mjs';
import { readSite } from '../../../build-scripts/lib/served.mjs';
import { serve } from '../../../build-scripts/serve.mjs';

const own = (name) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const isCalled = (file, name, ending) =>
  file.startsWith(`${name}-`) && file.length === name.length + ending.length + 10 && file.endsWith(`.${ending}`);
const root = process.env.TUMBLE_DIST ?? distRoot; // another build of the page, when one is under the knife

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tumble-site-'));
  cpSync(root, folder, { recursive: true });
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const withScripts = (name, ...scripts) => {
    for (const script of scripts) cpSync(own(script), join(folder, script));
    const tags = scripts.map((script) => `<script src="./${script}"></script>`).join('');
    const changed = page.replace('<head>', `<head>${tags}`);
    if (changed === page) throw new Error('index.html has no <head> to add scripts to');
    writeFileSync(join(folder, name), changed);
  };
  withScripts('probe.html', 'probe.js');
  withScripts('no-webgl.html', 'probe.js', 'no-webgl.js');
  withScripts('slow.html', 'probe.js', 'slow.js');
  withScripts('framed.html', 'reporter.js');
  // A page of somebody else with ours in a frame.
  cpSync(own('holder.js'), join(folder, 'holder.js'));
  writeFileSync(
    join(folder, 'holder.html'),
    '<!doctype html><title>holder</title><link rel="icon" href="data:,"><body><script src="./holder.js"></script>',
  );
  // The Worker without the page.
  cpSync(own('worker-page.js'), join(folder, 'worker-page.js'));
  writeFileSync(
    join(folder, 'worker.html'),
    withPolicy(
      '<!doctype html><head><title>Worker</title><link rel="icon" href="data:,"><script src="./probe.js"></script><script src="./worker-page.js"></script>',
    ),
  );
  // The lessons with a probe.
  for (const lesson of readdirSync(join(folder, 'lessons'), { withFileTypes: true })) {
    const file = join(folder, 'lessons', lesson.name, 'index.html');
    if (!lesson.isDirectory() || !existsSync(file)) continue;
    const text = readFileSync(file, 'utf8').replace('<head>', '<head><script src="../../probe.js"></script>');
    writeFileSync(join(folder, 'lessons', lesson.name, 'probe.html'), text);
  }
  // Pages of somebody else with the element.
  cpSync(own('../elements'), join(folder, 'elements'), { recursive: true });
  // A window of 360 pixels for a browser whose windows are wider.
  writeFileSync(
    join(folder, 'narrow.html'),
    '<!doctype html><title>narrow</title><link rel="icon" href="data:,"><style>body{margin:0}iframe{border:0;width:360px;height:640px}</style><iframe src="./probe.html?paused"></iframe>',
  );
  // Long pages of somebody else with many frames.
  const holdMany = (name, address) => {
    const frames = Array.from({ length: 20 }, (_, index) => `<iframe src="${address}&utm_frame=${index}"></iframe>`).join('');
    writeFileSync(
      join(folder, name),
      `<!doctype html><title>many</title><link rel="icon" href="data:,"><style>iframe{display:block;border:0;width:500px;height:360px;margin:40px}</style>${frames}`,
    );
  };
  holdMany('many.html', './?scene=push-a-cube&embed');
  holdMany('many-embeds.html', './embed.html?scene=push-a-cube');
  return folder;
}

// A page of somebody else that holds figures: built from their source as ours is.
const buildFigures = (folder) =>
  build({
    ...config,
    configFile: false,
    logLevel: 'error',
    root: own('../figures'),
    plugins: config.plugins.filter(
      (plugin) => plugin && !/^(bill-of-materials|offline-page:.*|element-build|figure-page|preview-pages|lesson-pages)$/.test(plugin.name),
    ),
    build: {
      ...config.build,
      outDir: join(folder, 'figures'),
      rolldownOptions: {
        input: own('../figures/index.html'),
        // Names of its own, by which its files are not taken for those of the page (build-scripts/lib/served.mjs).
        output: Object.fromEntries(
          ['entry', 'chunk', 'asset'].map((kind) => [
            `${kind}FileNames`,
            kind === 'asset' ? 'assets/of-others-[name]-[hash][extname]' : 'assets/of-others-[name]-[hash].js',
          ]),
        ),
      },
    },
  });

/** onServed(key, sum): is told of each file that is asked for (build-scripts/lib/served.mjs). */
export async function openSite({ onServed } = {}) {
  const folder = makeFolder();
  await buildFigures(folder);
  const content = readSite(folder);
  const onRequest = (path) => {
    const key = content.keyOf(path);
    onServed?.(key, content.sumOf(key));
  };
  const servers = [];
  const serveWith = async (headers = {}) => {
    const server = await serve({ root: folder, port: 0, headers, onRequest });
    servers.push(server);
    return server.url;
  };
  return {
    url: await serveWith(),
    /** The same site under another policy; `null`: none. */
    under: (policy) => serveWith({ 'Content-Security-Policy': policy }),
    with: serveWith,
    /** On a server of its own, which may end before the others, and come again at the port that it had: { url, close }. */
    apart: (port = 0) => serve({ root: folder, port, onRequest }),
    content,
    /** The address of the one file of assets/ that is called so beside its sum. */
    asset(name, ending) {
      const found = readdirSync(join(folder, 'assets')).filter((file) => isCalled(file, name, ending));
      if (found.length !== 1) throw new Error(`${found.length} assets are called ${name}.${ending}`);
      return `assets/${found[0]}`;
    },
    async close() {
      for (const server of servers) await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const strictPolicy = kContentSecurityPolicy;
