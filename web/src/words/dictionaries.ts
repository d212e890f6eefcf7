// The languages that figures speak: their dictionaries, which load when the first figure asks, and the words that a page adds.
import { Emitter } from '../simulation/emitter';
import { english, translator, type Dictionary, type Translate } from './translate';

const kOwn: Readonly<Record<string, () => Promise<{ readonly default: Dictionary }>>> = {
  de: () => import('./de.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
};
const added = new Map<string, Dictionary>();
const known = new Map<string, Promise<Translate>>();

/** The words of a language have changed. */
export const wordsAdded = new Emitter<void>();

const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** Adds words to a language, or another language; `words`: English texts (de.json has them all) and what they are. Throws with a sentence. */
export function addWords(lang: string, words: Dictionary): void {
  if (!/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(lang))
    throw new TypeError(`addWords: “${lang}” is no language, as the attribute lang names it.`);
  for (const [text, translated] of Object.entries(words)) {
    if (typeof translated !== 'string') throw new TypeError(`addWords: what “${text}” is in ${lang} is no text.`);
    if (placesOf(text).join() === placesOf(translated).join()) continue;
    throw new TypeError(`addWords: “${translated}” has not the places of “${text}”: ${placesOf(text).join(' ') || 'none'}.`);
  }
  const key = lang.toLowerCase();
  added.set(key, { ...added.get(key), ...words });
  for (const one of known.keys()) if (one === key || one.startsWith(`${key}-`)) known.delete(one);
  wordsAdded.emit();
}

/** The nearest language that has words: that of a region, then that of all regions, then English. */
export function spokenFor(lang: string): string {
  for (let key = lang.trim().toLowerCase(); key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('-'))))
    if (added.has(key) || Object.hasOwn(kOwn, key)) return key;
  return 'en';
}

/** Resolves with English where the words could not be loaded. */
export function wordsOf(lang: string): Promise<Translate> {
  const found = known.get(lang);
  if (found) return found;
  const made = make(lang).catch(() => {
    known.delete(lang); // a network may come back
    return english;
  });
  known.set(lang, made);
  return made;
}

async function make(lang: string): Promise<Translate> {
  const own = kOwn[lang.split('-')[0]!];
  const dictionary = own ? (await own()).default : {};
  const words = { ...dictionary, ...added.get(lang.split('-')[0]!), ...added.get(lang) };
  return lang === 'en' && Object.keys(words).length === 0 ? english : translator(lang, words);
}
