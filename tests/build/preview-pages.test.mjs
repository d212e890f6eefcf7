// The preview pages of the gallery: what stands in them, with and without the address where they will stand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { homeOf, previewFiles } from '../../web/preview/preview-pages.mjs';

const entry = (id, more) => ({ id, chapter: 'A & B', title: `Title of <${id}>`, sentence: 'What "one" sees.', ...more });
const catalog = { scenes: [entry('one', { check: 'x < 1' }), entry('two'), entry('three')] };
const manifest = { one: { file: 'one.webp' }, two: { file: 'two.jpg' } };
const read = (name) => (name === 'posters/two.jpg' ? null : Buffer.from(`[${name}]`));
const filesFor = (home) => new Map(previewFiles({ catalog, manifest, home, read }));

// Where the addresses of a page lead, as a browser resolves them.
const targets = (html, base) =>
  [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, href]) => new URL(href.replaceAll('&amp;', '&'), base).href);

test('each scene has its page, and every address in it leads to a file of the build, from any folder', () => {
  const files = filesFor(null);
  for (const id of ['one', 'two', 'three']) {
    const html = files.get(`scenes/${id}/index.html`);
    assert.match(html, /<head>\s*<meta http-equiv="Content-Security-Policy"/);
    assert.match(html, new RegExp(`<h1>Title of &lt;${id}&gt;</h1>`));
    assert.ok(html.includes('What &quot;one&quot; sees.'));
    assert.doesNotMatch(html, /<style|\sstyle=|<script(?![^>]*src=)/);
    const root = 'https://host.example/some/folder/';
    for (const address of targets(html, `${root}scenes/${id}/`)) {
      assert.ok(address.startsWith(root), address);
      const name = address.slice(root.length).replace(/[?#].*/, '');
      const file = name === '' || name.endsWith('/') ? `${name}index.html` : name;
      assert.ok(['index.html', 'icon.svg'].includes(file) || files.has(file), `${id}: ${address}`);
    }
    assert.ok(
      targets(html, root).some((address) => address.endsWith(`?scene=${id}`)),
      'it opens the scene',
    );
    assert.equal(JSON.parse(files.get(`scenes/${id}/oembed.json`)).version, '1.0');
  }
  assert.match(files.get('scenes/one/index.html'), /To check: x &lt; 1/);
  assert.match(files.get('scenes/index.html'), /href="three\/"/);
});

test('a card has the picture, where there is one', () => {
  const files = filesFor(null);
  assert.match(files.get('scenes/one/index.html'), /<meta property="og:image" content="poster\.webp" \/>/);
  assert.equal(String(files.get('scenes/one/poster.webp')), '[posters/one.webp]');
  for (const id of ['two', 'three']) {
    assert.doesNotMatch(files.get(`scenes/${id}/index.html`), /og:image|<img/);
    assert.match(files.get(`scenes/${id}/index.html`), /name="twitter:card" content="summary"/);
  }
});

test('with a home what other programs read is absolute, and oEmbed gives a frame', () => {
  const home = homeOf('https://host.example/tumble');
  const files = filesFor(home);
  const html = files.get('scenes/one/index.html');
  for (const wanted of [
    '<link rel="canonical" href="https://host.example/tumble/scenes/one/" />',
    '<meta property="og:image" content="https://host.example/tumble/scenes/one/poster.webp" />',
    'href="https://host.example/tumble/scenes/one/oembed.json"',
  ])
    assert.ok(html.includes(wanted), wanted);
  const answer = JSON.parse(files.get('scenes/one/oembed.json'));
  assert.equal(answer.type, 'rich');
  assert.ok(answer.html.includes('src="https://host.example/tumble/embed.html?scene=one"'));
  assert.equal(answer.thumbnail_url, 'https://host.example/tumble/scenes/one/poster.webp');
  assert.equal(JSON.parse(filesFor(null).get('scenes/one/oembed.json')).type, 'link');
});

test('a home that is none is refused', () => {
  assert.equal(homeOf(''), null);
  assert.equal(homeOf(undefined), null);
  for (const text of ['host.example', 'ftp://host.example/', 'https://host.example/?a']) assert.throws(() => homeOf(text), /TUMBLE_HOME/);
});
