// Quantities of a running figure by a path, as authors write them: "racket.angularMomentum.norm", "ball.velocity.y", "energy", "time", and by a symbol,
// "omega.norm", or the name alone, of the body that is selected, else of the first that moves. The motion is that of the newest step; the engine's states, and what
// follows from them (simulation/mechanics.ts).
import type { Figure } from '../figure/figure';
import type { JointQuantity, PlotName } from '../instruments/plot-names';
import { jointValue, quantitiesOfJoint } from '../instruments/joint-quantities';
import { quantities as units } from '../instruments/quantities';
import { motionOf, newMotion, size, turn, vectorAt, type Motion } from '../simulation/mechanics';
import { jointsOf, type JointInfo } from '../simulation/joints';
import { jointStateLayout, stateLayout } from '../simulation/layout';
import type { BodyInfo, Details, Frame, Vector } from '../simulation/protocol';
import { SpokenError } from '../words/spoken-error';
import { symbols } from './options';

/** In SI units. */
export type Quantity = { readonly value: number | Vector; readonly unit: string };

const kAxes = ['x', 'y', 'z'];
const kBodyNames = ['position', 'velocity', 'angularVelocity', 'momentum', 'angularMomentum', 'acceleration', 'force', 'torque'] as const;
type BodyName = (typeof kBodyNames)[number];
const unitOf = (name: BodyName): string => (name === 'position' ? 'm' : units[name].unit);
const kOnlyPlotted: readonly string[] = ['bodyAngularVelocity', 'drift', 'defect'] satisfies PlotName[];
const isBodyName = (name: string): name is BodyName => kBodyNames.includes(name as BodyName);

const kWorld: Readonly<Record<string, (frame: Frame, secondsAt: (step: number) => number) => Quantity>> = {
  step: ({ step }) => ({ value: step, unit: '' }),
  time: ({ step }, secondsAt) => ({ value: secondsAt(step), unit: 's' }),
  energy: ({ measures }) => ({ value: measures.linearEnergy + measures.rotationalEnergy + measures.potentialEnergy, unit: 'J' }),
  linearEnergy: ({ measures }) => ({ value: measures.linearEnergy, unit: 'J' }),
  rotationalEnergy: ({ measures }) => ({ value: measures.rotationalEnergy, unit: 'J' }),
  potentialEnergy: ({ measures }) => ({ value: measures.potentialEnergy, unit: 'J' }),
  momentum: ({ measures }) => ({ value: measures.momentum, unit: units.momentum.unit }),
  angularMomentum: ({ measures }) => ({ value: measures.angularMomentum, unit: units.angularMomentum.unit }),
};

/** What those without a symbol are called. */
export const quantityTitles: Readonly<Record<string, string>> = {
  step: 'Step',
  time: 'Time',
  energy: 'Energy',
  linearEnergy: 'Linear energy',
  rotationalEnergy: 'Rotational energy',
  potentialEnergy: 'Potential energy',
  position: 'Position',
  mass: 'Mass',
  bodyAngularVelocity: 'Angular velocity in body axes',
};

// One part of a vector, or its size.
function partOf({ value, unit }: Quantity, part: string | undefined, path: string): Quantity {
  if (part === undefined || typeof value === 'number') {
    if (part !== undefined) throw new SpokenError('“{path}”: a number has no part “{part}”.', { path, part });
    return { value, unit };
  }
  if (part === 'norm') return { value: size(value), unit };
  const axis = kAxes.includes(part) ? kAxes.indexOf(part) : /^\[[012]\]$/.test(part) ? Number(part[1]) : -1;
  if (axis < 0) throw new SpokenError('“{path}”: a vector has the parts norm, x, y and z, not “{part}”.', { path, part });
  return { value: value[axis]!, unit };
}

const wordsOf = (text: string): string[] => text.replace(/\[(\d+)\]$/, '.[$1]').split('.');

/** What a path names: a quantity of a body, of a joint, or of the world where both are null; name and part of the quantity, as written. */
export type Place = { readonly body: BodyInfo | null; readonly joint: JointInfo | null; readonly words: readonly string[] };

// The one with the longest name that the path begins with: a name may hold dots.
const ownerOf = <Named extends { readonly name: string }>(path: string, all: readonly Named[]): Named | null =>
  all
    .filter(({ name }) => name !== '' && path.startsWith(`${name}.`))
    .reduce<Named | null>((best, one) => (best && best.name.length >= one.name.length ? best : one), null);

/** Null where a path begins with no body, no quantity of the world and no symbol. */
export function placeOf(path: string, { simulation, selection }: Figure): Place | null {
  const bodies = simulation.info?.bodies ?? [];
  const body = ownerOf(path, bodies);
  if (body) return { body, joint: null, words: wordsOf(path.slice(body.name.length + 1)) };
  const joint = simulation.info && ownerOf(path, jointsOf(simulation.info));
  if (joint) return { body: null, joint, words: wordsOf(path.slice(joint.name.length + 1)) };
  const words = wordsOf(path);
  if (Object.hasOwn(kWorld, words[0]!)) return { body: null, joint: null, words };
  const [first = '', ...parts] = words;
  const name = Object.hasOwn(symbols, first) ? symbols[first]! : first;
  const unnamed = selection.body ?? bodies.find(({ type }) => type !== 'static');
  return unnamed && (isBodyName(name) || kOnlyPlotted.includes(name)) ? { body: unnamed, joint: null, words: [name, ...parts] } : null;
}

function jointQuantity(joint: JointInfo, name: string, path: string): NonNullable<ReturnType<typeof quantitiesOfJoint>[JointQuantity]> {
  const about = quantitiesOfJoint(joint);
  if (Object.hasOwn(about, name)) return about[name as JointQuantity]!;
  throw new SpokenError('“{path}”: this joint has {words}, not “{name}”.', { path, words: Object.keys(about).join(', '), name });
}

/** True where the path names a quantity that moves, and not a value of the scene. */
export const isQuantity = (path: string, figure: Figure): boolean => placeOf(path, figure) !== null;

export const noQuantity = (path: string): SpokenError =>
  new SpokenError('“{path}” begins with no body of the scene and no quantity of the world.', { path: path.slice(0, 80) });

// ω in the axes of the body, as its plots show it.
function inBodyAxes(body: BodyInfo, details: Details | null | undefined): Vector {
  if (!details) throw new SpokenError('The states of the bodies have not come yet.');
  const at = body.slot * stateLayout.stride;
  return turn(details.states, at + stateLayout.orientation, vectorAt(details.states, at + stateLayout.angularVelocity), true);
}

/** Throws with a sentence. The figure must ask for details (WatchRequests) where the path names a body. */
export function quantityOf(path: string, figure: Figure): Quantity {
  const { simulation } = figure;
  const { info, frame } = simulation;
  if (!info || !frame) throw new SpokenError('Nothing runs yet.');
  const place = placeOf(path, figure);
  if (!place) throw noQuantity(path);
  const { body, joint, words } = place;
  const [name, part, ...rest] = words as readonly [string, string?];
  if (rest.length > 0) throw new SpokenError('“{path}” is too long.', { path });
  if (joint) {
    const about = jointQuantity(joint, name, path);
    if (!frame.joints) throw new SpokenError('The states of the joints have not come yet.');
    const at = joint.index * jointStateLayout.stride + jointStateLayout.sample;
    return partOf({ value: jointValue(frame.joints, at, about), unit: about.unit }, part, path);
  }
  if (!body) return partOf(kWorld[name]!(frame, simulation.secondsAt), part, path);
  if (name === 'mass') return partOf({ value: body.mass, unit: 'kg' }, part, path);
  if (name === 'bodyAngularVelocity')
    return partOf({ value: inBodyAxes(body, frame.details), unit: unitOf('angularVelocity') }, part, path);
  if (!isBodyName(name))
    throw new SpokenError('“{path}”: a body has {words}, bodyAngularVelocity, not “{name}”.', { path, words: kBodyNames.join(', '), name });
  if (!frame.details) throw new SpokenError('The states of the bodies have not come yet.');
  const motion: Motion = motionOf(body, frame.details, info.stepsPerSecond, newMotion());
  return partOf({ value: [...motion[name]] as unknown as Vector, unit: unitOf(name) }, part, path);
}
