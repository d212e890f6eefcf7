// Where a joint says its place and its axes: in the world at the start, or in the frames of its bodies. Either way is turned into the other.
import { turn } from '../simulation/mechanics';
import type { Vector } from '../simulation/protocol';
import { asList, asObject } from '../simulation/scene-path';
import { startPose, toBody, toWorld, type Pose } from './start-pose';

type Joint = Readonly<Record<string, unknown>>;
export type Frames = 'world' | 'bodies';

const kDigits = 9;
const kOfWorld: Pose = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };
const rounded = (vector: Vector): Vector => vector.map((part) => Number(part.toFixed(kDigits)) + 0) as unknown as Vector;

/** In which frames a joint has its place and axes. */
export const framesOf = (joint: Joint): Frames => (['pointA', 'pointB', 'axisA', 'axisB'].some((key) => key in joint) ? 'bodies' : 'world');

// The start of the body that a joint names, or of the world; null for a copy, whose place the engine alone knows.
function poseOf(scene: unknown, reference: unknown): Pose | null {
  if (reference === undefined) return kOfWorld;
  const bodies = asList(asObject(scene).bodies);
  const hasCopies = bodies.some((body) => 'arrangement' in asObject(body));
  if (typeof reference === 'number') return hasCopies ? null : startPose(scene, reference);
  return startPose(
    scene,
    bodies.findIndex((body) => asObject(body).name === reference),
  );
}

/** The same joint, with place and axes in the other frames; null where the start of one of its bodies is not known. */
export function inFrames(joint: Joint, scene: unknown, frames: Frames): Joint | null {
  const [a, b] = [poseOf(scene, joint.a), poseOf(scene, joint.b)];
  if (!a || !b) return null;
  const { point, points, pointA, pointB, axis, axes, axisA, axisB, ...rest } = joint as Record<string, Vector | undefined> & Joint;
  if (frames === 'world') {
    const isRope = joint.type === 'distance' || joint.type === 'pulley';
    const places =
      pointA &&
      pointB &&
      (isRope ? { points: [toWorld(a, pointA), toWorld(b, pointB)].map(rounded) } : { point: rounded(toWorld(a, pointA)) });
    const [first, second] = [axisA && rounded(turn(a.orientation, 0, axisA)), axisB && rounded(turn(b.orientation, 0, axisB))];
    const directions = first && second && (joint.type === 'universal' ? { axes: [first, second] } : { axis: first });
    return {
      ...rest,
      ...(point && { point }),
      ...(points && { points }),
      ...places,
      ...(axis && { axis }),
      ...(axes && { axes }),
      ...directions,
    };
  }
  const [from, to] = points ? (points as unknown as [Vector, Vector]) : [point, point];
  const [along, across] = axes ? (axes as unknown as [Vector, Vector]) : [axis, axis];
  return {
    ...rest,
    ...(from && to
      ? { pointA: rounded(toBody(a, from)), pointB: rounded(toBody(b, to)) }
      : { ...(pointA && { pointA }), ...(pointB && { pointB }) }),
    ...(along && across
      ? { axisA: rounded(turn(a.orientation, 0, along, true)), axisB: rounded(turn(b.orientation, 0, across, true)) }
      : { ...(axisA && { axisA }), ...(axisB && { axisB }) }),
  };
}
