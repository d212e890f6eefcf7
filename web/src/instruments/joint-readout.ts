// The text beside a joint in the picture: its angle or place, and the sizes of its reaction.
import { jointSampleLayout, jointStateLayout } from '../simulation/layout';
import { size, vectorAt } from '../simulation/mechanics';
import type { JointType } from '../simulation/protocol';
import { degreesPerRadian, formatOnce } from './number-format';
import { quantities } from './quantities';

const kTorqueless: readonly JointType[] = ['ball', 'distance', 'pulley'];
const { coordinate, force, torque } = jointSampleLayout;

/** `state`: where the record of the joint begins in `states` (jointStateLayout); `readouts`: "angle" (of a slider its place), "torque", "force". */
export function jointText(
  { type }: { readonly type: JointType },
  states: Float64Array,
  state: number,
  readouts: ReadonlySet<string>,
): string {
  const at = state + jointStateLayout.sample;
  const parts: string[] = [];
  if (readouts.has('angle') && type === 'hinge') parts.push(`φ ${formatOnce(states[at + coordinate]! * degreesPerRadian)}°`);
  if (readouts.has('angle') && type === 'slider') parts.push(`s ${formatOnce(states[at + coordinate]!)} m`);
  for (const [name, place] of [
    ['torque', torque],
    ['force', force],
  ] as const) {
    if (name === 'torque' && kTorqueless.includes(type)) continue;
    if (readouts.has(name))
      parts.push(`${quantities[name].symbol} ${formatOnce(size(vectorAt(states, at + place)))} ${quantities[name].unit}`);
  }
  return parts.join('\n');
}
