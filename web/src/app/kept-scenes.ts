// Scenes kept in a storage of the browser, each with its versions under an id of its own. Their number and length are bounded, the oldest
// goes. Where the storage refuses, they are kept in memory, for as long as the page is open.
//
// What is read back may have been written by anybody: its frame is checked here, its scene by the engine when it is loaded.
import { readText } from '../simulation/json-text';
import { SceneError } from '../simulation/problems';
import { exactText } from '../simulation/run-file';
import { kKeptPrefix } from './browser-storage';

/** What a list says of a kept scene. */
export type KeptTitle = {
  readonly id: string;
  /** The scene of the gallery that it was made from. */
  readonly from: string | null;
  readonly title: string;
  /** When it was last written, ms since 1970. */
  readonly keptAt: number;
};

export type KeptScene = KeptTitle & {
  readonly versions: readonly unknown[];
  /** Which of the versions is the current one. */
  readonly present: number;
};

/** Scenes; letters (UTF-16) of all of them, and of one with its versions. A browser gives a site some five million. */
export type KeptLimits = { readonly scenes: number; readonly letters: number; readonly lettersOfOne: number };
const kLimits: KeptLimits = { scenes: 30, letters: 2_500_000, lettersOfOne: 600_000 };

const kMostInMemory = 8; // scenes
const kMostVersions = 200;
const kLongestTitle = 80; // letters
const kLongestHead = 1000;

type Loose = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= kLongestTitle;

export class KeptScenes {
  readonly #storage: Storage | null;
  readonly #now: () => number;
  readonly #limits: KeptLimits;
  readonly #memory = new Map<string, string>(); // what the storage did not take
  readonly #texts = new WeakMap<object, string>(); // of versions

  constructor(storage: Storage | null, now: () => number = Date.now, limits = kLimits) {
    this.#storage = storage;
    this.#now = now;
    this.#limits = limits;
  }

  /** Keeps a scene, in place of the one of its id. False when the storage does not take it: then it is kept in memory. */
  write({ id, from, title, versions, present }: Omit<KeptScene, 'keptAt'>): boolean {
    const texts = this.#around(versions, present);
    const head = { from, title: title.slice(0, kLongestTitle), keptAt: this.#now(), present: present - texts.first };
    return this.put(id, `${JSON.stringify(head)}\n[${texts.list.join(',')}]`);
  }

  /** Rejects what is damaged with SceneError; null where nothing is kept by this id. */
  read(id: string): KeptScene | null {
    const text = this.text(id);
    if (text === null) return null;
    const head = headOf(id, text);
    const isOwn = this.#memory.has(id) || this.#fits(text);
    const versions = isOwn ? readText(text.slice(text.indexOf('\n') + 1), false).value : null;
    if (!head || !Array.isArray(versions) || versions.length > kMostVersions || !(head.present in versions))
      throw new SceneError('what is kept of it is damaged.');
    return { ...head, versions };
  }

  /** What can be read, the newest first; no more than the page keeps, whatever somebody else put there. */
  list(): KeptTitle[] {
    return this.#ids()
      .flatMap((id) => headOf(id, this.text(id) ?? '') ?? [])
      .sort((a, b) => b.keptAt - a.keptAt)
      .slice(0, this.#limits.scenes);
  }

  /** As it is written, for `put`. */
  text(id: string): string | null {
    return this.#memory.get(id) ?? this.#try((storage) => storage.getItem(kKeptPrefix + id)) ?? null;
  }

  /** False when the storage does not take it. */
  put(id: string, text: string): boolean {
    const isStored = this.#fits(text) && this.#store(id, text);
    this.#memory.delete(id);
    if (isStored) return true;
    this.#memory.set(id, text); // as the last one
    for (const oldest of [...this.#memory.keys()].slice(0, -kMostInMemory)) this.#memory.delete(oldest);
    return false;
  }

  remove(id: string): void {
    this.#memory.delete(id);
    this.#try((storage) => storage.removeItem(kKeptPrefix + id));
  }

  #fits(text: string): boolean {
    return text.length <= this.#limits.lettersOfOne + kLongestHead;
  }

  #store(id: string, text: string): boolean {
    this.#makeRoom(id, text.length);
    const isDone = this.#try((storage) => {
      storage.setItem(kKeptPrefix + id, text);
      return true;
    });
    return isDone ?? false;
  }

  #ids(): string[] {
    const stored = this.#try((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')) ?? [];
    const own = stored.filter((key) => key.startsWith(kKeptPrefix)).map((key) => key.slice(kKeptPrefix.length));
    return [...new Set([...own, ...this.#memory.keys()])];
  }

  // The oldest go, what cannot be read before them.
  #makeRoom(id: string, length: number): void {
    const others = this.#ids()
      .filter((other) => other !== id)
      .map((other) => ({ other, text: this.text(other) ?? '' }))
      .map(({ other, text }) => ({ other, length: text.length, keptAt: headOf(other, text)?.keptAt ?? 0 }))
      .sort((a, b) => a.keptAt - b.keptAt);
    let letters = others.reduce((sum, one) => sum + one.length, length);
    others.forEach((one, index) => {
      if (others.length - index < this.#limits.scenes && letters <= this.#limits.letters) return;
      letters -= one.length;
      this.remove(one.other);
    });
  }

  // The texts of the current version and of as many before and behind it as there is room for.
  #around(versions: readonly unknown[], present: number): { list: string[]; first: number } {
    const list = [this.#textOf(versions[present])];
    let room = this.#limits.lettersOfOne - list[0]!.length;
    const takes = (index: number): string | null => {
      if (!(index in versions) || list.length >= kMostVersions) return null;
      const text = this.#textOf(versions[index]);
      room -= text.length + 1;
      return room >= 0 ? text : null;
    };
    let first = present;
    for (let text = takes(first - 1); text !== null; text = takes(first - 1)) {
      list.unshift(text);
      first -= 1;
    }
    for (let at = present + 1, text = takes(at); text !== null; at += 1, text = takes(at)) list.push(text);
    return { list, first };
  }

  #textOf(version: unknown): string {
    if (typeof version !== 'object' || version === null) return exactText(version);
    let text = this.#texts.get(version);
    if (text === undefined) this.#texts.set(version, (text = exactText(version)));
    return text;
  }

  // Undefined where the storage refuses.
  #try<Result>(work: (storage: Storage) => Result): Result | undefined {
    try {
      return this.#storage ? work(this.#storage) : undefined;
    } catch {
      return undefined;
    }
  }
}

// The first line of a text; null where it is not one of ours.
function headOf(id: string, text: string): (KeptTitle & { readonly present: number }) | null {
  const end = text.slice(0, kLongestHead).indexOf('\n');
  const { from, title, keptAt, present } = (readText(text.slice(0, Math.max(0, end)), false).value ?? {}) as Loose;
  if (!(from === null || isText(from)) || !isText(title) || !Number.isFinite(keptAt) || !Number.isSafeInteger(present)) return null;
  return { id, from, title, keptAt: keptAt as number, present: present as number };
}
