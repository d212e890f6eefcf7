// The page about the program says what README.md and package.json say.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import config from '../../web/vite.config.mjs';

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const about = read('web/about.html');

test('its figures are those of README.md', () => {
  const rows = [...about.matchAll(/<th scope="row">(.*?)<\/th>\s*<td>(.*?)<\/td>/g)].map(([, what, figure]) => `| ${what} | ${figure} |`);
  assert.ok(rows.length >= 6);
  const readme = read('README.md');
  for (const row of rows) assert.ok(readme.includes(row), `README.md has no row ${row}`);
});

test('its version is that of the package, wherever it stands', () => {
  const { version } = JSON.parse(read('package.json'));
  const handlers = config.plugins
    .filter((plugin) => plugin?.transformIndexHtml?.order === 'pre')
    .map((plugin) => plugin.transformIndexHtml.handler);
  const page = handlers.reduce((html, handler) => handler(html), about);
  assert.doesNotMatch(page, /<!--/);
  assert.match(page, new RegExp(`<dt>Version</dt>\\s*<dd>${version}</dd>`));
  assert.ok(page.includes(`version = {${version}}`));
});
