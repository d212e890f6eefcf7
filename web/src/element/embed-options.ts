// The address of a figure in a frame (embed.html?scene=…): the attributes of <tumble-scene>, and what only a frame has. What is wrong there is a
// sentence, and counts as left out.
import { linkOf } from '../links/link-of-hash';
import { shortened } from '../dom/seen-text';
import type { Allowance } from '../simulation/gate';

export type EmbedOptions = {
  /** Of the element. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly lang: string | null;
  /** What the page around may do, by `host`. */
  readonly allowed: Allowance;
  /** The only origin of a page around that may do it; null: any. */
  readonly origin: string | null;
  /** Width over height that the frame asks for. */
  readonly aspect: number;
  readonly problems: readonly string[];
};

const kOwn: readonly string[] = ['lang', 'host', 'origin', 'aspect'];
const kOfOthers = /^(utm_.*|_.*|[a-z]*clid|ref)$/; // what other programs put behind addresses
const kUsualAspect = 16 / 10;

/** `search` and `hash` as `location` gives them; `names`: the attributes of the element. */
export function readAddress(search: string, hash: string, names: readonly string[]): EmbedOptions {
  const given = new URLSearchParams(search);
  const problems: string[] = [];
  const refuse = (name: string, why: string): null => {
    problems.push(`${shortened(name)}: “${shortened(given.get(name) ?? '')}” ${why}.`);
    return null;
  };
  const attributes = new Map<string, string>();
  for (const name of new Set(given.keys())) {
    if (given.getAll(name).length > 1) problems.push(`${shortened(name)}: it stands twice in the address; the first one counts.`);
    if (names.includes(name)) attributes.set(name, given.get(name)!);
    else if (!kOwn.includes(name) && !kOfOthers.test(name))
      refuse(name, `is nothing that a frame has; it takes ${[...names, ...kOwn].join(', ')}`);
  }
  const link = linkOf(hash);
  if (link !== null) {
    if (attributes.has('link')) problems.push('link: there is one in the address and one behind “#”; the first one counts.');
    else attributes.set('link', link);
  }
  return {
    attributes,
    lang: languageOf(given.get('lang'), () => refuse('lang', 'names no language, as “en” or “pt-BR” do')),
    allowed: allowanceOf(given.get('host'), () => refuse('host', 'is not one of drive, edit')),
    origin: originOf(given.get('origin'), () => refuse('origin', 'is no origin, as “https://example.org” is')),
    aspect: aspectOf(given.get('aspect'), () => refuse('aspect', 'is no width over height from 1/4 to 8, as “16/10” is')) ?? kUsualAspect,
    problems,
  };
}

const languageOf = (text: string | null, refuse: () => null): string | null =>
  text === null || /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text) ? text : refuse();

const allowanceOf = (text: string | null, refuse: () => null): Allowance => {
  if (text === 'drive' || text === 'edit') return text;
  if (text !== null && text !== '') refuse();
  return 'nothing';
};

// An origin that cannot be read lets nobody in: no page has an empty one.
function originOf(text: string | null, refuse: () => null): string | null {
  if (text === null) return null;
  if (/^https?:\/\/[^/?#@\s]+$/.test(text) && URL.canParse(text)) return new URL(text).origin;
  refuse();
  return '';
}

function aspectOf(text: string | null, refuse: () => null): number | null {
  if (text === null) return null;
  const [, width, height] = /^(\d+(?:\.\d+)?)(?:\s*[/:]\s*(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
  const aspect = Number(width) / Number(height ?? 1);
  return aspect >= 0.25 && aspect <= 8 ? aspect : refuse();
}
