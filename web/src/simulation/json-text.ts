// A JSON reader (RFC 8259) that gives what JSON.parse does not: the place and a sentence of an error, an error for a key that comes
// twice, and on request the place of each value. It stops early at too many values or too deep a nesting.

export type Place = { readonly start: number; readonly end: number };

/** `places`: start and end of each value in the text, by its path. `problem`: the first error, or null. */
export type ReadText = {
  readonly value: unknown;
  readonly places: ReadonlyMap<string, Place>;
  readonly problem: { readonly at: number; readonly sentence: string } | null;
};

const kDeepest = 64;
/** A scene of 20,000 bodies, each with twenty numbers, has half as many. */
const kMostValues = 1_000_000;

class TextProblem extends Error {
  readonly at: number;
  constructor(at: number, sentence: string) {
    super(sentence);
    this.at = at;
  }
}

const [kLineFeed, kSpace, kQuote, kBackslash] = [10, 32, 34, 92];
const isSpace = (letter: number): boolean => letter === 32 || letter === 10 || letter === 13 || letter === 9;

class Reader {
  readonly places = new Map<string, Place>();
  readonly #text: string;
  readonly #wantsPlaces: boolean;
  readonly #number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=[\s,\]}]|$)/y;
  readonly #word = /[^\s,\]}:]+/y;
  #at = 0;
  #count = 0;

  constructor(text: string, wantsPlaces: boolean) {
    this.#text = text;
    this.#wantsPlaces = wantsPlaces;
  }

  read(): unknown {
    const value = this.#value('', 0);
    this.#skip();
    if (this.#at < this.#text.length) throw new TextProblem(this.#at, 'Here something follows the end of the scene.');
    return value;
  }

  #skip(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1;
  }

  #value(path: string, depth: number): unknown {
    this.#skip();
    const start = this.#at;
    this.#count += 1;
    if (depth > kDeepest) throw new TextProblem(start, 'This is nested too deep.');
    if (this.#count > kMostValues)
      throw new TextProblem(start, `Here begins more than a scene can hold: ${kMostValues} values came before.`);
    const letter = this.#text[start];
    const value =
      letter === '{'
        ? this.#object(path, depth)
        : letter === '['
          ? this.#array(path, depth)
          : letter === '"'
            ? this.#quoted()
            : this.#bare();
    if (this.#wantsPlaces) this.places.set(path, { start, end: this.#at });
    return value;
  }

  #object(path: string, depth: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.#list('}', () => {
      if (this.#text[this.#at] !== '"') throw new TextProblem(this.#at, 'A key in quotes is expected here.');
      const keyAt = this.#at;
      const key = this.#quoted();
      if (members.has(key)) throw new TextProblem(keyAt, `The key "${key.slice(0, 60)}" comes twice in one object.`);
      const own = !this.#wantsPlaces ? '' : path ? `${path}.${key}` : key;
      this.#skip();
      if (this.#text[this.#at] !== ':') throw new TextProblem(this.#at, `A colon is expected here, after "${key.slice(0, 60)}".`);
      this.#at += 1;
      members.set(key, this.#value(own, depth + 1));
      if (this.#wantsPlaces) this.places.set(own, { start: keyAt, end: this.#at });
    });
    return Object.fromEntries(members); // defines, and does not set: "__proto__" is a key like any other
  }

  #array(path: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.#list(']', () => items.push(this.#value(this.#wantsPlaces ? `${path}[${items.length}]` : '', depth + 1)));
    return items;
  }

  #list(end: string, item: () => void): void {
    this.#at += 1;
    this.#skip();
    if (this.#text[this.#at] === end) {
      this.#at += 1;
      return;
    }
    for (;;) {
      this.#skip();
      item();
      this.#skip();
      const letter = this.#text[this.#at];
      if (letter !== ',' && letter !== end) throw new TextProblem(this.#at, `A comma or "${end}" is expected here.`);
      this.#at += 1;
      if (letter === end) return;
    }
  }

  // By hand: a regular expression that looks for the end goes back over a long text that has none, again and again.
  #quoted(): string {
    const start = this.#at;
    let isPlain = true;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const letter = this.#text.charCodeAt(at);
      if (letter === kQuote) {
        this.#at = at + 1;
        return isPlain ? this.#text.slice(start + 1, at) : this.#unescaped(start, at + 1);
      }
      if (letter === kLineFeed) break;
      if (letter < kSpace || letter === kBackslash) isPlain = false;
      if (letter === kBackslash && this.#text.charCodeAt(at + 1) !== kLineFeed) at += 1;
    }
    throw new TextProblem(start, 'This text in quotes has no end on its line.');
  }

  #unescaped(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.slice(start, end)) as string;
    } catch {
      throw new TextProblem(start, 'This text in quotes holds a letter that JSON does not allow.');
    }
  }

  #bare(): unknown {
    this.#number.lastIndex = this.#at;
    if (this.#number.test(this.#text)) {
      const start = this.#at;
      this.#at = this.#number.lastIndex;
      return Number(this.#text.slice(start, this.#at));
    }
    this.#word.lastIndex = this.#at;
    const text = this.#word.exec(this.#text)?.[0] ?? '';
    const word = text === 'true' || (text === 'false' ? false : text === 'null' ? null : undefined);
    if (word === undefined) {
      throw new TextProblem(
        this.#at,
        text === '' ? 'A value is expected here.' : `“${text.slice(0, 30)}” is no value: write a number, true, false, or a text in quotes.`,
      );
    }
    this.#at += text.length;
    return word;
  }
}

export function readText(text: string, wantsPlaces = true): ReadText {
  const reader = new Reader(text, wantsPlaces);
  try {
    return { value: reader.read(), places: reader.places, problem: null };
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    return { value: undefined, places: reader.places, problem: { at: error.at, sentence: error.message } };
  }
}
