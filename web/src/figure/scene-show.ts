// What a scene shows when it opens: its key `show` (web/scenes/README.md). The engine knows nothing of pictures and lets the key pass. It
// is checked here and refused, as the engine refuses, with one sentence that names the place.
import { plotNames, type PlotName } from '../instruments/plot-names';
import { SceneError } from '../simulation/problems';
import { highestRate, lowestRate, type Vector } from '../simulation/protocol';
import { marks, type Mark } from '../viewer/readouts';

/** A body as a scene names it: by its name, the name of a copy, or its index. */
export type BodyReference = string | number;

export type ShownPlot = { readonly quantity: PlotName; readonly body?: BodyReference };

export type Show = {
  /** The selected body. */
  readonly body?: BodyReference;
  /** The point of the selected body, m, body frame. */
  readonly point?: Vector;
  /** Of the selected body; left out: those that every scene begins with. */
  readonly marks?: readonly Mark[];
  /** The marks are those of every body that moves. */
  readonly allBodies?: boolean;
  /** The camera goes along with the selected body. */
  readonly follow?: boolean;
  /** Simulated seconds per second. */
  readonly rate?: number;
  readonly plots?: readonly ShownPlot[];
};

const kMostPlots = 8;
const kFarthest = 1000; // m, as for the shapes of a body
const keys = ['body', 'point', 'marks', 'allBodies', 'follow', 'rate', 'plots'] as const satisfies readonly (keyof Show)[];

type Loose = Readonly<Record<string, unknown>>;

function refuse(place: string, why: string): never {
  throw new SceneError(`${place}: ${why}`);
}

function objectAt(value: unknown, place: string, known: readonly string[]): Loose {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'is not an object');
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) refuse(`${place}.${unknown.slice(0, 40)}`, `unknown key; there are ${known.join(', ')}`);
  return value as Loose;
}

function listAt(value: unknown, place: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) refuse(place, 'is not a list');
  if (value.length > most) refuse(place, `has ${value.length} entries, more than ${most}`);
  return value;
}

function oneOf<Name extends string>(value: unknown, place: string, names: readonly Name[]): Name {
  if (!names.includes(value as Name)) refuse(place, `is none of ${names.join(', ')}`);
  return value as Name;
}

function booleanAt(value: unknown, place: string): boolean {
  if (typeof value !== 'boolean') refuse(place, 'is neither true nor false');
  return value;
}

function numberAt(value: unknown, place: string, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(place, 'is not a number');
  if (value < low) refuse(place, `${value} is below ${low}`);
  if (value > high) refuse(place, `${value} is above ${high}`);
  return value;
}

function vectorAt(value: unknown, place: string): Vector {
  const parts = listAt(value, place, 3);
  if (parts.length !== 3) refuse(place, `has ${parts.length} entries, not 3`);
  return parts.map((part, axis) => numberAt(part, `${place}[${axis}]`, -kFarthest, kFarthest)) as unknown as Vector;
}

// An index, and that of a copy, are looked for when the scene is loaded.
function referenceAt(value: unknown, place: string, scene: Loose): BodyReference {
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  if (typeof value !== 'string') refuse(place, 'is neither the name nor the index of a body');
  const bodies = Array.isArray(scene.bodies) ? (scene.bodies as readonly (Loose | null)[]) : [];
  const isCopy = (name: unknown): boolean =>
    typeof name === 'string' && value.startsWith(`${name}[`) && /^\[\d+\]$/.test(value.slice(name.length));
  if (!bodies.some((body) => body && (body.arrangement ? isCopy(body.name) : body.name === value)))
    refuse(place, `there is no body “${value.slice(0, 80)}”`);
  return value;
}

function plotAt(value: unknown, place: string, scene: Loose): ShownPlot {
  const { quantity, body } = objectAt(value, place, ['quantity', 'body']);
  const name = oneOf(quantity, `${place}.quantity`, plotNames);
  return body === undefined ? { quantity: name } : { quantity: name, body: referenceAt(body, `${place}.body`, scene) };
}

/** What a scene shows. Throws a SceneError with the sentence of a refusal. */
export function readShow(document: unknown): Show {
  const scene: Loose = typeof document === 'object' && document !== null ? (document as Loose) : {};
  if (scene.show === undefined) return {};
  const { body, point, marks: names, allBodies, follow, rate, plots } = objectAt(scene.show, 'show', keys);
  if (body === undefined && (point !== undefined || follow === true)) refuse('show', 'point and follow need a body');
  return {
    ...(body !== undefined && { body: referenceAt(body, 'show.body', scene) }),
    ...(point !== undefined && { point: vectorAt(point, 'show.point') }),
    ...(names !== undefined && {
      marks: listAt(names, 'show.marks', marks.length).map((name, index) => oneOf(name, `show.marks[${index}]`, marks)),
    }),
    ...(allBodies !== undefined && { allBodies: booleanAt(allBodies, 'show.allBodies') }),
    ...(follow !== undefined && { follow: booleanAt(follow, 'show.follow') }),
    ...(rate !== undefined && { rate: numberAt(rate, 'show.rate', lowestRate, highestRate) }),
    ...(plots !== undefined && {
      plots: listAt(plots, 'show.plots', kMostPlots).map((plot, index) => plotAt(plot, `show.plots[${index}]`, scene)),
    }),
  };
}
