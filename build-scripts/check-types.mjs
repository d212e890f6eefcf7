// TypeScript's verdict on the page, against the types of the engine's module (engine/bindings/world.d.ts).
import { inProject, projectRoot } from './lib/paths.mjs';
import { runMain } from './lib/problem.mjs';
import { run } from './lib/run.mjs';

await runMain(async () => {
  const { code, output } = await run(inProject('node_modules', '.bin', 'tsc'), ['--project', inProject('tsconfig.json')], {
    cwd: projectRoot,
  });
  process.stdout.write(output);
  return code;
});
