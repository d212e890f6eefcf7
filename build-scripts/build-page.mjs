// Builds the page into dist/ and the npm package into dist/package/, with the wasm modules first. Does nothing that is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildModules } from './build-engine.mjs';
import { withLock } from './lib/lock.mjs';
import { buildRoot, distRoot, inProject, logsRoot, projectRoot, wasmRoot } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say, step } from './lib/progress.mjs';
import { ensureEmscripten } from './toolchain.mjs';
import { run, tail } from './lib/run.mjs';
import { filesBelow, whenChanged } from './lib/stamp.mjs';

export const viteProgram = inProject('node_modules', 'vite', 'bin', 'vite.js');
export const viteConfig = inProject('web', 'vite.config.mjs');

async function runVite(report) {
  const env = { ...process.env, TUMBLE_EMSCRIPTEN_VERSION: (await ensureEmscripten()).version }; // for the bill of materials
  const result = await run(process.execPath, [viteProgram, 'build', '--config', viteConfig], {
    cwd: projectRoot,
    env,
    report,
    log: join(logsRoot, 'build-page.log'),
  });
  if (result.code !== 0) throw new Problem('The page does not build.', tail(result.output));
}

// Where the page will stand: another home is another build.
function homeFile() {
  const file = join(buildRoot, 'page-home');
  const home = process.env.TUMBLE_HOME ?? '';
  if (!existsSync(file) || readFileSync(file, 'utf8') !== home) writeFileSync(file, home);
  return file;
}

// A process of its own: it needs npm packages that may have come only now.
async function buildPackage(report) {
  const log = join(logsRoot, 'build-package.log');
  const result = await run(process.execPath, [inProject('build-scripts', 'build-package.mjs')], { cwd: projectRoot, report, log });
  if (result.code !== 0) throw new Problem('The package does not build.', tail(result.output));
}

async function buildAll() {
  await step('Building the page', runVite);
  await step('Building the package', buildPackage);
}

export async function buildPage() {
  await buildModules();
  const modules = filesBelow(wasmRoot, (path) => /\/tumble-core[^/]*\.(mjs|wasm)$/.test(path) && !path.includes('.node.'));
  const files = {
    stampFile: join(buildRoot, 'page-stamp'),
    inputs: [
      inProject('web'),
      inProject('package-lock.json'),
      inProject('tsconfig.json'),
      inProject('engine'), // the package says what it was made of
      inProject('LICENSE'),
      inProject('build-scripts', 'bill-of-materials.mjs'),
      inProject('build-scripts', 'build-package.mjs'),
      inProject('build-scripts', 'scene-schema.mjs'),
      inProject('build-scripts', 'lib', 'policy.mjs'),
      homeFile(),
      ...modules,
    ],
    outputs: [distRoot],
  };
  await withLock(join(buildRoot, 'page.lock'), () => whenChanged(files, buildAll), {
    onWait: (pid) => say(`Waiting for process ${pid}, which builds the page`),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    await buildPage();
    say('The page is in dist/: copy it into any folder of any static host. The npm package is in dist/package/.');
  });
}
