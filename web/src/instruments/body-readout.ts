// The numbers of the selected body: position, motion, and the net force and torque on it.
import { Emitter } from '../simulation/emitter';
import { motionOf, newMotion } from '../simulation/mechanics';
import type { BodyInfo, BodyState, Details } from '../simulation/protocol';
import { degreesPerRadian, formatFixed, formatOnce } from './number-format';
import { quantities, type QuantityName } from './quantities';
import { ReadoutRow, type MarkSwitch } from './readout-row';

/** Quantities with a row and an arrow, in the order of the table. */
const rows = [
  'velocity',
  'acceleration',
  'momentum',
  'force',
  'angularVelocity',
  'angularMomentum',
  'torque',
] as const satisfies readonly QuantityName[];
export type BodyQuantity = (typeof rows)[number];

const names: Partial<Record<BodyQuantity, string>> = { force: 'net force', torque: 'net torque' };

export class BodyReadout {
  readonly marks = new Emitter<MarkSwitch<BodyQuantity>>();
  /** A quantity is to be plotted. */
  readonly plots = new Emitter<string>();
  readonly #position: ReadoutRow;
  readonly #turned: ReadoutRow;
  readonly #quaternion: ReadoutRow;
  readonly #quantities: ReadonlyMap<BodyQuantity, ReadoutRow>;
  readonly #description: HTMLElement;
  readonly #motion = newMotion();

  constructor(tableBody: HTMLElement, description: HTMLElement) {
    this.#description = description;
    this.#position = new ReadoutRow({
      symbol: 'x',
      name: 'position',
      unit: 'm',
      vector: true,
      magnitude: false,
      hasPlot: true,
    });
    this.#turned = new ReadoutRow({
      symbol: '∠',
      name: 'orientation, about',
      unit: '°',
      vector: true,
      hint: 'one turn about one axis (x, y, z) takes the axes of the world to those of the body',
    });
    this.#quaternion = new ReadoutRow({
      symbol: 'q',
      name: 'as a quaternion, w',
      unit: '',
      vector: true,
      hint: 'w is the cosine of half the angle; x, y, z are the axis times the sine of half the angle',
    });
    this.#position.plotted.on(() => this.plots.emit('position'));
    this.#quantities = new Map(rows.map((name) => [name, this.#row(name)]));
    for (const row of this.#rows) tableBody.append(...row.nodes);
  }

  describe(body: BodyInfo): void {
    const [a, b, c] = body.inertia;
    this.#description.textContent =
      body.type === 'dynamic'
        ? `m = ${formatOnce(body.mass)} kg, I = ${formatOnce(a)}, ${formatOnce(b)}, ${formatOnce(c)} kg m²`
        : `${body.type}: no push moves it`;
  }

  show(body: BodyInfo, state: BodyState, details: Details | null, stepsPerSecond: number): void {
    this.#position.showVector(state.position);
    this.#showOrientation(state.orientation);
    for (const name of ['velocity', 'angularVelocity', 'momentum', 'angularMomentum'] as const)
      this.#quantities.get(name)?.showVector(state[name]);
    if (!details) return;
    motionOf(body, details, stepsPerSecond, this.#motion);
    for (const name of ['acceleration', 'force', 'torque'] as const) this.#quantities.get(name)?.showVector(this.#motion[name]);
  }

  showNothing(): void {
    for (const row of this.#rows) row.showNothing();
  }

  get #rows(): readonly ReadoutRow[] {
    return [this.#position, ...this.#quantities.values(), this.#turned, this.#quaternion];
  }

  #showOrientation([x, y, z, w]: BodyState['orientation']): void {
    const [sine, sign] = [Math.hypot(x, y, z), w < 0 ? -1 : 1]; // q and -q are the same turn
    const scale = sine > 1e-9 ? sign / sine : 0;
    this.#turned.showNumber(2 * Math.atan2(sine, sign * w) * degreesPerRadian);
    this.#turned.showComponents([x * scale, y * scale, z * scale]);
    this.#quaternion.showText(formatFixed(w, 3));
    this.#quaternion.showComponents([x, y, z]);
  }

  /** Of a mark of this table; others are not its business. */
  setMark(name: string, isOn: boolean): void {
    this.#quantities.get(name as BodyQuantity)?.setMark(isOn);
  }

  showScale(name: BodyQuantity, text: string): void {
    this.#quantities.get(name)?.showScale(text);
  }

  #row(name: BodyQuantity): ReadoutRow {
    const row = new ReadoutRow({
      ...quantities[name],
      name: names[name] ?? quantities[name].name,
      vector: true,
      hasMark: true,
      hasPlot: true,
    });
    row.marked.on((isShown) => this.marks.emit({ mark: name, isShown }));
    row.plotted.on(() => this.plots.emit(name));
    return row;
  }
}
