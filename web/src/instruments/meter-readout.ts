// Meters: the energies of the selected body, and the drift of its conserved quantities since the start. The start is step 0, or the
// first frame after the body was selected or pushed.
import { Emitter } from '../simulation/emitter';
import type { BodyState } from '../simulation/protocol';
import { energyNames } from './energy-names';
import { driftText } from './number-format';
import { ReadoutRow } from './readout-row';

const size = (vector: readonly number[]): number => Math.hypot(...vector);

export class MeterReadout {
  /** A quantity is to be plotted. */
  readonly plots = new Emitter<string>();
  readonly #energies: readonly ReadoutRow[];
  readonly #energyDrift: ReadoutRow;
  readonly #momentDrift: ReadoutRow;
  readonly #length: ReadoutRow;
  readonly #matrix: ReadoutRow;
  #start: { id: number; step: number; energy: number; moment: number } | null = null;

  constructor(tableBody: HTMLElement) {
    this.#energies = energyNames.map(([symbol, name]) => this.#row(symbol, name, 'J', 'energy'));
    this.#energyDrift = this.#row('ΔE/E', 'energy, since the start', '', 'drift');
    this.#momentDrift = this.#row('Δ|L|/|L|', '|L|, since the start', '', 'drift');
    this.#length = this.#row(
      '| |q| − 1 |',
      'error of the quaternion',
      '',
      'defect',
      'an orientation has length 1; what a step adds to it is an error',
    );
    this.#matrix = this.#row(
      '|AᵀA − 1|',
      'error of the matrix',
      '',
      'defect',
      'a rotation has AᵀA = 1: axes at right angles, of length 1; the rest is stretch',
    );
    for (const each of this.#rows()) tableBody.append(...each.nodes);
  }

  /** The drift counts from here on: another scene, or a push. */
  restart(): void {
    this.#start = null;
  }

  show(state: BodyState): void {
    const parts = [state.linearEnergy, state.rotationalEnergy, state.potentialEnergy] as const;
    const energy = parts[0] + parts[1] + parts[2];
    const moment = size(state.angularMomentum);
    [...parts, energy].forEach((part, index) => this.#energies[index]!.showNumber(part));
    if (this.#start?.id !== state.id || state.step < this.#start.step) this.#start = { id: state.id, step: state.step, energy, moment };
    this.#energyDrift.showText(driftText((energy - this.#start.energy) / Math.abs(this.#start.energy)));
    this.#momentDrift.showText(driftText((moment - this.#start.moment) / this.#start.moment));
    this.#length.showText(driftText(state.quaternionDefect));
    this.#matrix.showText(driftText(state.matrixDefect));
  }

  showNothing(): void {
    for (const each of this.#rows()) each.showNothing();
  }

  #row(symbol: string, name: string, unit: string, quantity: string, hint?: string): ReadoutRow {
    const row = new ReadoutRow({ symbol, name, unit, vector: false, hasPlot: true, ...(hint && { hint }) });
    row.plotted.on(() => this.plots.emit(quantity));
    return row;
  }

  #rows(): readonly ReadoutRow[] {
    return [...this.#energies, this.#energyDrift, this.#momentDrift, this.#length, this.#matrix];
  }
}
