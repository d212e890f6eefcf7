// A scene as text: how it is written out, where in a text a value stands, and where a text stops being JSON. The engine names
// what it refuses by its path (bodies[3].density); this finds the place of that path.

export type Place = { readonly start: number; readonly end: number };

/** Where each value stands, by its path; and what is wrong with the text, if anything. */
export type ReadText = { readonly value: unknown; readonly places: ReadonlyMap<string, Place>; readonly problem: { readonly at: number; readonly sentence: string } | null };

const kWidth = 96; // characters: what fits on a line stands on one

/** JSON with short lists and objects on one line. */
export function writeScene(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const flat = writeFlat(value);
  if (indent.length + flat.length <= kWidth && !(indent === '' && !Array.isArray(value))) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + writeScene(item, inner)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${writeScene(item, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function writeFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${writeFlat(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

class TextProblem extends Error {
  readonly at: number;
  constructor(at: number, sentence: string) {
    super(sentence);
    this.at = at;
  }
}

const kDeepest = 64;

// Recursive descent over RFC 8259.
class Reader {
  readonly places = new Map<string, Place>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    const value = this.#value('', 0);
    this.#skip();
    if (this.#at < this.#text.length) throw new TextProblem(this.#at, 'Here something follows the end of the scene.');
    return value;
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #value(path: string, depth: number): unknown {
    this.#skip();
    const start = this.#at;
    if (depth > kDeepest) throw new TextProblem(start, 'This is nested too deep.');
    const letter = this.#text[start];
    const value = letter === '{' ? this.#object(path, depth) : letter === '[' ? this.#array(path, depth) : letter === '"' ? this.#string() : this.#word();
    this.places.set(path, { start, end: this.#at });
    return value;
  }

  #object(path: string, depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    this.#list('}', () => {
      if (this.#text[this.#at] !== '"') throw new TextProblem(this.#at, 'A key in quotes is expected here.');
      const keyAt = this.#at;
      const key = this.#string();
      const own = path ? `${path}.${key}` : key;
      this.#skip();
      if (this.#text[this.#at] !== ':') throw new TextProblem(this.#at, `A colon is expected here, after "${key}".`);
      this.#at += 1;
      entries.push([key, this.#value(own, depth + 1)]);
      this.places.set(own, { start: keyAt, end: this.#at });
    });
    return Object.fromEntries(entries); // defines, and does not set: "__proto__" is a key like any other
  }

  #array(path: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.#list(']', () => items.push(this.#value(`${path}[${items.length}]`, depth + 1)));
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

  #string(): string {
    const start = this.#at;
    const found = /"(?:[^"\\\n]|\\.)*"/y;
    found.lastIndex = start;
    const text = found.exec(this.#text)?.[0];
    if (text === undefined) throw new TextProblem(start, 'This text in quotes has no end on its line.');
    this.#at = found.lastIndex;
    try {
      return JSON.parse(text) as string;
    } catch {
      throw new TextProblem(start, 'This text in quotes holds a letter that JSON does not allow.');
    }
  }

  #word(): unknown {
    const found = /[^\s,\]}:]+/y;
    found.lastIndex = this.#at;
    const text = found.exec(this.#text)?.[0] ?? '';
    try {
      const value: unknown = JSON.parse(text);
      this.#at += text.length;
      return value;
    } catch {
      throw new TextProblem(this.#at, text === '' ? 'A value is expected here.' : `“${text.slice(0, 30)}” is no value: write a number, true, false, or a text in quotes.`);
    }
  }
}

export function readText(text: string): ReadText {
  const reader = new Reader(text);
  try {
    return { value: reader.read(), places: reader.places, problem: null };
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    return { value: undefined, places: reader.places, problem: { at: error.at, sentence: error.message } };
  }
}

/** The place that a refusal speaks of ("bodies[3].density: …"): of the value, or of the nearest thing around it that is there. */
export function placeOf(refusal: string, places: ReadonlyMap<string, Place>): Place | null {
  const colon = refusal.indexOf(': ');
  let path = colon < 0 ? refusal : refusal.slice(0, colon);
  if (path === 'scene') path = '';
  for (;;) {
    const place = places.get(path);
    if (place) return place;
    if (path === '') return null;
    path = path.replace(/(\.[^.[\]]*|\[\d+\]|^[^.[\]]+)$/, '');
  }
}
