// npm run dev: the page from its sources, reloaded on every change, without the strict content security policy.
//   npm run dev -- --debug   with an engine to be stepped through in the browser (engine/README.md, "Debugging")
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { buildModules, buildDebugModule } from './build-engine.mjs';
import { viteConfig, viteProgram } from './build-page.mjs';
import { projectRoot } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';

// The debug module holds the address of its source map, and with it this one (CMakePresets.json).
export const kDebugServer = { host: '127.0.0.1', port: 5180 };

/** Arguments of vite, and variables for its environment. */
export function serverOf(words) {
  const unknown = words.find((word) => word !== '--debug');
  if (unknown !== undefined) throw new Problem(`npm run dev knows --debug, not "${unknown}".`);
  const isDebug = words.length > 0;
  const place = isDebug ? ['--port', String(kDebugServer.port), '--strictPort'] : [];
  return {
    isDebug,
    args: ['--config', viteConfig, '--host', kDebugServer.host, ...place],
    env: isDebug ? { TUMBLE_DEBUG_ENGINE: '1' } : {},
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const { isDebug, args, env } = serverOf(process.argv.slice(2));
    await (isDebug ? buildDebugModule() : buildModules());
    const child = spawn(process.execPath, [viteProgram, ...args], { cwd: projectRoot, env: { ...process.env, ...env }, stdio: 'inherit' });
    return new Promise((resolve) => {
      child.on('close', resolve);
    });
  });
}
