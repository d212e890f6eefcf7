// The pages of the lessons as they are built: their policy, where their addresses lead, what their figures, numbers and exercises name.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { lessonFiles } from '../../web/lessons/build-lessons.mjs';
import { judge, numberIn } from '../../web/lessons/page/answers.js';
import { withMaths } from '../../web/lessons/maths.mjs';

const root = fileURLToPath(new URL('../../web/', import.meta.url));
const files = new Map(lessonFiles(root));
const { lessons } = JSON.parse(readFileSync(`${root}lessons/lessons.json`, 'utf8'));
const { scenes } = JSON.parse(readFileSync(`${root}scenes/catalog.json`, 'utf8'));
const pages = lessons.map(({ id }) => [id, files.get(`lessons/${id}/index.html`)]);
const all = (html, pattern) => [...html.matchAll(pattern)].map(([, found]) => found.replaceAll('&amp;', '&'));

test('each lesson keeps the policy of the page: no script, style or event of its own', () => {
  for (const [id, html] of [...pages, ['list', files.get('lessons/index.html')]]) {
    assert.match(html, /<head>\s*<meta http-equiv="Content-Security-Policy"/, id);
    assert.doesNotMatch(html, /<style|\sstyle="|\son[a-z]+="|<script(?![^>]*src=)/, id);
  }
});

test('every address in a lesson leads to a file of the build, a part of the page or another site, from any folder', () => {
  const base = 'https://host.example/some/folder/';
  const built = new Set(['index.html', 'icon.svg', 'tumble-scene.js']);
  for (const [name, html] of files) {
    if (!name.endsWith('index.html')) continue;
    for (const address of all(html, /(?:href|src|srcset)="([^"]+)"/g)) {
      const { href, hash, search } = new URL(address, `${base}${name}`);
      assert.ok(href.startsWith(base), `${name}: ${address}`);
      const path = href.slice(base.length).replace(/[?#].*/, '');
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
      assert.ok(files.has(file) || built.has(file), `${name}: ${address}`);
      const scene = new URLSearchParams(search).get('scene');
      if (scene !== null)
        assert.ok(
          scenes.some(({ id }) => id === scene),
          address,
        );
      if (hash !== '' && !hash.includes('?')) assert.ok(html.includes(`id="${hash.slice(1)}"`), address);
    }
  }
});

test('ids are there once, and what links, numbers, buttons and labels name is there', () => {
  for (const [lesson, html] of pages) {
    const ids = all(html, /\sid="([^"]+)"/g);
    assert.equal(new Set(ids).size, ids.length, lesson);
    const figures = all(html, /<tumble-scene[^>]*\sid="([^"]+)"/g);
    assert.ok(figures.length >= 3, lesson);
    const named = [
      ...all(html, /href="#([^"?]+)\?/g),
      ...all(html, /data-(?:tumble|throw|sphere)="(\S+) /g),
      ...all(html, /data-laboratory="([^"]+)"/g),
    ];
    for (const name of named) assert.ok(figures.includes(name), `${lesson}: there is no figure “${name}”`);
    for (const name of all(html, /\s(?:for|aria-labelledby)="([^"]+)"/g)) assert.ok(ids.includes(name), `${lesson}: ${name}`);
    for (const id of figures) assert.ok(existsSync(`${root}lessons/pictures/${lesson}-${id}.webp`), `${lesson}: ${id} has no still`);
  }
});

test('maths becomes MathML without styles, and what cannot be set is named', () => {
  const html = withMaths('<p>$\\w$ costs \\$5</p>', 'here');
  assert.match(html, /<math.*<mi class="angular-velocity">.*<\/math> costs \$5/);
  assert.doesNotMatch(html, /style=/);
  assert.throws(() => withMaths('<p>$\\frac{1}$</p>', 'sources/x.html'), /sources\/x\.html: the maths “\\frac\{1\}”/);
});

test('an answer is read as people write it, and judged by its number', () => {
  for (const [text, value] of [
    ['0.0051', 0.0051],
    ['5,1e-3 kg m²', 0.0051],
    ['5.1 · 10^-3', 0.0051],
    ['5.1×10-3', 0.0051],
    ['−2', -2],
    ['.5', 0.5],
    ['1.2.3', Number.NaN],
    ['five', Number.NaN],
    ['', Number.NaN],
  ])
    assert.equal(numberIn(text), value, text);
  assert.ok(judge('2.019', 2, 1).isRight);
  assert.ok(!judge('2.021', 2, 1).isRight);
  assert.match(judge('-2', 2, 1).text, /sign/);
  assert.match(judge('2000', 2, 1).text, /units/);
  assert.match(judge('3', 2, 1).text, /too large/);
  assert.match(judge('x', 2, 1).text, /not a number/);
});
