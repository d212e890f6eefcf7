// What a scene shows when it opens: its key `show` (web/scenes/README.md). The engine knows nothing of pictures and lets the key pass. It
// is checked here and refused, as the engine refuses, with one sentence that names the place.
import { jointReadouts, jointQuantities, plotNames, type JointQuantity, type PlotName } from '../instruments/plot-names';
import { motionSchemes, type MotionScheme } from '../instruments/scheme-names';
import { highestRate, lowestRate, type Vector } from '../simulation/protocol';
import type { JointReadout } from '../viewer/joint-marks';
import { marks, type Mark } from '../viewer/readouts';
import {
  booleanAt,
  jointReferenceAt,
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

export type ShownPlot =
  | { readonly quantity: PlotName; readonly body?: BodyReference; readonly joint?: undefined }
  | { readonly quantity: JointQuantity; readonly joint: string | number; readonly body?: undefined };

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
  /** The scene by these schemes runs beside it, as ghosts. */
  readonly compare?: readonly MotionScheme[];
  /** All joints are drawn, or those that are named. */
  readonly joints?: true | readonly (string | number)[];
  /** Values beside them. */
  readonly jointReadouts?: readonly JointReadout[];
  readonly plots?: readonly ShownPlot[];
  /** Sections of the numbers that are open; where there is room the numbers open with the scene. */
  readonly numbers?: readonly NumbersSection[];
};

const kMostPlots = 8;
const kMostCompared = 3;
const kMostJoints = 1000;
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
  'compare',
  'joints',
  'jointReadouts',
  'plots',
  'numbers',
] as const satisfies readonly (keyof Show)[];

function plotAt(value: unknown, place: string, scene: Loose): ShownPlot {
  const { quantity, body, joint } = objectAt(value, place, ['quantity', 'body', 'joint']);
  if (joint !== undefined) {
    if (body !== undefined) refuse(place, 'has a body and a joint');
    return { quantity: oneOf(quantity, `${place}.quantity`, jointQuantities), joint: jointReferenceAt(joint, `${place}.joint`, scene) };
  }
  const name = oneOf(quantity, `${place}.quantity`, plotNames);
  return body === undefined ? { quantity: name } : { quantity: name, body: referenceAt(body, `${place}.body`, scene) };
}

function jointsAt(value: unknown, scene: Loose): true | (string | number)[] {
  if (!Array.isArray(value)) return booleanAt(value, 'show.joints') as true;
  return listAt(value, 'show.joints', kMostJoints).map((one, index) => jointReferenceAt(one, `show.joints[${index}]`, scene));
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
    compare,
    joints,
    jointReadouts: values,
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
    ...(compare !== undefined && {
      compare: listAt(compare, 'show.compare', kMostCompared).map((name, index) => oneOf(name, `show.compare[${index}]`, motionSchemes)),
    }),
    ...(joints !== undefined && joints !== false && { joints: jointsAt(joints, scene) }),
    ...(values !== undefined && {
      jointReadouts: listAt(values, 'show.jointReadouts', jointReadouts.length).map((name, index) =>
        oneOf(name, `show.jointReadouts[${index}]`, jointReadouts),
      ),
    }),
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
