// The numbers of the selected body: where it is, how it moves and turns, and its energies.
import type { BodyInfo, BodyState } from '../simulation/protocol';
import { formatOnce } from './number-format';
import { quantities, type QuantityName } from './quantities';
import { ReadoutRow } from './readout-row';

const kinematics: readonly QuantityName[] = ['velocity', 'angularVelocity', 'momentum', 'angularMomentum'];

const energyRow = (index: string, name: string): ReadoutRow =>
  new ReadoutRow({ symbol: `E${index}`, name, unit: 'J', vector: false });

export function bodyName(body: BodyInfo): string {
  return body.name || `body ${body.slot}`;
}

export class BodyReadout {
  readonly #position = new ReadoutRow({ symbol: 'x', name: 'position', unit: 'm', vector: true, magnitude: false });
  readonly #quantities = new Map(
    kinematics.map((name) => [name, new ReadoutRow({ ...quantities[name], vector: true })] as const),
  );
  readonly #linear = energyRow('ₗ', 'energy of motion');
  readonly #rotational = energyRow('ᵣ', 'energy of rotation');
  readonly #potential = energyRow('ₚ', 'potential energy');
  readonly #total = energyRow('', 'total energy');
  readonly #description: HTMLElement;

  constructor(tableBody: HTMLElement, description: HTMLElement) {
    this.#description = description;
    const rows = [this.#position, ...this.#quantities.values(), this.#linear, this.#rotational, this.#potential, this.#total];
    for (const row of rows) tableBody.append(...row.nodes);
  }

  describe(body: BodyInfo): void {
    const [a, b, c] = body.inertia;
    this.#description.textContent =
      body.type === 'dynamic'
        ? `m = ${formatOnce(body.mass)} kg, I = ${formatOnce(a)}, ${formatOnce(b)}, ${formatOnce(c)} kg m²`
        : `${body.type}: no push moves it`;
  }

  show(state: BodyState): void {
    this.#position.showVector(state.position);
    for (const name of ['velocity', 'angularVelocity', 'momentum', 'angularMomentum'] as const) {
      this.#quantities.get(name)?.showVector(state[name]);
    }
    this.#linear.showNumber(state.linearEnergy);
    this.#rotational.showNumber(state.rotationalEnergy);
    this.#potential.showNumber(state.potentialEnergy);
    this.#total.showNumber(state.linearEnergy + state.rotationalEnergy + state.potentialEnergy);
  }
}
