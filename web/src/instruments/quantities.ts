// The one table of physical quantities: symbol, name, unit, and which CSS colour they wear everywhere (arrows, readouts,
// labels, prose). The colours themselves stand in styles/tokens.css, once for light and once for dark.

export type QuantityName =
  | 'velocity'
  | 'acceleration'
  | 'angularVelocity'
  | 'momentum'
  | 'angularMomentum'
  | 'force'
  | 'torque'
  | 'impulse';

export type Quantity = {
  readonly symbol: string;
  readonly name: string;
  readonly unit: string;
  readonly colorProperty: string; // CSS custom property
  readonly hint?: string; // what it is, in one line
  readonly axial: boolean; // an axial vector: drawn with a double head, so that colour is not the only sign
};

const quantity = (symbol: string, name: string, unit: string, colorProperty: string, axial: boolean, hint?: string): Quantity => ({
  symbol,
  name,
  unit,
  colorProperty,
  axial,
  ...(hint && { hint }),
});

export const quantities: Readonly<Record<QuantityName, Quantity>> = {
  velocity: quantity('v', 'velocity', 'm/s', '--velocity', false),
  acceleration: quantity('a', 'acceleration', 'm/s²', '--acceleration', false),
  angularVelocity: quantity(
    'ω',
    'angular velocity',
    'rad/s',
    '--angular-velocity',
    true,
    'how fast it turns, along the axis it turns about',
  ),
  momentum: quantity('p', 'momentum', 'kg m/s', '--momentum', false, 'mass times velocity: only a force from outside changes it'),
  angularMomentum: quantity(
    'L',
    'angular momentum',
    'kg m²/s',
    '--angular-momentum',
    true,
    'only a torque from outside changes it; it need not point along ω',
  ),
  force: quantity('F', 'force', 'N', '--force', false),
  torque: quantity('τ', 'torque', 'N m', '--torque', true, 'lever arm times force: how fast L changes'),
  impulse: quantity('J', 'impulse', 'N s', '--impulse', false),
};

/** Quantities whose arrows a selected body has at first. */
export const firstArrows = ['velocity', 'angularVelocity', 'angularMomentum'] as const satisfies readonly QuantityName[];

/** A colour of styles/tokens.css as it is now (it changes with the theme), in the page or in a figure that has a theme of its own. */
export const cssColor = (property: string, where: Element = document.documentElement): string =>
  getComputedStyle(where).getPropertyValue(property).trim();

/** The colour a quantity wears now, as CSS text. */
export const quantityColor = (name: QuantityName, where?: Element): string => cssColor(quantities[name].colorProperty, where);
