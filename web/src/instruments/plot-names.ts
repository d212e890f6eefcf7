// The quantities that can be plotted over time, by the names that scenes and the page give them. What they are: channels.ts, which loads
// with the first plot.
export const plotNames = [
  'position',
  'velocity',
  'acceleration',
  'momentum',
  'force',
  'angularVelocity',
  'bodyAngularVelocity',
  'angularMomentum',
  'torque',
  'energy',
  'drift',
  'defect',
  'worldEnergy',
  'worldMomentum',
  'worldAngularMomentum',
] as const;
export type PlotName = (typeof plotNames)[number];

/** Of a joint: `angle` of a hinge, `position` of a slider, `speed` of both, `force` and `torque` of the reaction (joint-quantities.ts). */
export const jointQuantities = ['angle', 'position', 'speed', 'force', 'torque'] as const;
export type JointQuantity = (typeof jointQuantities)[number];

/** Values that may stand beside joints in the picture. */
export const jointReadouts = ['angle', 'torque', 'force'] as const;
