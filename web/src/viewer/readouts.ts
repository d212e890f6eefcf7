// The interface between viewer and instruments: the viewer draws arrows and places texts beside them; colours, symbols, units and
// formats belong to the instruments. The page passes them in.
import type { Vector3 } from 'three';

/** Quantities of a body that have an arrow from its centre of mass. */
export const shownQuantities = ['velocity', 'acceleration', 'momentum', 'force', 'angularVelocity', 'angularMomentum', 'torque'] as const;
export type ShownQuantity = (typeof shownQuantities)[number];

/** Everything that can be switched on and off over the picture. */
export const marks = [
  ...shownQuantities,
  'point',
  'appliedForces',
  'about',
  'contacts',
  'centre',
  'axes',
  'trail',
  'strobe',
  'impacts',
  'ellipsoid',
  'polhode',
  'cones',
] as const;
export type Mark = (typeof marks)[number];

/** Colours of marks; they change with the theme. */
export const markColors = [...shownQuantities, 'impulse', 'ink', 'axisX', 'axisY', 'axisZ'] as const;
export type MarkColor = (typeof markColors)[number];
export type MarkColors = Readonly<Record<MarkColor, string>>; // CSS

/** The text beside the push arrow. */
export interface PushReadout {
  readonly element: HTMLElement;
  /** Impulse J (N s), and the changes of velocity (m/s) and angular velocity (rad/s) it will bring. */
  show(impulse: Vector3, velocityChange: Vector3, angularVelocityChange: Vector3): void;
}

/** What stands beside a point, or the axes of a body. */
export const markLetters = ['O', 'x', 'y', 'z'] as const;
export type Letter = (typeof markLetters)[number];
export type Letters = Readonly<Record<Letter, HTMLElement>>;

/** The texts beside the tips of the arrows. */
export type Symbols = Readonly<Record<ShownQuantity, HTMLElement>>;
