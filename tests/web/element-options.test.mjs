// The attributes of <tumble-scene>: what is read of them, and the sentence about each that is wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { forElement, forFigure } from '../../web/figure-styles.mjs';
import { importWebModules } from './support/bundle.mjs';

const { readOptions } = await importWebModules('element/options.ts');
const read = (attributes) => readOptions((name) => attributes[name] ?? null);

test('without attributes a figure plays when it is seen, with few controls, and all may be done by hand', () => {
  const { options, problems } = read({});
  assert.deepEqual(problems, []);
  assert.deepEqual(
    { ...options, allow: [...options.allow] },
    {
      scene: null,
      src: null,
      link: null,
      paused: false,
      autoplay: 'visible',
      step: null,
      start: 0,
      end: null,
      loop: false,
      rate: null,
      select: null,
      show: null,
      camera: null,
      controls: 'min',
      allow: ['push', 'drag', 'camera'],
      theme: 'auto',
      loading: 'lazy',
      poster: null,
      alt: null,
      sync: null,
    },
  );
});

test('attributes as authors write them', () => {
  const { options, problems } = read({
    paused: '',
    step: '192',
    show: 'v, omega L trail',
    camera: '0 2 6, 0 0 -1',
    allow: 'camera',
    rate: '0.25',
  });
  assert.deepEqual(problems, []);
  assert.deepEqual(options.show, ['velocity', 'angularVelocity', 'angularMomentum', 'trail']);
  assert.deepEqual(options.camera, { position: [0, 2, 6], target: [0, 0, -1] });
  assert.deepEqual([options.paused, options.step, options.rate, [...options.allow]], [true, 192, 0.25, ['camera']]);
  assert.deepEqual([...read({ allow: '' }).options.allow], []);
});

test('what is wrong is one sentence that names the attribute, and counts as left out', () => {
  const wrong = {
    step: ['-1', '1.5', 'soon', '', '100001'],
    rate: ['0', '5', 'NaN', 'Infinity'],
    camera: ['1 2 3', '1 2 3 4 5 x', '1 1 1 1 1 1', '1e9 0 0 0 0 0'],
    show: ['speed', 'constructor'],
    controls: ['all'],
    allow: ['everything'],
    theme: ['black'],
  };
  const plain = read({}).options;
  for (const [name, texts] of Object.entries(wrong))
    for (const text of texts) {
      const { options, problems } = read({ [name]: text });
      assert.equal(problems.length, 1, `${name}="${text}": ${problems}`);
      assert.ok(problems[0].startsWith(`${name}: “${text}”`), problems[0]);
      assert.deepEqual(options[name], plain[name]);
    }
  assert.match(read({ start: '9', end: '9' }).problems[0], /^end: “9” is not after the start, 9/);
});

test('inside an element the styles of the page ask for the size of the element', () => {
  const styles = ['tokens', 'base', 'layout', 'controls', 'scrub', 'stage', 'energy-bars', 'media'].map((name) =>
    forFigure(readFileSync(new URL(`../../web/styles/${name}.css`, import.meta.url), 'utf8')),
  );
  const all = styles.join('\n');
  assert.doesNotMatch(all, /@media[^{]*(width|height|prefers-color-scheme)/);
  assert.doesNotMatch(all, /:root|(^|[\s,}])(html|body)[\s:{]|\d(vw|vh|dvh)\b/m);
  assert.match(all, /@container figure \(max-width: 760px\)/);
  assert.doesNotMatch(all, /position:\s*fixed/, 'WebKit does not draw it in a page that is scrolled');
  assert.equal(all.split('{').length, all.split('}').length);
  assert.equal(
    forElement('@media (pointer: coarse), (max-width: 10px) { :root { a: b; } }').replace(/\s+/g, ' '),
    '@media (pointer: coarse) { .element { a: b; } } @container figure (max-width: 10px) { .element { a: b; } }',
  );
});
