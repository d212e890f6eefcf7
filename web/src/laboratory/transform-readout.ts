// The numbers of a body's homogeneous transform, body to world and back (instruments/body-transform.ts).
import { make, setText } from '../dom/elements';
import { transformsOf } from '../instruments/body-transform';
import { formatFixed } from '../instruments/number-format';
import { ReadoutRow } from '../instruments/readout-row';
import type { BodyState } from '../simulation/protocol';

const kDecimals = 3;

class MatrixTable {
  readonly element: HTMLElement;
  readonly #cells: readonly HTMLElement[];

  constructor(caption: string) {
    // The last row is the same for ever; the last column is the translation.
    const cell = (at: number): HTMLElement => make('td', { class: at >= 12 ? 'matrix-fixed' : at % 4 === 3 ? 'matrix-translation' : '' });
    this.#cells = Array.from({ length: 16 }, (_, at) => cell(at));
    const body = make('tbody', {}, ...[0, 4, 8, 12].map((at) => make('tr', {}, ...this.#cells.slice(at, at + 4))));
    this.element = make('table', { class: 'matrix' }, make('caption', {}, caption), body);
  }

  show(elements: readonly number[]): void {
    this.#cells.forEach((cell, at) => setText(cell, formatFixed(elements[at]!, at < 12 ? kDecimals : 0)));
  }

  showNothing(): void {
    for (const cell of this.#cells) setText(cell, '');
  }
}

export class TransformReadout {
  readonly element: HTMLDetailsElement;
  readonly #toWorld = new MatrixTable('Body → world, T: rotation R, translation x (m)');
  readonly #toBody = new MatrixTable('World → body, T⁻¹: R⁻¹ and −R⁻¹ x (m)');
  readonly #determinant = new ReadoutRow({
    symbol: 'det R',
    name: '',
    unit: '',
    vector: false,
    hint: '1: a rotation. −1: a rotation of a mirror image. Anything else stretches.',
  });

  constructor() {
    const table = make('table', { class: 'readout', 'aria-label': 'Determinant' }, make('tbody', {}, ...this.#determinant.nodes));
    const summary = make('summary', {}, 'Body → world, 4×4 matrix');
    this.element = make(
      'details',
      { id: 'transform', class: 'world' },
      summary,
      this.#toWorld.element,
      this.#toBody.element,
      table,
    ) as HTMLDetailsElement;
  }

  show(state: BodyState): void {
    if (!this.element.open) return;
    const { toWorld, toBody, determinant } = transformsOf(state);
    this.#toWorld.show(toWorld);
    this.#toBody.show(toBody);
    this.#determinant.showText(formatFixed(determinant, kDecimals));
  }

  showNothing(): void {
    for (const part of [this.#toWorld, this.#toBody, this.#determinant]) part.showNothing();
  }
}
