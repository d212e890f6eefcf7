// The numbers of the whole world: energy, momentum, angular momentum about the origin, contacts, and the time of a step.
import { stages, type Measures, type StepReport } from '../simulation/protocol';
import { quantities } from './quantities';
import { ReadoutRow } from './readout-row';

const row = (symbol: string, name: string, unit: string): ReadoutRow => new ReadoutRow({ symbol, name, unit, vector: false });

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

export class WorldReadout {
  readonly #energy = row('E', 'total energy', 'J');
  readonly #momentum = new ReadoutRow({ ...quantities.momentum, vector: true });
  readonly #angularMomentum = new ReadoutRow({ ...quantities.angularMomentum, vector: true });
  readonly #milliseconds = row('', 'time of a step', 'ms');
  readonly #counts: HTMLElement;

  constructor(tableBody: HTMLElement, counts: HTMLElement) {
    this.#counts = counts;
    const rows = [this.#energy, this.#momentum, this.#angularMomentum, this.#milliseconds];
    for (const each of rows) tableBody.append(...each.nodes);
  }

  show(measures: Measures, report: StepReport): void {
    this.#energy.showNumber(measures.linearEnergy + measures.rotationalEnergy + measures.potentialEnergy);
    this.#momentum.showVector(measures.momentum);
    this.#angularMomentum.showVector(measures.angularMomentum);
    let milliseconds = 0;
    for (const stage of stages) milliseconds += report.stageMilliseconds[stage];
    this.#milliseconds.showNumber(milliseconds);
    const { bodyCount, contactCount, contactPointCount } = report;
    const counts = `${count(bodyCount, 'body', 'bodies')}, ${count(contactCount, 'contact', 'contacts')} at ${count(contactPointCount, 'point', 'points')}`;
    if (this.#counts.textContent !== counts) this.#counts.textContent = counts;
  }
}
