// Texts of a figure in the language of the page around it, as gettext does it: the English texts stay in the code and are the keys; one with named
// places ("step {step}") gets its values. A figure whose page says nothing of languages is English.

/** Values of the named places of a text. */
export type Places = Readonly<Record<string, string | number>>;

/** English texts and what they are in another language. */
export type Dictionary = Readonly<Record<string, string>>;

export type Translate = {
  (text: string, places?: Places): string;
  /** The language of what it gives, as in the attribute `lang`. */
  readonly lang: string;
};

const filled = (text: string, places: Places = {}): string => text.replace(/\{(\w+)\}/g, (_, name: string) => String(places[name]));

export const english: Translate = Object.assign(filled, { lang: 'en' });

/** A text that the dictionary has not stays as it is. */
export const translator = (lang: string, dictionary: Dictionary): Translate =>
  Object.assign((text: string, places?: Places) => filled(Object.hasOwn(dictionary, text) ? dictionary[text]! : text, places), { lang });

const translators = new WeakMap<Element, Translate>(); // by the element of a figure

/** Of the figure in an element. */
export const translatorOf = (root: Element): Translate => translators.get(root) ?? english;

export const setTranslator = (root: Element, translate: Translate): void => void translators.set(root, translate);
