import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({ entryPoints: ['index.js'], bundle: true, splitting: true, format: 'esm', outdir: 'dist/js', minify: true });
for (const name of ['wasm', 'worker']) {
  const file = fileURLToPath(import.meta.resolve(`tumble-physics/${name}`));
  copyFileSync(file, `dist/js/${file.split('/').pop()}`);
}
