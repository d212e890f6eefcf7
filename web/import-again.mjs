// What could not be loaded is asked for again. Firefox and WebKit keep a module that failed as failed, for as long as the page stays, and Vite's helper
// for import() keeps styles so: ours first asks for all files as plain ones, which nothing remembers where they fail.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kHelper = '\0vite/preload-helper.js';
const read = (name) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8');

/** `helper`: that of the page, which brings styles and what it opens with itself, or that of the element in pages of others. */
export const importAgain = (helper = 'import-helper.js') => ({
  name: 'import-again',
  apply: 'build',
  transform: (_, id) => (id === kHelper ? read(helper) : null),
});
