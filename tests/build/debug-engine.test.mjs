// `npm run dev -- --debug` serves the engine that is made for the browser's debugger.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolveConfig } from 'vite';
import { viteConfig } from '../../build-scripts/build-page.mjs';
import { kDebugServer, serverOf } from '../../build-scripts/dev.mjs';
import { buildRoot, inProject } from '../../build-scripts/lib/paths.mjs';
import { debugEngine } from '../../web/debug-engine.mjs';

const compileEngine = inProject('web', 'src', 'simulation', 'compile-engine.ts');
const presets = JSON.parse(readFileSync(inProject('CMakePresets.json'), 'utf8')).configurePresets;

async function glueServed(environment) {
  const before = process.env.TUMBLE_DEBUG_ENGINE;
  Object.assign(process.env, { TUMBLE_DEBUG_ENGINE: '' }, environment);
  try {
    const config = await resolveConfig({ configFile: viteConfig, logLevel: 'silent' }, 'serve');
    const alias = config.resolve.alias.find(({ find }) => find instanceof RegExp && find.test('tumble-core'));
    return { glue: alias.replacement, replacesModule: config.plugins.some(({ name }) => name === 'debug-engine') };
  } finally {
    process.env.TUMBLE_DEBUG_ENGINE = before ?? '';
  }
}

test('the words of npm run dev', () => {
  assert.deepEqual(serverOf([]).env, {});
  assert.ok(!serverOf([]).args.includes('--strictPort'));
  assert.throws(() => serverOf(['--debugg']), /knows --debug, not "--debugg"/);
});

test('the debug module names its source map where it is served', () => {
  const { cacheVariables } = presets.find(({ name }) => name === 'wasm-debug');
  assert.equal(cacheVariables.TUMBLE_SOURCE_MAP_SERVER, `http://${kDebugServer.host}:${kDebugServer.port}`);
  const { args } = serverOf(['--debug']);
  assert.equal(args[args.indexOf('--port') + 1], String(kDebugServer.port));
  assert.equal(args[args.indexOf('--host') + 1], kDebugServer.host);
  assert.ok(args.includes('--strictPort'), 'another port would not find the source map');
});

test('glue and module of the debug engine are served, and only then', async () => {
  const served = (folder, replacesModule) => ({ glue: join(buildRoot, folder, 'tumble-core.mjs'), replacesModule });
  assert.deepEqual(await glueServed(serverOf([]).env), served('wasm', false));
  assert.deepEqual(await glueServed(serverOf(['--debug']).env), served('wasm-debug', true));
});

test('the address of the module is that of the debug engine', () => {
  const { transform } = debugEngine();
  const changed = transform(readFileSync(compileEngine, 'utf8'), compileEngine);
  assert.match(changed, /new URL\('\.\.\/\.\.\/\.\.\/build\/wasm-debug\/tumble-core\.wasm', import\.meta\.url\)/);
  assert.equal(transform('build/wasm/', '/web/src/other.ts'), null);
  assert.throws(() => transform('nothing', compileEngine), /where the debug engine goes/);
});
