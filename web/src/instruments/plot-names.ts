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
