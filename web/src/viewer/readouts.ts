// What the viewer wants from whoever writes numbers: it draws arrows and places texts beside them, but colours, symbols,
// units and formats belong to the instruments. The page hands these in.
import type { Vector3 } from 'three';

/** Quantities the viewer draws arrows for. */
export const shownQuantities = ['velocity', 'angularVelocity', 'angularMomentum'] as const;
export type ShownQuantity = (typeof shownQuantities)[number];

/** CSS colours of the arrows; they change with the theme. */
export type ArrowColors = Readonly<Record<ShownQuantity | 'impulse' | 'force', string>>;

/** The text beside the push arrow. */
export interface PushReadout {
  readonly element: HTMLElement;
  /** Impulse J (N s), and the changes of velocity (m/s) and angular velocity (rad/s) it will bring. */
  show(impulse: Vector3, velocityChange: Vector3, angularVelocityChange: Vector3): void;
}

export type Readouts = {
  readonly push: PushReadout;
  readonly symbols: Readonly<Record<ShownQuantity, HTMLElement>>; // beside the tips of the arrows
};
