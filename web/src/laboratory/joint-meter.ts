// The chosen joint in numbers: its angle or position, its speed, force and torque of its reaction. Each can be plotted, and all but the speed stand beside
// the joints in the picture when they are switched on, the reaction with its arrows.
import '../../styles/numbers.css';
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { jointValue, quantitiesOfJoint } from '../instruments/joint-quantities';
import { readScale, readUnit } from '../instruments/number-format';
import type { JointQuantity } from '../instruments/plot-names';
import { quantities } from '../instruments/quantities';
import { ReadoutRow, type RowDescription } from '../instruments/readout-row';
import { Emitter } from '../simulation/emitter';
import { jointsOf, type JointInfo } from '../simulation/joints';
import { jointStateLayout } from '../simulation/layout';
import type { Frame, JointType } from '../simulation/protocol';
import type { JointReadout } from '../viewer/joint-marks';

const kReadMilliseconds = 100; // nobody reads faster
const kTorqueless: readonly JointType[] = ['ball', 'distance', 'pulley'];
const symbols: Readonly<Record<JointQuantity, string>> = {
  angle: 'φ',
  position: 's',
  speed: 'v',
  force: quantities.force.symbol,
  torque: quantities.torque.symbol,
};
/** What stands beside a joint, by the quantity. */
const readoutOf: Partial<Record<JointQuantity, JointReadout>> = { angle: 'angle', position: 'angle', force: 'force', torque: 'torque' };

type Row = { readonly name: JointQuantity; readonly row: ReadoutRow };

export class JointMeter {
  readonly element = make('table', { class: 'readout', 'aria-label': 'The chosen joint', hidden: '' });
  /** A quantity of a joint is to be plotted. */
  readonly plots = new Emitter<{ readonly quantity: JointQuantity; readonly joint: number }>();
  readonly #figure: Figure;
  #joint: JointInfo | null = null;
  #rows: readonly Row[] = [];
  #lastRead = 0;

  constructor(figure: Figure) {
    this.#figure = figure;
  }

  /** The joint by its index; null: none. */
  set joint(index: number | null) {
    const { info } = this.#figure.simulation;
    const joint = index !== null && info ? (jointsOf(info)[index] ?? null) : null;
    this.element.hidden = joint === null;
    this.#figure.watches.set('joint meter', { jointStates: joint !== null });
    if (joint?.type !== this.#joint?.type) this.#build(joint);
    this.#joint = joint;
    this.#lastRead = 0;
  }

  showFrame({ joints }: Frame, now: number): void {
    if (!this.#joint || !joints || now - this.#lastRead < kReadMilliseconds) return;
    this.#lastRead = now;
    const at = this.#joint.index * jointStateLayout.stride;
    this.#mark();
    const known = quantitiesOfJoint(this.#joint);
    const isThere = joints[at + jointStateLayout.isAlive] === 1;
    for (const { name, row } of this.#rows) {
      const about = known[name]!;
      const value = jointValue(joints, at + jointStateLayout.sample, about);
      if (!isThere) row.showNothing();
      else if (typeof value === 'number') row.showNumber(value * readScale(about.unit));
      else row.showVector(value);
    }
  }

  #build(joint: JointInfo | null): void {
    const known = joint ? quantitiesOfJoint(joint) : {};
    const names = (Object.keys(known) as JointQuantity[]).filter((name) => !(name === 'torque' && kTorqueless.includes(joint!.type)));
    this.#rows = names.map((name) => ({ name, row: this.#row(name, known[name]!) }));
    const body = make('tbody', {});
    for (const { row } of this.#rows) body.append(...row.nodes);
    this.element.replaceChildren(body);
    this.#mark();
  }

  #row(
    name: JointQuantity,
    { title, unit, colorProperty, isVector }: { title: string; unit: string; colorProperty: string; isVector: boolean },
  ): ReadoutRow {
    const readout = readoutOf[name];
    const description: RowDescription = {
      symbol: name === 'speed' && unit === 'rad/s' ? 'ω' : symbols[name],
      name: title,
      unit: readUnit(unit),
      colorProperty,
      vector: isVector,
      hasMark: readout !== undefined,
      hasPlot: true,
    };
    const row = new ReadoutRow(description);
    row.plotted.on(() => this.#joint && this.plots.emit({ quantity: name, joint: this.#joint.index }));
    row.marked.on((isShown) => readout && this.#switch(readout, isShown));
    return row;
  }

  #switch(readout: JointReadout, isShown: boolean): void {
    const { aids } = this.#figure;
    const others = aids.jointChoice.readouts.filter((name) => name !== readout);
    aids.jointChoice = { ...aids.jointChoice, readouts: isShown ? [...others, readout] : others };
    if (isShown) aids.toggle('joints', true);
    aids.switched.emit({ name: 'joints', isOn: aids.isOn('joints') }); // a link says so
  }

  // Scenes, links and people switch them.
  #mark(): void {
    const { readouts } = this.#figure.aids.jointChoice;
    for (const { name, row } of this.#rows) row.setMark(readouts.some((readout) => readout === readoutOf[name]));
  }
}
