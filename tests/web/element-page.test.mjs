// The page about the element: all that the element, its frame and the client have is on it, and its examples are what they say.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withExamples } from '../../web/examples.mjs';
import { importWebModules } from './support/bundle.mjs';

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const read = (name) => readFileSync(join(web, name), 'utf8');
const { attributeNames, readOptions, readAddress, readLink, readBinding, readAction } = await importWebModules(
  'element/options.ts',
  'element/embed-options.ts',
  'element/prose-words.ts',
);
const page = withExamples(read('element.html'), join(web, 'examples'));

const documented = (table) => {
  const [, rows] = page.match(new RegExp(`<tbody data-names="${table}">([\\s\\S]*?)</tbody>`));
  return [...rows.matchAll(/<th scope="row"><code>([\w-]+)/g)].map(([, name]) => name);
};
// The names of what an interface of a file of types declares.
const declared = (file, name) => {
  const [, body] = read(`src/element/${file}`).match(new RegExp(`export interface ${name} [^{]*\\{([\\s\\S]*?)\\n\\}`));
  return [...body.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, member]) => member);
};
test('every attribute, method and event of the element is documented', () => {
  assert.ok(attributeNames.length >= 19);
  assert.deepEqual(documented('attributes').sort(), [...attributeNames].sort());
  const methods = declared('api.ts', 'TumbleSceneMethods');
  assert.ok(methods.length >= 11);
  assert.deepEqual(documented('methods'), methods);
  const events = declared('api.ts', 'TumbleSceneEvents');
  assert.ok(events.length >= 8);
  assert.deepEqual(documented('events'), events);
});

test('every attribute of plots and meters is documented', () => {
  const [plot, meter] = [...read('src/element/instrument-element.ts').matchAll(/observedAttributes = \[(.*)\]/g)].map(([, names]) =>
    [...names.matchAll(/'(\w+)'/g)].map(([, name]) => name),
  );
  const row = (tag) => {
    const [, text] = page.match(new RegExp(`<code>${tag}</code></th><td>(.*?)</td>`));
    return [...text.matchAll(/<code>(\w+)<\/code>/g)].map(([, name]) => name);
  };
  assert.ok(plot.length >= 3 && meter.length >= 3);
  assert.deepEqual([row('tumble-plot').sort(), row('tumble-meter').sort()], [plot.sort(), meter.sort()]);
});

test('what the address of a frame has beside them, and what the client exports, is documented', () => {
  const [sentence] = readAddress('?nothing=1', '', []).problems;
  const own = sentence
    .replace(/^.*it takes /, '')
    .replace(/\.$/, '')
    .split(', ');
  assert.ok(own.includes('host'));
  assert.deepEqual(documented('embed').sort(), own.sort());
  const exports = [...read('src/element/tumble-client.ts').matchAll(/export \{ (.*) \}/g)].flatMap(([, names]) => names.split(', '));
  assert.deepEqual(documented('client').sort(), exports.sort());
});

test('what is shown of an example is what runs', () => {
  const shown = [...page.matchAll(/data-example="([\w-]+)">\n<div class="live">\n([\s\S]*?)\n<\/div>\n([\s\S]*?)\n<\/div>/g)];
  const names = readdirSync(join(web, 'examples'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace('.html', ''));
  assert.deepEqual(shown.map(([, name]) => name).sort(), names.sort());
  const plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  for (const [, name, live, codes] of shown) {
    const texts = [...codes.matchAll(/<code>([\s\S]*?)<\/code>/g)].map(([, text]) => plain(text));
    const script = `examples/${name}.js`;
    const isScripted = existsSync(join(web, script));
    assert.deepEqual(texts, [live, ...(isScripted ? [read(script).trim()] : [])], name);
    assert.equal(page.includes(`<script type="module" src="./${script}" vite-ignore></script>`), isScripted, name);
  }
});

test('figures of the page name what there is: scenes, attributes, figures, wishes', () => {
  const figures = [...page.matchAll(/<tumble-scene([^>]*)>/g)].map(([, text]) =>
    Object.fromEntries([...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value ?? ''])),
  );
  assert.ok(figures.length >= 8);
  const ids = figures.flatMap(({ id }) => (id ? [id] : []));
  for (const figure of figures) {
    assert.deepEqual(readOptions((name) => figure[name] ?? null).problems, []);
    assert.ok(figure.alt, 'a figure says what it is');
    const unknown = Object.keys(figure).filter((name) => ![...attributeNames, 'id'].includes(name));
    assert.deepEqual(unknown, []);
    if (figure.scene) assert.ok(existsSync(join(web, 'scenes', `${figure.scene}.json`)), figure.scene);
    if (figure.src) assert.equal(JSON.parse(read(figure.src)).tumble, 1);
  }
  const bound = [...page.matchAll(/<(\w+)[^>]*\sdata-tumble="([^"]*)"/g)];
  assert.ok(bound.length >= 4);
  for (const [, tag, text] of bound) {
    const { figure, rest } = readBinding(text);
    assert.ok(ids.includes(figure), text);
    if (tag === 'button') readAction(rest); // throws its sentence
  }
  const wishes = [...page.matchAll(/href="(#[^"]*\?[^"]*)"/g)].map(([, href]) =>
    readLink(href.replaceAll('&amp;', '&'), (id) => ids.includes(id)),
  );
  assert.ok(wishes.length >= 2 && wishes.every((wish) => wish !== null));
  for (const [, id] of page.matchAll(/href="#([\w-]+)"/g)) assert.ok(page.includes(`id="${id}"`), id);
  for (const [, id] of page.matchAll(/\sfor="([\w-]+)"/g)) assert.ok(ids.includes(id), id);
  const [, address] = page.match(/<iframe[^>]* src="\.\/embed\.html([^"]*)"/);
  assert.deepEqual(readAddress(address.replaceAll('&amp;', '&'), '', attributeNames).problems, []);
});

test('its inside needs no policy but its own, and other pages lead to it', () => {
  assert.doesNotMatch(page, /<style\b|\sstyle=|\son[a-z]+=/);
  for (const [, attributes] of page.matchAll(/<script\b([^>]*)>/g)) assert.match(attributes, /\bsrc=|type="application\/json"/);
  assert.ok(read('about.html').includes('href="./element.html"'));
  assert.ok(read('../README.md').includes('element.html'));
});
