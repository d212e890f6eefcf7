// npm run dev: the page from its sources, reloaded on every change, without the strict content security policy.
import { spawn } from 'node:child_process';
import { buildModules } from './build-engine.mjs';
import { viteConfig, viteProgram } from './build-page.mjs';
import { projectRoot } from './lib/paths.mjs';
import { runMain } from './lib/problem.mjs';

await runMain(async () => {
  await buildModules();
  const child = spawn(process.execPath, [viteProgram, '--config', viteConfig, '--host', '127.0.0.1'], { cwd: projectRoot, stdio: 'inherit' });
  return new Promise((resolve) => { child.on('close', resolve); });
});
