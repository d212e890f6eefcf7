// A joint as a scene says it, from what was chosen in the picture. A scene says where its joints are at the start, while people choose in the present:
// places go from the present pose of a body to the one that it has at the start. A joint that comes to a running world connects the bodies as they
// are then, at its place on a (engine/scene/joint_revision.h), so that place is the chosen one both now and after a reset.
import { cross, size, sum, times, turn } from '../simulation/mechanics';
import type { JointType, Vector } from '../simulation/protocol';
import { isSamePose, toBody, toWorld, type Pose } from './start-pose';

/** A body to connect. */
export type Connected = {
  readonly reference: string | number; // as a scene names it
  readonly now: Pose;
  readonly start: Pose | null; // null: not known
};

/** What was chosen; null in place of a body: the world. */
export type Connection = {
  readonly type: JointType;
  readonly bodies: readonly [Connected | null, Connected | null];
  readonly points: readonly [Vector, Vector]; // m, world, now: of ropes and rods the ends, of others both the place
  readonly axis: Vector; // unit, world, now
  readonly pulleys: readonly [Vector, Vector]; // m, world
  readonly precision: number; // m, of places
};

/** A joint of a scene, and what has to be said of it. */
export type NewJoint = { readonly joint: Readonly<Record<string, unknown>>; readonly note: string };

const kDigits = 6; // of the parts of an axis
const kMostDigits = 9; // of a place
const kSameLength = 1e-3; // m, as the engine has it

const rounded = (vector: Vector, digits: number): Vector => vector.map((part) => Number(part.toFixed(digits)) + 0) as unknown as Vector;
const digitsOf = (precision: number): number => Math.max(0, Math.min(kMostDigits, Math.ceil(-Math.log10(precision))));

/** A unit vector across another one: across the vertical, too, where that is no help. */
export function acrossOf(axis: Vector): Vector {
  const across = cross([0, 1, 0], axis);
  const other = size(across) > 0.1 ? across : cross([0, 0, 1], axis);
  return times(other, 1 / size(other));
}

/** The joint of a connection. Throws an Error with a sentence where there can be none. */
export function newJoint(connection: Connection): NewJoint {
  const { type, bodies } = connection;
  if (!bodies[0] && !bodies[1]) throw new Error('Choose a body: a joint connects two bodies, or a body and the world.');
  if (bodies[0] && bodies[0].reference === bodies[1]?.reference) throw new Error('Choose two bodies: a body is not connected to itself.');
  return type === 'distance' || type === 'pulley' ? rope(connection) : pivot(connection);
}

function pivot({ type, bodies: [first, second], points, axis, precision }: Connection): NewJoint {
  const isAtStart = ({ start, now }: Connected): boolean => start !== null && isSamePose(start, now);
  let [a, b] = [first, second];
  if (!a || !b) {
    // To the world, b is the body, as long as that makes no difference.
    const body = (a ?? b)!;
    [a, b] = isAtStart(body) ? [null, body] : [body, null];
  } else if (!a.start) [a, b] = [b, a];
  const held = (a ?? b)!; // the place is that on this one
  const { start } = held;
  if (!start) throw new Error('Copies of an arrangement that have moved are connected at the start: reset first.');
  // An angle and a way are of b against a: along the chosen axis they are those of the second body, or of the body against the world.
  const isTurned = (type === 'hinge' || type === 'slider') && a === (first && second ? second : held);
  const along = turn(start.orientation, 0, turn(held.now.orientation, 0, isTurned ? times(axis, -1) : axis, true));
  const place = rounded(toWorld(start, toBody(held.now, points[0])), digitsOf(precision));
  const direction = rounded(along, kDigits);
  const axes =
    type === 'universal' ? { axes: [direction, rounded(acrossOf(along), kDigits)] } : type === 'fixed' ? {} : { axis: direction };
  return { joint: { type, ...(a && { a: a.reference }), ...(b && { b: b.reference }), point: place, ...axes }, note: '' };
}

function rope({ type, bodies: [a, b], points, pulleys, precision }: Connection): NewJoint {
  if ((a && !a.start) || (b && !b.start))
    throw new Error('Copies of an arrangement that have moved are connected at the start: reset first.');
  const digits = digitsOf(precision);
  const inBody = (body: Connected | null, point: Vector): Vector => rounded(body ? toBody(body.now, point) : point, digits);
  const own: [Vector, Vector] = [inBody(a, points[0]), inBody(b, points[1])];
  const wheels: [Vector, Vector] = [rounded(pulleys[0], digits), rounded(pulleys[1], digits)];
  const lengthOf = (when: 'start' | 'now'): number => {
    const [from, to] = [a ? toWorld(a[when]!, own[0]) : own[0], b ? toWorld(b[when]!, own[1]) : own[1]];
    const apart = (one: Vector, other: Vector): number => size(sum(one, other, -1));
    return type === 'pulley' ? apart(from, wheels[0]) + apart(to, wheels[1]) : apart(from, to);
  };
  const [before, now] = [lengthOf('start'), lengthOf('now')];
  const joint = { type, ...(a && { a: a.reference }), ...(b && { b: b.reference }), pointA: own[0], pointB: own[1] };
  const over = type === 'pulley' ? { pulleys: wheels } : {};
  if (Math.abs(before - now) < kSameLength) return { joint: { ...joint, ...over }, note: '' };
  const longest = Math.ceil(Math.max(before, now) * 10 ** digits) / 10 ** digits;
  const note = `Its ends were ${before.toFixed(2)} m apart at the start and are ${now.toFixed(2)} m apart now: it is a rope as long as the larger.`;
  return { joint: { ...joint, ...over, [type === 'pulley' ? 'length' : 'maximum']: longest }, note };
}
