// What Biome finds in TypeScript, scripts and styles (biome.json); a warning fails as an error does.
import { inProject, projectRoot } from './lib/paths.mjs';
import { runMain } from './lib/problem.mjs';
import { run } from './lib/run.mjs';

await runMain(async () => {
  const { code, output } = await run(inProject('node_modules', '.bin', 'biome'), ['lint', '--error-on-warnings'], { cwd: projectRoot });
  process.stdout.write(output);
  return code;
});
