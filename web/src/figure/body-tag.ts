// A small label with the selected body and its speeds, in place of the panel of numbers where that would cover the picture.
import { part, setText } from '../dom/elements';
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import { quantities } from '../instruments/quantities';
import type { Figure } from './figure';

const kMilliseconds = 200; // between changes

export class BodyTag {
  readonly #figure: Figure;
  readonly #element: HTMLElement;
  #lastShown = 0;

  constructor(root: Element, figure: Figure) {
    this.#figure = figure;
    this.#element = part(root, 'tag');
    figure.shown.on(() => this.#show());
    figure.selection.changed.on(() => this.#show(true));
    this.#show(true);
  }

  #show(atOnce = false): void {
    const { body } = this.#figure.selection;
    this.#element.hidden = !body;
    const now = performance.now();
    if (!body || (!atOnce && now - this.#lastShown < kMilliseconds)) return;
    this.#lastShown = now;
    const state = this.#figure.simulation.frame?.state;
    const speeds = (['velocity', 'angularVelocity'] as const).map((name) => {
      const { symbol, unit } = quantities[name];
      return state?.id === body.id ? ` · ${symbol} ${formatOnce(Math.hypot(...state[name]))} ${unit}` : '';
    });
    setText(this.#element, bodyName(body) + speeds.join(''));
  }
}
