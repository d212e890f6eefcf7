// A worked example as a table: one quantity a row with its formula, components, size and unit. Some rows can be typed into.
import { Emitter } from '../simulation/emitter';
import type { Vector } from '../simulation/protocol';
import { formatOnce } from './number-format';

export type VectorRow = {
  readonly formula: string;
  readonly unit: string;
  readonly colorProperty?: string;
  /** The components can be typed into, up to this size. */
  readonly limit?: number;
};

/** A row was typed into. */
export type VectorEdit = { readonly name: string; readonly vector: Vector };

const make = <Name extends keyof HTMLElementTagNameMap>(tag: Name, className = '', text = ''): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.textContent = text;
  return element;
};

const signed = (value: number): string => (Math.abs(value) < 1e-9 ? '0' : formatOnce(value));

export class VectorTable {
  readonly edits = new Emitter<VectorEdit>();
  readonly element = make('table', 'vector-table');
  readonly #body = make('tbody');
  readonly #cells = new Map<string, { cells: HTMLElement[]; inputs: HTMLInputElement[]; size: HTMLElement }>();

  constructor(caption: string) {
    const head = make('tr');
    for (const text of ['', 'x', 'y', 'z', 'size', '']) {
      const cell = make('th', '', text);
      cell.scope = 'col';
      head.append(cell);
    }
    const top = make('thead');
    top.append(head);
    this.element.append(make('caption', '', caption), top, this.#body);
  }

  addHeading(text: string): void {
    const row = make('tr', 'vector-heading');
    const cell = make('th', '', text);
    cell.colSpan = 6;
    cell.scope = 'rowgroup';
    row.append(cell);
    this.#body.append(row);
  }

  /** A row of three components, or (`isNumber`) of one number. */
  add(name: string, { formula, unit, colorProperty, limit }: VectorRow, isNumber = false): void {
    const row = make('tr');
    const head = make('th', 'vector-formula');
    // "v_A" has its A below the line.
    head.append(...formula.split(/_([A-Za-z]+)/).map((part, index) => (index % 2 === 0 ? part : make('sub', '', part))));
    head.scope = 'row';
    if (colorProperty) head.style.color = `var(${colorProperty})`;
    const cells = isNumber ? [] : [0, 1, 2].map(() => make('td'));
    const size = make('td', 'vector-size');
    if (isNumber) size.colSpan = 4;
    const emit = (): unknown => this.edits.emit({ name, vector: this.#read(name) });
    const inputs =
      limit === undefined ? [] : cells.map((cell, axis) => this.#input(cell, `${formula}, ${'xyz'[axis]}, ${unit}`, limit, emit));
    row.append(head, ...cells, size, make('td', 'vector-unit', unit));
    this.#body.append(row);
    this.#cells.set(name, { cells, inputs, size });
  }

  set(name: string, value: Vector | number): void {
    const row = this.#cells.get(name);
    if (!row) return;
    if (typeof value === 'number') {
      row.size.textContent = signed(value);
      return;
    }
    row.size.textContent = signed(Math.hypot(...value));
    value.forEach((part, axis) => {
      const input = row.inputs[axis];
      if (!input) row.cells[axis]!.textContent = signed(part);
      else if (document.activeElement !== input) input.value = String(Number(part.toPrecision(6)));
    });
  }

  #read(name: string): Vector {
    return (this.#cells.get(name)?.inputs.map((input) => input.valueAsNumber) ?? [0, 0, 0]) as unknown as Vector;
  }

  #input(cell: HTMLElement, label: string, limit: number, changed: () => unknown): HTMLInputElement {
    const input = make('input');
    Object.assign(input, { type: 'number', step: 'any', min: String(-limit), max: String(limit) });
    input.setAttribute('aria-label', label);
    input.addEventListener('input', () => input.validity.valid && input.value !== '' && changed());
    cell.append(input);
    return input;
  }
}
