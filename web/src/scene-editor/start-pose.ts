// Where the frame of a body lies, at the start and now.
import { size, sum, turn } from '../simulation/mechanics';
import type { Quaternion, Vector } from '../simulation/protocol';
import { asList, asObject } from '../simulation/scene-path';
import { quaternionOf } from './orientation';

/** Of the body frame: its origin (m) and its axes, in the world. */
export type Pose = { readonly position: Vector; readonly orientation: Quaternion };

/** The pose that the scene gives an entry of its bodies; null for one with copies, whose places the engine alone knows. */
export function startPose(scene: unknown, entry: number): Pose | null {
  const body = asList(asObject(scene).bodies)[entry];
  const { position = [0, 0, 0], orientation = [0, 0, 0, 1], arrangement } = asObject(body);
  if (body === undefined || arrangement !== undefined) return null;
  return { position: position as Vector, orientation: quaternionOf(orientation) as Quaternion };
}

export const toWorld = ({ position, orientation }: Pose, point: Vector): Vector => sum(position, turn(orientation, 0, point));
export const toBody = ({ position, orientation }: Pose, point: Vector): Vector => turn(orientation, 0, sum(point, position, -1), true);

const kSamePlace = 1e-3; // m: as near as the ends of a joint have to be
const kSameTurn = 1e-3; // rad

/** Whether two poses are the same for a joint. */
export function isSamePose(one: Pose, other: Pose): boolean {
  const cosine = one.orientation.reduce((total, part, index) => total + part * other.orientation[index]!, 0);
  return size(sum(one.position, other.position, -1)) <= kSamePlace && 2 * Math.acos(Math.min(1, Math.abs(cosine))) <= kSameTurn;
}
