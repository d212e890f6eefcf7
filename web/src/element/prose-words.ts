// What an author writes into prose about a figure: the address of a link ("#fig?step=192"), and data-tumble ("fig racket.angularMomentum.norm",
// "fig push racket 0,2,0"). Each first names the figure by its id. What cannot be read throws its sentence.
import { maximumStepsPerRequest } from '../simulation/protocol';
import type { TumbleCommand, TumblePush, TumbleVector } from './api';
import { shortened } from '../dom/seen-text';
import { SpokenError } from '../words/spoken-error';
import type { Places } from '../words/translate';

/** What a link asks of a figure, in the order in which it is done. */
export type LinkWish = {
  readonly figure: string;
  /** Attributes that are set first. */
  readonly attributes: readonly (readonly ['select' | 'show' | 'rate' | 'camera', string])[];
  readonly reset: boolean;
  /** Where it goes to. */
  readonly step: number | null;
  /** "play": until somebody pauses, or to a step; "pause": it stands. */
  readonly afterwards: { readonly type: 'play'; readonly until: number | null } | { readonly type: 'pause' } | null;
};

export type Action =
  | { readonly type: 'play' | 'pause' | 'reset' }
  | { readonly type: 'step'; readonly count: number }
  | { readonly type: 'seek'; readonly step: number }
  | { readonly type: 'push'; readonly push: TumblePush }
  | { readonly type: 'set'; readonly path: string; readonly value: unknown }
  | { readonly type: 'command'; readonly command: TumbleCommand };

const kAttributes = ['select', 'show', 'rate', 'camera'] as const;
const kWishes: readonly string[] = [...kAttributes, 'step', 'play', 'pause', 'reset'];

const unreadable = (sentence: string, text: string, places: Places = {}): never => {
  throw new SpokenError(sentence, { ...places, text: shortened(text) });
};

function decoded(id: string): string | null {
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

function stepOf(text: string, whole: string): number {
  const step = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  return step <= maximumStepsPerRequest
    ? step
    : unreadable('“{text}” names no step from 0 to {most}.', whole, { most: maximumStepsPerRequest });
}

/** True where a path names a whole number. */
export const isCount = (path: string): boolean => path === 'step';

/** Null where a link leads to a place of the page, or means something to a script of the page (as those of routers do: "#/route?x=1"). */
export function readLink(href: string, isFigure: (id: string) => boolean): LinkWish | null {
  const [, id, query] = /^#([^?]+)\?(.+)$/s.exec(href) ?? [];
  const figure = id === undefined ? null : decoded(id);
  if (figure === null || query === undefined || !isFigure(figure)) return null;
  const wishes = new URLSearchParams(query);
  const unknown = [...wishes.keys()].find((name) => !kWishes.includes(name));
  if (unknown !== undefined)
    unreadable('“{text}” asks for “{word}”, which is not one of {words}.', href, { word: shortened(unknown), words: kWishes.join(', ') });
  const played = wishes.get('play');
  const [, from, until] = /^(?:(.*)\.\.)?(.*)$/s.exec(played ?? '')!;
  const stepText = wishes.get('step') ?? from ?? null;
  return {
    figure,
    attributes: kAttributes.flatMap((name) => (wishes.has(name) ? [[name, wishes.get(name)!] as const] : [])),
    reset: wishes.has('reset'),
    step: stepText === null ? null : stepOf(stepText, href),
    afterwards:
      played !== null
        ? { type: 'play', until: until === undefined || until === '' ? null : stepOf(until, href) }
        : wishes.has('pause')
          ? { type: 'pause' }
          : null,
  };
}

/** The figure that data-tumble names, and what follows. */
export function readBinding(text: string): { readonly figure: string; readonly rest: string } {
  const [, figure, rest] = /^\s*(\S+)\s+(\S.*?)\s*$/s.exec(text) ?? [];
  return figure === undefined || rest === undefined
    ? unreadable('“{text}” does not name a figure and what is meant of it.', text)
    : { figure, rest };
}

// "name with blanks" or a word; braces begin JSON, which goes on to the end.
const wordsOf = (text: string): string[] => [...text.matchAll(/"([^"]*)"|(\{.*|\S+)/gs)].map(([, quoted, plain]) => quoted ?? plain ?? '');

function vectorOf(text: string | undefined, whole: string): TumbleVector {
  const parts = (text ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  return parts.length === 3 && parts.every(Number.isFinite)
    ? (parts as unknown as TumbleVector)
    : unreadable('“{text}” does not give three numbers, as 0,2,0, where they belong.', whole);
}

function jsonOf(text: string, whole: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return unreadable('“{text}” holds no JSON where it belongs.', whole);
  }
}

const isObject = (value: unknown): value is TumbleCommand => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a button does. */
export function readAction(text: string): Action {
  const [type, ...given] = wordsOf(text);
  const takes = (least: number, most = least): void => {
    if (given.length < least || given.length > most)
      unreadable('“{text}” has {count} words behind “{type}”, not {most}.', text, { count: given.length, type: type!, most });
  };
  switch (type) {
    case 'play':
    case 'pause':
    case 'reset':
      takes(0);
      return { type };
    case 'step':
      takes(0, 1);
      return { type, count: stepOf(given[0] ?? '1', text) };
    case 'seek':
      takes(1);
      return { type, step: stepOf(given[0]!, text) };
    case 'push': {
      takes(2, 3);
      const point = given[2] === undefined ? {} : { point: vectorOf(given[2], text) };
      return { type, push: { body: given[0]!, impulse: vectorOf(given[1], text), ...point } };
    }
    case 'set':
      takes(2);
      return { type, path: given[0]!, value: jsonOf(given[1]!, text) };
    case 'command': {
      takes(1);
      const command = jsonOf(given[0]!, text);
      return isObject(command) && typeof command.type === 'string'
        ? { type, command }
        : unreadable('“{text}” is no command with a type.', text);
    }
    default:
      return unreadable('“{text}” begins with none of play, pause, reset, step, seek, push, set, command.', text);
  }
}
