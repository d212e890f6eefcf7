// What could not be loaded is asked for again. Firefox and WebKit keep a module that failed as failed, for as long as the page stays, and Vite's helper
// for import() keeps styles so: ours first asks for all files as plain ones, which nothing remembers where they fail.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kHelper = '\0vite/preload-helper.js';
const own = fileURLToPath(new URL('import-helper.js', import.meta.url));

export const importAgain = () => ({
  name: 'import-again',
  apply: 'build',
  transform: (_, id) => (id === kHelper ? readFileSync(own, 'utf8') : null),
});
