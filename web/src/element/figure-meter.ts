// A meter in prose: quantities of a figure as bars with their numbers; the energy in its parts, side by side.
import { make, setText } from '../dom/elements';
import { showHints } from '../dom/hint-tips';
import { EnergyBars } from '../figure/energy-bars';
import { energyParts, roundScale } from '../figure/energy-parts';
import type { Figure } from '../figure/figure';
import { bodyName } from '../instruments/body-name';
import { formatOnce, readScale, readUnit, SteadyFormat, withUnit } from '../instruments/number-format';
import { quantitiesOfJoint } from '../instruments/joint-quantities';
import type { JointQuantity } from '../instruments/plot-names';
import { quantities } from '../instruments/quantities';
import { size } from '../simulation/mechanics';
import type { Frame, Measures, Vector } from '../simulation/protocol';
import { SpokenError } from '../words/spoken-error';
import type { Translate } from '../words/translate';
import type { Instrument, InstrumentPlace } from './instrument-element';
import { quantitiesIn } from './plotted';
import { placeOf, quantityOf, quantityTitles } from './quantities-of';

type Bar = { show(figure: Figure, frame: Frame): void; dispose?(): void };

export class FigureMeter implements Instrument {
  readonly #place: InstrumentPlace;
  readonly #bars: readonly Bar[];
  #figure: Figure | null = null;
  #leave: (() => void)[] = [];

  constructor(place: InstrumentPlace) {
    this.#place = place;
    const { min, max } = place.numbers;
    if (min != null && max != null && min >= max)
      throw new SpokenError('max: {max} is not above {min}, the least of the meter.', { max, min });
    const paths = quantitiesIn(place.show);
    if (paths.length === 0) throw new SpokenError('show: the meter names no quantity, as in show="energy".');
    this.#bars = paths.map((path) => (path === 'energy' && paths.length === 1 ? new EnergyMeter(place) : new QuantityBar(path, place)));
  }

  follow(figure: Figure): void {
    if (figure === this.#figure) return;
    this.#leave.forEach((off) => off());
    this.#figure = figure;
    figure.watches.set(this, { details: true, jointStates: true });
    this.#leave = [figure.shown.on((frame) => this.#show(frame)), () => figure.watches.drop(this)];
    figure.wake();
    const { frame } = figure.simulation;
    if (frame) this.#read(frame);
  }

  /** Its colours are those of its styles. */
  recolor(): void {}

  dispose(): void {
    this.#leave.forEach((off) => off());
    this.#bars.forEach((bar) => bar.dispose?.());
    this.#place.host.replaceChildren();
  }

  #show(frame: Frame): void {
    try {
      this.#read(frame);
      this.#place.report(null);
    } catch (error) {
      this.#place.report(error);
    }
  }

  #read(frame: Frame): void {
    if (!frame.details) return; // asked for before there was a meter
    for (const bar of this.#bars) bar.show(this.#figure!, frame);
    this.#place.drawn();
  }
}

/** The energy of all bodies, in its parts. What these are is told by its hints: all of them with the focus, one where a finger taps. */
class EnergyMeter implements Bar {
  readonly #translate: Translate;
  readonly #bars: EnergyBars;
  readonly #element = make('div', { class: 'meter-energy has-hint', role: 'meter', tabindex: '0' });
  readonly #gone = new AbortController();

  constructor({ host, label, translate }: InstrumentPlace) {
    this.#translate = translate;
    this.#element.ariaLabel = label ?? translate('Energy of all bodies');
    this.#bars = new EnergyBars(this.#element, translate);
    this.#element.title = energyParts.map(({ name }) => translate(name)).join('; ');
    for (const column of this.#element.querySelectorAll('[title]')) column.classList.add('has-hint');
    host.append(this.#element);
    showHints(this.#gone.signal, host.getRootNode() as ShadowRoot);
  }

  dispose(): void {
    this.#gone.abort();
  }

  show(_figure: Figure, { measures, step }: Frame): void {
    if (step === 0) this.#bars.restart();
    this.#bars.show(measures);
    const said = energyParts.map(({ label, of }) => `${this.#translate(label)} ${formatOnce(of(measures))}`);
    const { total, least, most } = extentOf(measures);
    this.#element.ariaValueNow = String(total);
    this.#element.ariaValueMin = String(least);
    this.#element.ariaValueMax = String(most);
    this.#element.ariaValueText = `${said.join(', ')} J`;
  }
}

function extentOf(measures: Measures): { total: number; least: number; most: number } {
  const values = energyParts.map(({ of }) => of(measures));
  return {
    total: Number(values.at(-1)!.toPrecision(3)),
    least: -roundScale(-Math.min(0, ...values)),
    most: roundScale(Math.max(...values)) || 1,
  };
}

/** A bar with a name, a number and its unit; of a vector its size. The scale is what the author says, else a round number that only grows. */
class QuantityBar implements Bar {
  readonly #path: string;
  readonly #place: InstrumentPlace;
  readonly #format = new SteadyFormat();
  readonly #element = make('div', { class: 'meter', role: 'meter' });
  readonly #name = make('span', { class: 'meter-name' });
  readonly #value = make('span', { class: 'meter-value' });
  readonly #fill = make('div', { class: 'meter-fill' });
  readonly #target = make('div', { class: 'meter-target' });
  #low = 0;
  #high = 0;

  constructor(path: string, place: InstrumentPlace) {
    this.#path = path;
    this.#place = place;
    const track = make('div', { class: 'meter-track', 'aria-hidden': 'true' }, this.#fill, this.#target);
    this.#target.hidden = place.numbers.target == null;
    this.#element.append(this.#name, this.#value, track);
    if (place.label !== null) this.#name.lang = place.lang;
    place.host.append(this.#element);
  }

  show(figure: Figure): void {
    const { value, unit } = quantityOf(this.#path, figure);
    const number = (typeof value === 'number' ? value : size(value as Vector)) * readScale(unit);
    const { min, max, target } = this.#place.numbers;
    this.#high = max ?? Math.max(this.#high, roundScale(Math.max(number, target ?? 0)));
    this.#low = min ?? Math.min(this.#low, -roundScale(-Math.min(number, target ?? 0)));
    this.#format.update(Math.abs(number));
    const text = withUnit(this.#format.text(number), readUnit(unit));
    const { name, color } = this.#about(figure, typeof value !== 'number');
    setText(this.#name, name);
    setText(
      this.#value,
      target == null ? text : this.#place.translate('{value} (target {target})', { value: text, target: formatOnce(target) }),
    );
    const place = (at: number): number => Math.min(100, Math.max(0, (100 * (at - this.#low)) / (this.#high - this.#low || 1)));
    const [from, to] = [place(0), place(number)].sort((one, other) => one - other) as [number, number];
    Object.assign(this.#fill.style, { left: `${from}%`, width: `${to - from}%`, background: `var(${color})` });
    if (target != null) this.#target.style.left = `${place(target)}%`;
    const element = this.#element;
    element.ariaLabel = name;
    element.ariaValueMin = String(this.#low);
    element.ariaValueMax = String(this.#high || 1);
    element.ariaValueNow = String(Math.min(this.#high || 1, Math.max(this.#low, Number(number.toPrecision(3)))));
    element.ariaValueText = text;
  }

  // What it is called and the colour that it wears, as everywhere.
  #about(figure: Figure, isVector: boolean): { name: string; color: string } {
    const { body, joint, words } = placeOf(this.#path, figure)!;
    const [quantity = '', part] = words;
    const { label, translate } = this.#place;
    if (joint) {
      const { title = quantity, colorProperty = '--ink-soft' } = quantitiesOfJoint(joint)[quantity as JointQuantity] ?? {};
      const named = part === undefined || part === 'norm' ? translate(title) : `${translate(title)} ${part}`;
      return { name: label ?? translate('{quantity} of {body}', { quantity: named, body: joint.name }), color: colorProperty };
    }
    const known = Object.hasOwn(quantities, quantity) ? quantities[quantity as keyof typeof quantities] : null;
    const symbol = known?.symbol ?? quantity;
    const sized = part === 'norm' || isVector ? `|${symbol}|` : part === undefined ? symbol : `${symbol} ${part}`;
    const name = known ? sized : translate(quantityTitles[quantity] ?? quantity);
    const isOneOfSeveral = body && (figure.simulation.info?.bodies.filter(({ type }) => type !== 'static').length ?? 0) > 1;
    const owned = isOneOfSeveral ? translate('{quantity} of {body}', { quantity: name, body: bodyName(body, translate) }) : name;
    return { name: label ?? owned, color: known?.colorProperty ?? '--ink-soft' };
  }
}
