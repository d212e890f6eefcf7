// The numbers of the whole world: energy, momentum, angular momentum about the origin, contacts, and the time of a step.
import { Emitter } from '../simulation/emitter';
import { stages, type Measures, type StepReport } from '../simulation/protocol';
import { quantities } from './quantities';
import { energyNames } from './energy-names';
import { ReadoutRow, type RowDescription } from './readout-row';

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export class WorldReadout {
  /** A quantity is to be plotted. */
  readonly plots = new Emitter<string>();
  readonly #energies: readonly ReadoutRow[]; // of motion, of rotation, potential, and all of it
  readonly #momentum: ReadoutRow;
  readonly #angularMomentum: ReadoutRow;
  readonly #milliseconds = new ReadoutRow({ symbol: '', name: 'time of a step', unit: 'ms', vector: false });
  readonly #counts: HTMLElement;

  constructor(tableBody: HTMLElement, counts: HTMLElement) {
    this.#counts = counts;
    this.#energies = energyNames.map(([symbol, name]) => this.#row({ symbol, name, unit: 'J', vector: false }, 'worldEnergy'));
    this.#momentum = this.#row({ ...quantities.momentum, vector: true }, 'worldMomentum');
    this.#angularMomentum = this.#row({ ...quantities.angularMomentum, vector: true }, 'worldAngularMomentum');
    const rows = [...this.#energies, this.#momentum, this.#angularMomentum, this.#milliseconds];
    for (const each of rows) tableBody.append(...each.nodes);
  }

  show(measures: Measures, report: StepReport, bodyCount: number): void {
    const parts = [measures.linearEnergy, measures.rotationalEnergy, measures.potentialEnergy] as const;
    [...parts, parts[0] + parts[1] + parts[2]].forEach((energy, index) => this.#energies[index]!.showNumber(energy));
    this.#momentum.showVector(measures.momentum);
    this.#angularMomentum.showVector(measures.angularMomentum);
    let milliseconds = 0;
    for (const stage of stages) milliseconds += report.stageMilliseconds[stage];
    this.#milliseconds.showNumber(milliseconds);
    const { sleeperCount, contactCount, contactPointCount } = report;
    const asleep = sleeperCount > 0 ? ` (${sleeperCount} asleep)` : '';
    const counts = `${count(bodyCount, 'body', 'bodies')}${asleep}, ${count(contactCount, 'contact', 'contacts')} at ${count(contactPointCount, 'point', 'points')}`;
    if (this.#counts.textContent !== counts) this.#counts.textContent = counts;
  }

  #row(description: RowDescription, quantity: string): ReadoutRow {
    const row = new ReadoutRow({ ...description, hasPlot: true });
    row.plotted.on(() => this.plots.emit(quantity));
    return row;
  }
}
