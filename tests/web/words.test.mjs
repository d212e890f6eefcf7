// The words of figures: every English text that the code can show has a translation in each language, with the same places, and none is left over.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const web = new URL('../../web/src/', import.meta.url);
const read = (path) => readFileSync(new URL(path, web), 'utf8');
const {
  translator,
  english,
  addWords,
  wordsOf,
  spokenFor,
  wordsAdded,
  energyParts,
  schemeNames,
  slownessWords,
  labelOf,
  channels,
  quantityTitles,
  jointTitles,
} = await importWebModules(
  'words/translate.ts',
  'words/dictionaries.ts',
  'figure/energy-parts.ts',
  'figure/pace-watch.ts',
  'instruments/scheme-names.ts',
  'instruments/channels.ts',
  'element/quantities-of.ts',
  'instruments/joint-quantities.ts',
  'simulation/run-history.ts',
);

const languages = ['de', 'es', 'fr'];
const dictionaries = Object.fromEntries(languages.map((lang) => [lang, JSON.parse(read(`words/${lang}.json`))]));
const placesOf = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join(' ');

// What translate(…) gets that is no literal, and the tables that it comes from.
const tables = {
  'wordFor(choice)': Object.values(schemeNames).map(({ name }) => name),
  'wordFor(scheme)': Object.values(schemeNames).map(({ name }) => name),
  title: jointTitles,
  name: energyParts.map(({ name }) => name),
  label: energyParts.map(({ label }) => label),
  'channel.title': [...channels.map(({ title }) => title), ...jointTitles],
  'one.label': channels.flatMap(({ curves }) => curves.map(({ label }) => label)).filter((label) => /[a-z]{2}/i.test(label)),
  'quantityTitles[quantity] ?? quantity': Object.values(quantityTitles),
  sentence: [], // what unreadable(…) got
  reason: Object.values(slownessWords).map(([reason]) => reason),
  more: Object.values(slownessWords).map(([, more]) => more),
};
const labels = ['impulse', 'drag', 'revise', 'setVelocity'].map(labelOf);
for (const taken of ['what', 'mark.label', 'undoes', 'redoes']) tables[taken] = labels;

function textsOfCode() {
  const texts = new Set();
  for (const room of ['figure', 'element', 'instruments']) {
    for (const file of readdirSync(new URL(room, web)).filter((name) => name.endsWith('.ts'))) {
      for (const [, rest] of read(`${room}/${file}`).matchAll(/\b(?:translate|SpokenError|unreadable)\(\s*(?=([\s\S]{0,400}))/g)) {
        const literal = /^'((?:[^'\\]|\\.)*)'\s*[,)]/.exec(rest);
        if (literal) texts.add(literal[1]);
        else {
          const named = Object.keys(tables).find((name) => rest.startsWith(`${name})`) || rest.startsWith(`${name},`));
          assert.ok(named, `${room}/${file}: “${rest.slice(0, 40)}…” is neither a literal nor in the tables of this test`);
          for (const text of tables[named]) texts.add(text);
        }
      }
    }
  }
  return texts;
}

// Words of the markup: texts, and the attributes that are read aloud or shown. Numbers, signs and units are none.
function textsOfMarkup() {
  const markup = read('figure/figure.html');
  const attributes = [...markup.matchAll(/ (?:aria-label|aria-description|title|placeholder)="([^"]*)"/g)].map(([, text]) => text);
  const texts = markup.replace(/<[^>]*>/g, '\n').split('\n');
  return [...attributes, ...texts].map((text) => text.trim()).filter((text) => /[a-z]{2}/i.test(text) && !/^1×/.test(text));
}

const used = new Set([...textsOfCode(), ...textsOfMarkup()]);

test('every text that a figure can show has a translation in each language, and no translation is left over', () => {
  assert.ok(used.size > 100, `${used.size} texts were found`);
  for (const lang of languages) {
    const has = new Set(Object.keys(dictionaries[lang]));
    assert.deepEqual(
      [...used].filter((text) => !has.has(text)),
      [],
      `missing in ${lang}`,
    ); // prettier-ignore
    assert.deepEqual(
      [...has].filter((text) => !used.has(text)),
      [],
      `left over in ${lang}`,
    );
  }
});

test('a translation has the places of its text', () => {
  for (const lang of languages)
    for (const [text, translated] of Object.entries(dictionaries[lang])) {
      assert.equal(placesOf(translated), placesOf(text), `${lang}: ${text}`);
      assert.notEqual(translated.trim(), '', `${lang}: ${text}`);
    }
});

test('values stand in their places as they are, whatever they hold', () => {
  assert.equal(english('step {step}', { step: 12 }), 'step 12');
  const translate = translator('de', { 'Selected {name}': 'Ausgewählt: {name}' });
  assert.equal(translate('Selected {name}', { name: '{name} $& of Ann' }), 'Ausgewählt: {name} $& of Ann');
  assert.equal(translate('not there'), 'not there');
  assert.equal(translate('toString'), 'toString');
});

test('the language of a region, of all regions, or English', async () => {
  for (const [lang, spoken] of Object.entries({
    de: 'de',
    'DE-at': 'de',
    'es-419': 'es',
    pt: 'en',
    '': 'en',
    en: 'en',
    'fr-CA-x-quebec': 'fr',
  }))
    assert.equal(spokenFor(lang), spoken, lang);
  assert.equal((await wordsOf('en')).lang, 'en');
});

test('a page adds a language, a region and words of its own; wrong ones are refused with a sentence', async () => {
  let told = 0;
  wordsAdded.on(() => (told += 1));
  addWords('pt', { Play: 'Reproduzir', 'Selected {name}': 'Selecionado: {name}' });
  assert.equal(spokenFor('pt-BR'), 'pt');
  const portuguese = await wordsOf('pt');
  assert.equal(portuguese('Selected {name}', { name: 'cubo' }), 'Selecionado: cubo');
  assert.equal(portuguese('Pause'), 'Pause');
  addWords('gl', { Play: 'Reproducir' });
  assert.equal(await wordsOf('pt'), portuguese, 'figures of another language stay as they are');
  addWords('pt-BR', { Play: 'Tocar' });
  const brazilian = await wordsOf(spokenFor('pt-br'));
  assert.equal(brazilian('Play'), 'Tocar');
  assert.equal(brazilian('Selected {name}', { name: 'cubo' }), 'Selecionado: cubo');
  assert.equal(brazilian.lang, 'pt-br');
  assert.equal(told, 3);
  assert.throws(() => addWords('portuguese, of course', {}), /^TypeError: addWords: “portuguese, of course” is no language/);
  assert.throws(() => addWords('pt', { Play: 3 }), /what “Play” is in pt is no text/);
  assert.throws(() => addWords('pt', { 'step {step}': 'passo' }), /“passo” has not the places of “step \{step\}”: \{step\}\./);
});
