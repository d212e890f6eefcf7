// What a scene shows when it opens: its key `show` (web/scenes/README.md). The engine knows nothing of pictures and lets the key pass. It
// is checked here and refused, as the engine refuses, with one sentence that names the place.
import { plotNames, type PlotName } from '../instruments/plot-names';
import { highestRate, lowestRate, type Vector } from '../simulation/protocol';
import { marks, type Mark } from '../viewer/readouts';
import {
  booleanAt,
  listAt,
  numberAt,
  objectAt,
  oneOf,
  referenceAt,
  refuse,
  vectorAt,
  type BodyReference,
  type Loose,
} from './scene-checks';

export type ShownPlot = { readonly quantity: PlotName; readonly body?: BodyReference };

/** Sections of the panel of numbers. */
export const numbersSections = ['transform', 'point', 'about', 'meters', 'world'] as const;
export type NumbersSection = (typeof numbersSections)[number];

export type Show = {
  /** The selected body. */
  readonly body?: BodyReference;
  /** The point of the selected body, m, body frame. */
  readonly point?: Vector;
  /** Of the selected body; left out: those that every scene begins with. */
  readonly marks?: readonly Mark[];
  /** The marks are those of every body that moves. */
  readonly allBodies?: boolean;
  /** The point of the world about which angular momentum is told, m. */
  readonly about?: Vector;
  /** The camera goes along with the selected body. */
  readonly follow?: boolean;
  /** Simulated seconds per second. */
  readonly rate?: number;
  /** Energy of all bodies as bars. */
  readonly energyBars?: boolean;
  /** Graph paper, looked at along z without perspective. */
  readonly graphPaper?: boolean;
  readonly plots?: readonly ShownPlot[];
  /** Sections of the numbers that are open; where there is room the numbers open with the scene. */
  readonly numbers?: readonly NumbersSection[];
};

const kMostPlots = 8;
const keys = [
  'body',
  'point',
  'marks',
  'allBodies',
  'about',
  'follow',
  'rate',
  'energyBars',
  'graphPaper',
  'plots',
  'numbers',
] as const satisfies readonly (keyof Show)[];

function plotAt(value: unknown, place: string, scene: Loose): ShownPlot {
  const { quantity, body } = objectAt(value, place, ['quantity', 'body']);
  const name = oneOf(quantity, `${place}.quantity`, plotNames);
  return body === undefined ? { quantity: name } : { quantity: name, body: referenceAt(body, `${place}.body`, scene) };
}

/** What a scene shows. Throws a SceneError with the sentence of a refusal. */
export function readShow(document: unknown): Show {
  const scene: Loose = typeof document === 'object' && document !== null ? (document as Loose) : {};
  if (scene.show === undefined) return {};
  const {
    body,
    point,
    marks: names,
    allBodies,
    about,
    follow,
    rate,
    energyBars,
    graphPaper,
    plots,
    numbers,
  } = objectAt(scene.show, 'show', keys);
  if (body === undefined && (point !== undefined || follow === true)) refuse('show', 'point and follow need a body');
  return {
    ...(body !== undefined && { body: referenceAt(body, 'show.body', scene) }),
    ...(point !== undefined && { point: vectorAt(point, 'show.point') }),
    ...(names !== undefined && {
      marks: listAt(names, 'show.marks', marks.length).map((name, index) => oneOf(name, `show.marks[${index}]`, marks)),
    }),
    ...(allBodies !== undefined && { allBodies: booleanAt(allBodies, 'show.allBodies') }),
    ...(about !== undefined && { about: vectorAt(about, 'show.about') }),
    ...(follow !== undefined && { follow: booleanAt(follow, 'show.follow') }),
    ...(rate !== undefined && { rate: numberAt(rate, 'show.rate', lowestRate, highestRate) }),
    ...(energyBars !== undefined && { energyBars: booleanAt(energyBars, 'show.energyBars') }),
    ...(graphPaper !== undefined && { graphPaper: booleanAt(graphPaper, 'show.graphPaper') }),
    ...(plots !== undefined && {
      plots: listAt(plots, 'show.plots', kMostPlots).map((plot, index) => plotAt(plot, `show.plots[${index}]`, scene)),
    }),
    ...(numbers !== undefined && {
      numbers: listAt(numbers, 'show.numbers', numbersSections.length).map((name, index) =>
        oneOf(name, `show.numbers[${index}]`, numbersSections),
      ),
    }),
  };
}
