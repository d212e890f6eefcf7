// The quantities that can be plotted over time: the curves of each, and how they are read from recorded rows.
import { bodySampleLayout, measuresLayout } from '../simulation/layout';
import { sampleRowLayout } from '../simulation/protocol';
import { turn, vectorAt } from '../simulation/mechanics';
import type { History } from './history';
import type { JointQuantity, PlotName } from './plot-names';
import { quantities, type QuantityName } from './quantities';

export type Curve = {
  readonly label: string;
  readonly colorProperty: string;
  readonly isMain?: boolean;
  /** Pixels drawn and left out: lines differ without their colours, too. */
  readonly dash?: readonly number[];
};

const kDashed = [9, 4];
const kDotted = [2, 3];
const kMixed = [9, 3, 2, 3];

export type Channel = {
  readonly id: PlotName | JointQuantity;
  readonly title: string;
  readonly unit: string;
  readonly isOfWorld: boolean;
  /** Jumps where the velocity does: the pen is lifted there. */
  readonly jumps: boolean;
  /** A rate, made from two rows: meaningless across an impact, where it is left out. */
  readonly isRate: boolean;
  readonly curves: readonly Curve[];
  /** Writes one value a curve for a row; `place` of the body or the joint in the row. NaN where there is none. */
  readonly read: (history: History, index: number, place: number, stepsPerSecond: number, out: number[]) => void;
};

const components = (name: QuantityName): readonly Curve[] => [
  { label: 'x', colorProperty: '--axis-x' },
  { label: 'y', colorProperty: '--axis-y', dash: kDashed },
  { label: 'z', colorProperty: '--axis-z', dash: kDotted },
  { label: `|${quantities[name].symbol}|`, colorProperty: quantities[name].colorProperty, isMain: true },
];

const bodyAt = (place: number): number => sampleRowLayout.bodies + bodySampleLayout.stride * place;

const { position, orientation, velocity, angularVelocity, momentum, angularMomentum, linearEnergy, matrixDefect, quaternionDefect } =
  bodySampleLayout;
const { measures } = sampleRowLayout;

function writeVector(x: number, y: number, z: number, out: number[]): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = Math.hypot(x, y, z);
}

const base = { isOfWorld: false, jumps: true, isRate: false };

const vector = (id: QuantityName & PlotName, offset: number): Channel => ({
  ...base,
  id,
  title: quantities[id].name,
  unit: quantities[id].unit,
  curves: components(id),
  read: (history, index, place, _rate, out) => {
    const [row, at] = [history.row(index), bodyAt(place) + offset];
    writeVector(...vectorAt(row, at), out);
  },
});

// The change of a recorded vector from the row before, per second, times the ratio of two recorded vectors' sizes (mass).
const rate = (id: QuantityName & PlotName, offset: number, title: string): Channel => ({
  ...base,
  isRate: true,
  id,
  title,
  unit: quantities[id].unit,
  curves: components(id),
  read: (history, index, place, stepsPerSecond, out) => {
    if (index === 0 || history.step(index) - history.step(index - 1) !== 1) return writeVector(NaN, NaN, NaN, out);
    const [row, before, at] = [history.row(index), history.row(index - 1), bodyAt(place) + offset];
    const change = [0, 1, 2].map((axis) => (row[at + axis]! - before[at + axis]!) * stepsPerSecond) as [number, number, number];
    writeVector(...change, out);
  },
});

const world = (id: PlotName, name: QuantityName, offset: number): Channel => ({
  ...base,
  isOfWorld: true,
  id,
  title: `${quantities[name].name} of all`,
  unit: quantities[name].unit,
  curves: components(name),
  read: (history, index, _place, _rate, out) => {
    const row = history.row(index);
    writeVector(...vectorAt(row, offset), out);
  },
});

const energyCurves: readonly Curve[] = [
  { label: 'translation', colorProperty: '--velocity', dash: kDashed },
  { label: 'rotation', colorProperty: '--angular-velocity', dash: kDotted },
  { label: 'potential', colorProperty: '--momentum', dash: kMixed },
  { label: 'total', colorProperty: '--ink', isMain: true },
];

const energies =
  (offsetOf: (place: number) => number): Channel['read'] =>
  (history, index, place, _rate, out) => {
    const [row, at] = [history.row(index), offsetOf(place)];
    vectorAt(row, at).forEach((energy, part) => (out[part] = energy)); // linear, rotational, potential
    out[3] = out[0]! + out[1]! + out[2]!;
  };

// Relative to the first row on record.
const drift: Channel['read'] = (history, index, place, _rate, out) => {
  const [row, first, at] = [history.row(index), history.row(0), bodyAt(place)];
  const energy = (from: Float64Array): number => vectorAt(from, at + linearEnergy).reduce((sum, part) => sum + part);
  const size = (from: Float64Array): number => Math.hypot(...vectorAt(from, at + angularMomentum));
  out[0] = (energy(row) - energy(first)) / Math.abs(energy(first));
  out[1] = (size(row) - size(first)) / size(first);
};

export const channels: readonly Channel[] = [
  {
    ...base,
    id: 'position',
    title: 'position',
    unit: 'm',
    jumps: false,
    curves: components('velocity').slice(0, 3),
    read: (history, index, place, _rate, out) => {
      const at = bodyAt(place) + position;
      vectorAt(history.row(index), at).forEach((part, axis) => (out[axis] = part));
    },
  },
  vector('velocity', velocity),
  rate('acceleration', velocity, 'acceleration'),
  vector('momentum', momentum),
  rate('force', momentum, 'net force'),
  vector('angularVelocity', angularVelocity),
  {
    ...base,
    id: 'bodyAngularVelocity',
    title: 'angular velocity in body axes',
    unit: 'rad/s',
    curves: components('angularVelocity'),
    read: (history, index, place, _rate, out) => {
      const [row, at] = [history.row(index), bodyAt(place)];
      const own = turn(row, at + orientation, vectorAt(row, at + angularVelocity), true);
      writeVector(own[0], own[1], own[2], out);
    },
  },
  vector('angularMomentum', angularMomentum),
  rate('torque', angularMomentum, 'net torque'),
  { ...base, id: 'energy', title: 'energy', unit: 'J', curves: energyCurves, read: energies((place) => bodyAt(place) + linearEnergy) },
  {
    ...base,
    id: 'drift',
    title: 'drift since the start of the record',
    unit: '',
    read: drift,
    curves: [
      { label: 'ΔE/E', colorProperty: '--ink', isMain: true },
      { label: 'Δ|L|/|L|', colorProperty: '--angular-momentum', dash: kDashed },
    ],
  },
  {
    ...base,
    id: 'defect',
    title: 'error of the orientation',
    unit: '',
    jumps: false,
    curves: [
      { label: '|AᵀA − 1|', colorProperty: '--force', isMain: true },
      { label: '| |q| − 1 |', colorProperty: '--velocity', dash: kDashed },
    ],
    read: (history, index, place, _rate, out) => {
      const [row, at] = [history.row(index), bodyAt(place)];
      out[0] = row[at + matrixDefect]!;
      out[1] = row[at + quaternionDefect]!;
    },
  },
  {
    ...base,
    isOfWorld: true,
    id: 'worldEnergy',
    title: 'energy of all',
    unit: 'J',
    curves: energyCurves,
    read: energies(() => measures + measuresLayout.linearEnergy),
  },
  world('worldMomentum', 'momentum', measures + measuresLayout.momentum),
  world('worldAngularMomentum', 'angularMomentum', measures + measuresLayout.angularMomentum),
];

export const channelOf = (id: string): Channel => channels.find((channel) => channel.id === id) ?? channels[0]!;
