// The quantities of joints, by the names that scenes and pages give them, as curves over time and as values.
import { jointSampleLayout } from '../simulation/layout';
import { vectorAt } from '../simulation/mechanics';
import type { JointInfo } from '../simulation/joints';
import type { Vector } from '../simulation/protocol';
import type { Channel } from './channels';
import { readScale, readUnit } from './number-format';
import type { JointQuantity } from './plot-names';

type About = {
  readonly title: string;
  readonly unit: string; // SI
  readonly colorProperty: string;
  readonly offset: number;
  readonly isVector: boolean;
};

const { coordinate, rate, force, torque } = jointSampleLayout;
const reactions = {
  force: { title: 'reaction force', unit: 'N', colorProperty: '--force', offset: force, isVector: true },
  torque: { title: 'reaction torque', unit: 'N m', colorProperty: '--torque', offset: torque, isVector: true },
};
const ofType: Readonly<Record<string, Partial<Record<JointQuantity, About>>>> = {
  hinge: {
    angle: { title: 'angle', unit: 'rad', colorProperty: '--ink', offset: coordinate, isVector: false },
    speed: { title: 'angular speed', unit: 'rad/s', colorProperty: '--angular-velocity', offset: rate, isVector: false },
  },
  slider: {
    position: { title: 'position', unit: 'm', colorProperty: '--ink', offset: coordinate, isVector: false },
    speed: { title: 'speed', unit: 'm/s', colorProperty: '--velocity', offset: rate, isVector: false },
  },
};

/** The quantities that a joint has: of all joints reaction force and torque, on b in world axes. */
export const quantitiesOfJoint = ({ type }: JointInfo): Partial<Record<JointQuantity, About>> => ({ ...ofType[type], ...reactions });

/** What titles of joints may say. */
export const jointTitles = [...Object.values(ofType), reactions].flatMap((about) => Object.values(about).map(({ title }) => title));

/** A value, SI, in the record that begins at `at` (jointSampleLayout). */
export const jointValue = (numbers: ArrayLike<number>, at: number, { offset, isVector }: About): number | Vector =>
  isVector ? vectorAt(numbers, at + offset) : numbers[at + offset]!;

/** A quantity over time, in the unit that it is read in; null where the joint has none of that name. Its place is that of the joint in the history. */
export function jointChannel(name: JointQuantity, joint: JointInfo): Channel | null {
  const about = quantitiesOfJoint(joint)[name];
  if (!about) return null;
  const { title, unit, colorProperty, offset, isVector } = about;
  const scale = readScale(unit);
  return {
    id: name,
    title,
    unit: readUnit(unit),
    isOfWorld: false,
    jumps: false,
    isRate: false,
    curves: isVector
      ? [
          { label: 'x', colorProperty: '--axis-x' },
          { label: 'y', colorProperty: '--axis-y', dash: [9, 4] },
          { label: 'z', colorProperty: '--axis-z', dash: [2, 3] },
          { label: name === 'force' ? '|F|' : '|τ|', colorProperty, isMain: true },
        ]
      : [{ label: title, colorProperty, isMain: true }],
    read: (history, index, place, _rate, out) => {
      const row = history.row(index);
      const at = history.firstJoint + place * jointSampleLayout.stride + offset;
      out[0] = row[at]! * scale;
      if (!isVector) return;
      out[1] = row[at + 1]!;
      out[2] = row[at + 2]!;
      out[3] = Math.hypot(out[0], out[1], out[2]);
    },
  };
}
