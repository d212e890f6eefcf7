// Energy as bars, side by side: kinetic of translation, kinetic of rotation, potential, and their sum, of all bodies together. The scale is a
// round number that only grows while a scene runs, so that heights can be compared; a potential energy below zero hangs below the line.
import '../../styles/energy-bars.css';
import { make, setText } from '../dom/elements';
import { formatOnce } from '../instruments/number-format';
import type { Measures } from '../simulation/protocol';
import type { Translate } from '../words/translate';
import { energyParts, roundScale } from './energy-parts';

const kHeight = 108; // CSS pixels from the lowest to the highest

export class EnergyBars {
  readonly #box: HTMLElement;
  readonly #zero: HTMLElement;
  readonly #columns: readonly { readonly bar: HTMLElement; readonly value: HTMLElement }[];
  #high = 0; // J, the top of the scale
  #low = 0; // J, its bottom

  constructor(stage: HTMLElement, translate: Translate) {
    this.#zero = make('div', { class: 'energy-zero' });
    const columns = energyParts.map(({ label, name, css }) => {
      const bar = make('div', { class: `energy-bar ${css}` });
      const value = make('div', { class: 'energy-value' });
      return {
        bar,
        value,
        element: make('div', { class: 'energy-column', title: translate(name) }, value, bar, make('span', {}, translate(label))),
      };
    });
    this.#columns = columns;
    this.#box = make('figure', { class: 'energy-bars', 'aria-label': translate('Energy of all bodies, in joules') });
    this.#box.append(
      make('figcaption', {}, translate('Energy, J')),
      make('div', { class: 'energy-plot' }, this.#zero, ...columns.map(({ element }) => element)),
    );
    stage.append(this.#box);
  }

  set isShown(isShown: boolean) {
    this.#box.hidden = !isShown;
  }

  restart(): void {
    this.#high = this.#low = 0;
  }

  show(measures: Measures): void {
    const values = energyParts.map(({ of }) => of(measures));
    this.#high = Math.max(this.#high, roundScale(Math.max(...values)));
    this.#low = Math.min(this.#low, -roundScale(-Math.min(...values)));
    const scale = kHeight / (this.#high - this.#low || 1);
    const zero = -this.#low * scale;
    this.#zero.style.bottom = `${zero}px`;
    values.forEach((energy, index) => {
      const { bar, value } = this.#columns[index]!;
      bar.style.height = `${Math.abs(energy) * scale}px`;
      bar.style.bottom = `${zero + Math.min(0, energy) * scale}px`;
      value.style.bottom = `${zero + Math.max(0, energy) * scale}px`;
      setText(value, formatOnce(energy));
    });
  }
}
