// One quantity in a table of numbers: symbol in its colour, name, magnitude with unit, and below it the components.
// The row writes text only when it differs, so that a still body costs nothing.
import type { Vector } from '../simulation/protocol';
import { SteadyFormat } from './number-format';

export type RowDescription = {
  readonly symbol: string;
  readonly name: string;
  readonly unit: string;
  readonly colorProperty?: string;
  readonly vector: boolean; // has components
  readonly magnitude?: boolean; // false: a place, whose distance from the origin means nothing
};

const kPlaceDecimals = 3; // a place is given to the millimetre at most
const axes = ['x', 'y', 'z'] as const;

const element = (tag: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

const setText = (node: HTMLElement, text: string): void => {
  if (node.textContent !== text) node.textContent = text;
};

export class ReadoutRow {
  readonly nodes: readonly HTMLElement[];
  readonly #value = element('td', 'readout-value');
  readonly #components: readonly HTMLElement[];
  readonly #format: SteadyFormat;
  readonly #showsMagnitude: boolean;

  constructor(description: RowDescription) {
    this.#format = new SteadyFormat(description.magnitude === false ? kPlaceDecimals : undefined);
    this.#showsMagnitude = description.magnitude !== false;
    const head = element('th', 'readout-name');
    head.setAttribute('scope', 'row');
    const symbol = element('i', 'readout-symbol', description.symbol);
    if (description.colorProperty) symbol.style.color = `var(${description.colorProperty})`;
    head.append(symbol, ` ${description.name}`);
    const row = element('tr', 'readout-row');
    row.append(head, this.#value, element('td', 'readout-unit', description.unit));
    this.#components = description.vector ? axes.map(() => element('span', 'readout-component')) : [];
    if (description.vector) {
      const line = element('tr', 'readout-components');
      const cell = document.createElement('td');
      const places = element('div', 'readout-axes');
      cell.colSpan = 3;
      cell.append(places);
      this.#components.forEach((component, axis) => {
        const place = element('span', 'readout-axis', `${axes[axis]} `);
        place.append(component);
        places.append(place, ' ');
      });
      line.append(cell);
      this.nodes = [row, line];
    } else this.nodes = [row];
  }

  showVector(vector: Vector): void {
    const magnitude = Math.hypot(vector[0], vector[1], vector[2]);
    if (this.#showsMagnitude) this.showNumber(magnitude);
    else this.#format.follow(magnitude);
    this.#components.forEach((node, axis) => setText(node, this.#format.text(vector[axis] ?? NaN)));
  }

  showNumber(value: number): void {
    this.#format.follow(Math.abs(value));
    setText(this.#value, this.#format.text(value));
  }
}
