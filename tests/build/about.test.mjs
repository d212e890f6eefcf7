// The page about the program says what README.md says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const about = read('web/about.html');

test('its figures are those of README.md', () => {
  const rows = [...about.matchAll(/<th scope="row">(.*?)<\/th>\s*<td>(.*?)<\/td>/g)].map(([, what, figure]) => `| ${what} | ${figure} |`);
  assert.ok(rows.length >= 6);
  const readme = read('README.md');
  for (const row of rows) assert.ok(readme.includes(row), `README.md has no row ${row}`);
});
