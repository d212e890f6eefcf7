// The joints of a world as a page sees them: what stays as it was made, and where they are while their bodies move. Loaded where a scene has joints.
import { jointLayout, poseLayout } from './layout';
import { sum, turn, vectorAt } from './mechanics';
import { jointTypes, type JointType, type Quaternion, type Vector, type WorldInfo } from './protocol';

export type JointEnd = {
  readonly slot: number | null; // null: the world
  readonly anchor: Vector; // m, from the centre of mass, in the body frame; of the world: in world axes
  readonly frame: Quaternion; // axes of the joint -> body frame, or world; its x axis is that of the joint
};

export type JointInfo = {
  readonly index: number;
  readonly name: string;
  readonly type: JointType;
  readonly a: JointEnd;
  readonly b: JointEnd;
  readonly swing: number; // rad, of a ball: most angle between the x axes of its ends
  readonly ratio: number; // of gear, rack, pulley
  readonly first: number; // index of the joint that a gear or a rack leads from; -1: none
  readonly second: number;
  readonly pulleys: readonly [Vector, Vector]; // m, world
};

/** The joints of a world by index. */
export function jointsOf({ joints: numbers, jointNames }: WorldInfo): JointInfo[] {
  return jointNames.map((name, index) => {
    const at = index * jointLayout.stride;
    const number = (field: number): number => numbers[at + field]!;
    const end = (slot: number, anchor: number, frame: number): JointEnd => ({
      slot: number(slot) < 0 ? null : number(slot),
      anchor: vectorAt(numbers, at + anchor),
      frame: [number(frame), number(frame + 1), number(frame + 2), number(frame + 3)],
    });
    return {
      index,
      name,
      type: jointTypes[number(jointLayout.type)]!,
      a: end(jointLayout.slotA, jointLayout.anchorA, jointLayout.frameA),
      b: end(jointLayout.slotB, jointLayout.anchorB, jointLayout.frameB),
      swing: number(jointLayout.swing),
      ratio: number(jointLayout.ratio),
      first: number(jointLayout.first),
      second: number(jointLayout.second),
      pulleys: [vectorAt(numbers, at + jointLayout.pulleyA), vectorAt(numbers, at + jointLayout.pulleyB)],
    };
  });
}

/** Gear and rack join two joints, not two bodies. */
export const isCoupling = ({ type }: JointInfo): boolean => type === 'gear' || type === 'rack';
export const hasCoordinate = ({ type }: JointInfo): boolean => type === 'hinge' || type === 'slider';

/** The anchor of an end in the world, m. `poses`: poseLayout by slot. */
export function anchorOf({ slot, anchor }: JointEnd, poses: ArrayLike<number>): Vector {
  if (slot === null) return anchor;
  const at = slot * poseLayout.stride;
  return sum(vectorAt(poses, at + poseLayout.position), turn(poses, at + poseLayout.orientation, anchor));
}

/** A direction in the axes of the joint at an end, in the world. */
export function directionOf({ slot, frame }: JointEnd, direction: Vector, poses: ArrayLike<number>): Vector {
  const own = turn(frame, 0, direction);
  return slot === null ? own : turn(poses, slot * poseLayout.stride + poseLayout.orientation, own);
}

/** The joint that a scene names: by its name, or its index. */
export const jointNamed = (reference: string | number, joints: readonly JointInfo[]): JointInfo | null =>
  (typeof reference === 'number' ? joints[reference] : joints.find(({ name }) => name === reference)) ?? null;
