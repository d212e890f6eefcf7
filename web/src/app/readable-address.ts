// The readable spelling of a link, as authors write it: "?scene=tennis-racket&step=192&show=L,omega&bodies.racket.angularVelocity=0,5,0.01".
// `step` and `show`, and any value of the scene by its path, in the names of the scene format. Of what is wrong nothing is applied.
import { linkLimits, type LinkView } from '../links/link';
import { inThousands } from '../simulation/problems';
import { asList, asObject, pathOf, pathText, valueAt, withValue, type Path } from '../simulation/scene-path';
import { marks } from '../viewer/readouts';

export type ReadableAddress = {
  /** With the values of the address; the very scene that was given where it names none. */
  readonly scene: unknown;
  readonly step: number;
  readonly view: LinkView;
  /** What is wrong, each in a sentence. */
  readonly problems: readonly string[];
};

const kSymbols: Readonly<Record<string, string>> = {
  v: 'velocity',
  a: 'acceleration',
  p: 'momentum',
  F: 'force',
  omega: 'angularVelocity',
  ω: 'angularVelocity',
  L: 'angularMomentum',
  tau: 'torque',
  τ: 'torque',
};
const kSwitches = ['allBodies', 'follow', 'names', 'energyBars', 'graphPaper', 'joints'] as const;

// What other programs put behind addresses.
const kOfOthers = /^(utm_.*|_.*|[a-z]*clid|ref|source)$/;
const kNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const kLongestSaid = 60; // letters of what is wrong

class Wrong extends Error {}

const said = (text: string): string => `“${text.length > kLongestSaid ? `${text.slice(0, kLongestSaid)}…` : text}”`;

/** `given`: the parameters of the address beside those that url-state.ts reads; `scene`: as the gallery has it. */
export function readReadableAddress(given: URLSearchParams, scene: unknown): ReadableAddress {
  const problems: string[] = [];
  const attempt = <Value>(otherwise: Value, work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      problems.push(error.message);
      return otherwise;
    }
  };
  const own = [...given].filter(([name]) => !kOfOthers.test(name));
  const names = own.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) problems.push(`${said(twice)} stands twice in the address; the last one counts.`);
  const step = attempt(0, () => stepOf(given.get('step')));
  const view = attempt({}, () => viewOf(given.get('show')));
  const values = own.filter(([name]) => name !== 'step' && name !== 'show');
  const changed = attempt(scene, () => values.reduce((before, [name, text]) => withText(before, name, text), scene));
  return { scene: changed, step, view, problems };
}

function stepOf(text: string | null): number {
  if (text === null) return 0;
  if (!/^\d{1,9}$/.test(text) || Number(text) > linkLimits.steps)
    throw new Wrong(`“step”: ${said(text)} is no whole number from 0 to ${inThousands(linkLimits.steps)}.`);
  return Number(text);
}

function viewOf(text: string | null): LinkView {
  if (text === null) return {};
  const shown = new Set<string>();
  const view: Record<string, unknown> = {};
  for (const word of text.split(',').map((part) => part.trim())) {
    const mark = Object.hasOwn(kSymbols, word) ? kSymbols[word]! : word;
    if ((marks as readonly string[]).includes(mark)) shown.add(mark);
    else if ((kSwitches as readonly string[]).includes(word)) view[word] = true;
    else if (word !== '')
      throw new Wrong(
        `“show”: ${said(word)} is nothing that can be shown; it takes ${['v a p F omega L tau', ...marks, ...kSwitches].join(' ').split(' ').join(', ')}.`,
      );
  }
  return { ...(shown.size > 0 || text.trim() === '' ? { marks: marks.filter((mark) => shown.has(mark)) } : {}), ...view };
}

function withText(scene: unknown, name: string, text: string): unknown {
  const path = pathOf(name, scene);
  if (!path) throw new Wrong(`${said(name)}: ${whyNoPath(name, scene)}.`);
  path.forEach((part, index) => {
    const around = path.slice(0, index);
    if (typeof part === 'number' && asList(valueAt(scene, around)).length <= part)
      throw new Wrong(`${said(name)}: there is no ${pathText(path.slice(0, index + 1))} in this scene.`);
  });
  return withValue(scene, path, valueOfText(scene, path, name, text.trim()));
}

function whyNoPath(name: string, scene: unknown): string {
  const body = /^bodies\.([^.[]*)/.exec(name)?.[1];
  const others = asList(asObject(scene).bodies).map((one) => asObject(one).name);
  if (body !== undefined && !others.includes(body)) return `no body of this scene is called ${said(body)}`;
  return 'the address takes scene, paused, embed, step, show and values of the scene, as “gravity” or “bodies.name.mass”';
}

// In the form of what stands there; where nothing does, in the form it has by itself.
function valueOfText(scene: unknown, path: Path, name: string, text: string): unknown {
  const present = valueAt(scene, path);
  const parts = text.split(',').map((part) => part.trim().replace(/e /i, 'e+')); // "+" in an address is a space
  const numbers = parts.every((part) => kNumber.test(part));
  const isNumbers = typeof present === 'number' || (Array.isArray(present) && present.every((one) => typeof one === 'number'));
  if (typeof present === 'string') return text;
  if (isNumbers && !numbers) throw new Wrong(`${said(name)}: ${said(parts.find((part) => !kNumber.test(part))!)} is no number.`);
  if (typeof present === 'number' && parts.length > 1) throw new Wrong(`${said(name)}: ${said(text)} is not one number.`);
  if (Array.isArray(present) && isNumbers && parts.length !== present.length)
    throw new Wrong(`${said(name)}: takes ${present.length} numbers, and ${said(text)} has ${parts.length}.`);
  if (numbers) {
    const values = parts.map(Number);
    if (!values.every(Number.isFinite)) throw new Wrong(`${said(name)}: ${said(text)} is too large.`);
    return values.length === 1 && !Array.isArray(present) ? values[0] : values;
  }
  if (typeof present === 'object' && present !== null && !Array.isArray(present))
    throw new Wrong(`${said(name)}: has parts, and takes no value itself.`);
  if (text === 'true' || text === 'false') return text === 'true';
  return parts.length > 1 ? parts : text;
}
