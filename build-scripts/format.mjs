// One look for every file: C++ by clang-format (.clang-format), TypeScript, scripts and styles by Biome (biome.json), both in the versions
// of package.json, so that every machine agrees.
//   npm run format                             rewrites what looks otherwise
//   node build-scripts/format.mjs --check      names it and fails
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject, projectRoot } from './lib/paths.mjs';
import { runMain } from './lib/problem.mjs';
import { run } from './lib/run.mjs';
import { filesBelow } from './lib/stamp.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';

const kCppFolders = ['engine', 'tests'];

// The C++ files that look otherwise; with `write` they are rewritten.
async function formatCpp(write) {
  const { format } = await import('@wasm-fmt/clang-format');
  const style = readFileSync(inProject('.clang-format'), 'utf8');
  const changed = [];
  for (const file of kCppFolders.flatMap((folder) => filesBelow(inProject(folder), (path) => /\.(cpp|h)$/.test(path)))) {
    const text = readFileSync(file, 'utf8');
    const formatted = format(text, file, style);
    if (formatted === text) continue;
    changed.push(file.slice(projectRoot.length + 1));
    if (write) writeFileSync(file, formatted);
  }
  return changed;
}

async function formatWeb(write) {
  const words = write ? ['format', '--write'] : ['format'];
  const { code, output } = await run(inProject('node_modules', '.bin', 'biome'), words, { cwd: projectRoot });
  process.stdout.write(output);
  return code === 0;
}

await runMain(async () => {
  await ensureNpmPackages();
  const write = !process.argv.includes('--check');
  const changed = await formatCpp(write);
  for (const file of changed) process.stdout.write(`${file}: ${write ? 'formatted' : 'is not formatted (npm run format)'}\n`);
  const webIsFine = await formatWeb(write);
  return webIsFine && (write || changed.length === 0) ? 0 : 1;
});
