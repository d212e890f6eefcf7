// The attributes of <tumble-scene>, read and checked. What is wrong with one is a sentence that names it; then it counts as left out.
import { highestRate, lowestRate, maximumStepsPerRequest, type Vector } from '../simulation/protocol';
import { allowedNames, type Allowed } from '../viewer/pointer-names';
import { marks, type Mark } from '../viewer/readouts';
import { shortened } from '../dom/seen-text';
import { english } from '../words/translate';

export type SceneOptions = {
  readonly scene: string | null;
  readonly src: string | null;
  readonly link: string | null;
  readonly paused: boolean;
  readonly autoplay: 'visible' | 'no';
  readonly step: number | null;
  readonly start: number;
  readonly end: number | null;
  readonly loop: boolean;
  readonly rate: number | null;
  readonly select: string | null;
  readonly show: readonly Mark[] | null;
  readonly camera: { readonly position: Vector; readonly target: Vector } | null;
  readonly controls: 'none' | 'min' | 'full';
  readonly allow: ReadonlySet<Allowed>;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly loading: 'lazy' | 'eager';
  readonly poster: string | null;
  readonly alt: string | null;
  readonly sync: string | null;
};

export const attributeNames = [
  'scene',
  'src',
  'link',
  'paused',
  'autoplay',
  'step',
  'start',
  'end',
  'loop',
  'rate',
  'select',
  'show',
  'camera',
  'controls',
  'allow',
  'theme',
  'loading',
  'poster',
  'alt',
  'sync',
] as const satisfies readonly (keyof SceneOptions)[];
export type AttributeName = (typeof attributeNames)[number];

/** Symbols as people write them. */
export const symbols: Readonly<Record<string, Mark>> = {
  v: 'velocity',
  a: 'acceleration',
  p: 'momentum',
  F: 'force',
  ω: 'angularVelocity',
  w: 'angularVelocity',
  omega: 'angularVelocity',
  L: 'angularMomentum',
  τ: 'torque',
  tau: 'torque',
};

type Attribute = (name: AttributeName) => string | null;
type Read = { readonly options: SceneOptions; readonly problems: readonly string[] };

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

/** `attribute` gives the text of an attribute, or null; problems are told in the language of `translate`. */
export function readOptions(attribute: Attribute, translate = english): Read {
  const problems: string[] = [];
  const refuse = (name: AttributeName, why: string): null => {
    problems.push(`${name}: ${why}`);
    return null;
  };
  const given = (name: AttributeName): string => shortened(attribute(name) ?? '');
  const number = (name: AttributeName, low: number, high: number, isWhole: boolean): number | null => {
    const text = attribute(name);
    if (text === null) return null;
    const value = text.trim() === '' ? NaN : Number(text);
    const fits = value >= low && value <= high && (!isWhole || Number.isInteger(value));
    if (fits) return value;
    const places = { text: given(name), low, high };
    return refuse(
      name,
      isWhole
        ? translate('“{text}” is not a whole number from {low} to {high}.', places)
        : translate('“{text}” is not a number from {low} to {high}.', places),
    );
  };
  const step = (name: AttributeName): number | null => number(name, 0, maximumStepsPerRequest, true);
  const oneOf = <Word extends string>(name: AttributeName, words: readonly [Word, ...Word[]]): Word => {
    const text = attribute(name);
    if (text === null || text === '') return words[0];
    const found = words.find((word) => word === text.trim());
    if (!found) refuse(name, translate('“{text}” is not one of {words}.', { text: given(name), words: words.join(', ') }));
    return found ?? words[0];
  };
  const listOf = <Word extends string>(
    name: AttributeName,
    wordOf: (text: string) => Word | undefined,
    all: readonly string[],
  ): Word[] | null => {
    const text = attribute(name);
    if (text === null) return null;
    const words = wordsOf(text).map(wordOf);
    if (words.every((word) => word !== undefined)) return words;
    return refuse(name, translate('“{text}” holds a word that is not one of {words}.', { text: given(name), words: all.join(', ') }));
  };
  const flag = (name: AttributeName): boolean => attribute(name) !== null && attribute(name) !== 'false';

  const options: SceneOptions = {
    scene: attribute('scene'),
    src: attribute('src'),
    link: attribute('link'),
    paused: flag('paused'),
    autoplay: oneOf('autoplay', ['visible', 'no']),
    step: step('step'),
    start: step('start') ?? 0,
    end: step('end'),
    loop: flag('loop'),
    rate: number('rate', lowestRate, highestRate, false),
    select: attribute('select'),
    show: listOf(
      'show',
      (word) => marks.find((mark) => mark === word) ?? (Object.hasOwn(symbols, word) ? symbols[word] : undefined),
      marks,
    ),
    camera: cameraOf(attribute('camera'), () =>
      refuse('camera', translate('“{text}” is not six numbers: where the camera stands and what it looks at.', { text: given('camera') })),
    ),
    controls: oneOf('controls', ['min', 'none', 'full']),
    allow: new Set(listOf('allow', (word) => allowedNames.find((name) => name === word), allowedNames) ?? allowedNames),
    theme: oneOf('theme', ['auto', 'light', 'dark']),
    loading: oneOf('loading', ['lazy', 'eager']),
    poster: attribute('poster'),
    alt: attribute('alt'),
    sync: attribute('sync')?.trim() || null,
  };
  if (options.end !== null && options.end <= options.start) {
    refuse('end', translate('“{text}” is not after the start, {start}.', { text: given('end'), start: options.start }));
    return { options: { ...options, end: null }, problems };
  }
  return { options, problems };
}

function cameraOf(text: string | null, refuse: () => null): SceneOptions['camera'] {
  if (text === null) return null;
  const numbers = wordsOf(text).map(Number);
  if (numbers.length !== 6 || !numbers.every((part) => Math.abs(part) <= 1e6)) return refuse();
  const [x, y, z, ...target] = numbers as [number, number, number, number, number, number];
  const isSame = target.every((part, axis) => part === numbers[axis]);
  return isSame ? refuse() : { position: [x, y, z], target };
}
