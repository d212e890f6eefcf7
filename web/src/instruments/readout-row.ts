// One quantity in a table of numbers: a switch for its mark in the picture, symbol in its colour, name, value with unit, below
// it the components, and a button that plots it. The row writes text only when it differs, so that a still body costs nothing.
import { Emitter } from '../simulation/emitter';
import type { Vector } from '../simulation/protocol';
import { formatFixed, SteadyFormat } from './number-format';

export type RowDescription = {
  readonly symbol: string;
  readonly name: string;
  readonly unit: string;
  readonly colorProperty?: string;
  readonly vector: boolean; // has components
  readonly magnitude?: boolean; // false: a place, whose distance from the origin means nothing
  /** A switch in front of the name; `setMark` shows whether it is on. */
  readonly hasMark?: boolean;
  /** What a hard word means, in one line. */
  readonly hint?: string;
  /** A button behind the value. */
  readonly hasPlot?: boolean;
};

/** A person switches a mark in the picture on or off. */
export type MarkSwitch<Name extends string> = { readonly mark: Name; readonly isShown: boolean };

const kPlaceDecimals = 3; // a place is given to the millimetre at most
const axes = ['x', 'y', 'z'] as const;

const element = <Name extends keyof HTMLElementTagNameMap>(tag: Name, className: string, text = ''): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

const setText = (node: HTMLElement, text: string): void => {
  if (node.textContent !== text) node.textContent = text;
};

export class ReadoutRow {
  /** The switch of the mark was set. */
  readonly marked = new Emitter<boolean>();
  /** The quantity is to be plotted. */
  readonly plotted = new Emitter<void>();
  readonly nodes: readonly HTMLElement[];
  readonly #value = element('td', 'readout-value');
  readonly #scale = element('span', 'readout-scale');
  readonly #mark = element('input', '');
  readonly #components: readonly HTMLElement[];
  readonly #format: SteadyFormat;
  readonly #showsMagnitude: boolean;

  constructor(description: RowDescription) {
    this.#format = new SteadyFormat(description.magnitude === false ? kPlaceDecimals : undefined);
    this.#showsMagnitude = description.magnitude !== false;
    const row = element('tr', 'readout-row');
    row.append(this.#head(description), this.#value, element('td', 'readout-unit', description.unit), this.#plotCell(description));
    this.#components = description.vector ? axes.map(() => element('span', 'readout-component')) : [];
    this.nodes = description.vector ? [row, this.#componentRow()] : [row];
  }

  showVector(vector: Vector): void {
    const magnitude = Math.hypot(vector[0], vector[1], vector[2]);
    if (this.#showsMagnitude) this.showNumber(magnitude);
    else this.#format.update(magnitude);
    this.#components.forEach((node, axis) => setText(node, this.#format.text(vector[axis] ?? NaN)));
  }

  showNumber(value: number): void {
    this.#format.update(Math.abs(value));
    setText(this.#value, this.#format.text(value));
  }

  /** Components alone, where the value is another number. */
  showComponents(vector: Vector): void {
    this.#components.forEach((node, axis) => setText(node, formatFixed(vector[axis]!, kPlaceDecimals)));
  }

  /** A value as text. */
  showText(text: string): void {
    setText(this.#value, text);
  }

  showNothing(): void {
    setText(this.#value, '');
    for (const node of this.#components) setText(node, '');
  }

  setMark(isOn: boolean): void {
    this.#mark.checked = isOn;
  }

  /** The scale of the arrow, beside the name. */
  showScale(text: string): void {
    setText(this.#scale, text);
  }

  #head({ symbol: sign, name, colorProperty, hasMark, hasPlot, hint }: RowDescription): HTMLElement {
    const head = element('th', 'readout-name');
    head.setAttribute('scope', 'row');
    const symbol = element('i', 'readout-symbol', sign);
    if (colorProperty) symbol.style.color = `var(${colorProperty})`;
    const words = element(hasMark ? 'label' : 'span', 'readout-words');
    if (hasMark) {
      this.#mark.type = 'checkbox';
      this.#mark.addEventListener('change', () => this.marked.emit(this.#mark.checked));
      words.append(this.#mark);
    }
    words.append(symbol, ` ${name}`);
    if (hint) {
      words.title = hint;
      words.classList.add('has-hint');
      if (hasMark) this.#mark.setAttribute('aria-description', hint);
      else if (!hasPlot) words.tabIndex = 0;
    }
    head.append(words, this.#scale);
    return head;
  }

  #componentRow(): HTMLElement {
    const line = element('tr', 'readout-components');
    const cell = element('td', '');
    const places = element('div', 'readout-axes');
    cell.colSpan = 4;
    cell.append(places);
    this.#components.forEach((component, axis) => {
      const place = element('span', 'readout-axis', `${axes[axis]} `);
      place.append(component);
      places.append(place, ' ');
    });
    line.append(cell);
    return line;
  }

  #plotCell({ name, hasPlot, hasMark, hint }: RowDescription): HTMLElement {
    const cell = element('td', 'readout-plot');
    if (!hasPlot) return cell;
    const button = element('button', 'plot-button');
    button.type = 'button';
    button.setAttribute('aria-label', `Plot: ${name}`);
    button.title = 'Plot over time';
    if (hint && !hasMark) button.setAttribute('aria-description', hint);
    button.addEventListener('click', () => this.plotted.emit());
    cell.append(button);
    return cell;
  }
}
