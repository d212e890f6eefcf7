// Numbers for people: three significant digits that do not jitter. The number of decimals follows the magnitude, but it
// changes only when the magnitude has clearly left its decade, so that a value around 10 does not flicker between
// "9.99" and "10.0". Meant for tabular figures.

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const kSmallest = 1e-4; // below: zero
const kLargest = 1e5; // from here on: powers of ten
const kHysteresis = 0.9; // a magnitude must fall to 90 % of a decade before it gains a decimal

/** Fixed decimals with a true minus sign; never "−0.00". Negative decimals round to tens, hundreds, … */
export function formatFixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '—';
  const size = Math.abs(value);
  const text = decimals >= 0 ? size.toFixed(decimals) : String(Math.round(size * 10 ** decimals) * 10 ** -decimals);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

// Without `decimals`: as many as it takes.
function formatPowerOfTen(value: number, decimals?: number): string {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toExponential(decimals).split('e');
  const power = Number(exponent);
  const digits = [...String(Math.abs(power))].map((digit) => superscripts[Number(digit)]).join('');
  return `${value < 0 ? '−' : ''}${mantissa}×10${power < 0 ? '⁻' : ''}${digits}`;
}

// Down to 0.0123 every digit counts; below 0.0001 SI units of a cube are noise, and a body at rest reads 0.00.
const decimalsFor = (magnitude: number): number => (magnitude < kSmallest ? 2 : Math.min(4, 2 - Math.floor(Math.log10(magnitude))));

/** Angles are kept in radians and read in degrees; everything else is read in the unit that it is kept in. */
export const degreesPerRadian = 180 / Math.PI;
export const readUnit = (unit: string): string => (unit === 'rad' ? '°' : unit);
/** How many of the unit that is read make one of this one. */
export const readScale = (unit: string): number => (unit === 'rad' ? degreesPerRadian : 1);

/** A number with its unit; the sign of degrees stands at the number. */
export const withUnit = (number: string, unit: string): string =>
  unit === '' || unit === '°' ? `${number}${unit}` : `${number}\u00a0${unit}`;

/** A single number with three significant digits, for labels that are read once. */
export function formatOnce(value: number): string {
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value)) return '—';
  return magnitude >= kLargest ? formatPowerOfTen(value, 2) : formatFixed(value, decimalsFor(magnitude));
}

/** Three significant digits without zeros at the end, for round numbers: 100, 0.5, 2×10⁻⁶. */
export function formatShort(value: number): string {
  const rounded = Number(value.toPrecision(3));
  const magnitude = Math.abs(rounded);
  if (!Number.isFinite(value)) return '—';
  if (magnitude >= kLargest || (magnitude < kSmallest && magnitude > 0)) return formatPowerOfTen(rounded);
  return String(rounded).replace('-', '−');
}

/** Two digits; drifts are mostly too small for fixed decimals. */
export function driftText(value: number): string {
  if (!Number.isFinite(value)) return '—';
  const size = Math.abs(value);
  if (value === 0 || (size >= 0.01 && size < 1000)) return formatShort(Number(value.toPrecision(2)));
  return formatPowerOfTen(value, 1);
}

/** Three digits, also of what is small: for plots and their tables. */
export function plottedText(value: number | null | undefined): string {
  const size = Math.abs(value ?? NaN);
  return size > 0 && size < 1e-3 ? formatPowerOfTen(value!, 2) : formatOnce(value ?? NaN);
}

/** Remembers how many decimals it shows; one for each number (or vector) on the screen. */
export class SteadyFormat {
  #decimals = 2;
  #power = false;
  readonly #mostDecimals: number;

  constructor(mostDecimals = 4) {
    this.#mostDecimals = mostDecimals;
  }

  /** Fits the decimals to a magnitude: of the number, or of the vector its components belong to. */
  update(magnitude: number): void {
    if (!Number.isFinite(magnitude)) return;
    this.#power = magnitude >= (this.#power ? kLargest * kHysteresis : kLargest);
    const wanted = this.#limit(magnitude);
    if (wanted < this.#decimals) this.#decimals = wanted;
    else if (wanted > this.#decimals) this.#decimals = Math.max(this.#decimals, this.#limit(magnitude / kHysteresis));
  }

  #limit(magnitude: number): number {
    return Math.min(this.#mostDecimals, decimalsFor(magnitude));
  }

  text(value: number): string {
    return this.#power && Number.isFinite(value) ? formatPowerOfTen(value, 2) : formatFixed(value, this.#decimals);
  }
}
