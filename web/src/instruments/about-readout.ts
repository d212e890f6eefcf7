// Angular momentum and torque of the selected body about a point of the world, each in its two parts: that of the motion of the centre of
// mass, or of the net force acting there, and that about the centre of mass itself.
import { aboutPoint, motionOf, newMotion } from '../simulation/mechanics';
import type { BodyInfo, Details, Vector } from '../simulation/protocol';
import { PlaceInputs } from './place-inputs';
import { quantities } from './quantities';
import { ReadoutRow } from './readout-row';

const { angularMomentum, torque } = quantities;

export class AboutReadout {
  readonly #total = new ReadoutRow({ ...angularMomentum, symbol: 'L₀', name: 'about the point', vector: true });
  readonly #orbital = new ReadoutRow({ ...angularMomentum, symbol: 'r × p', name: 'of the centre', vector: true });
  readonly #spin = new ReadoutRow({ ...angularMomentum, name: 'about the centre', vector: true });
  readonly #torque = new ReadoutRow({ ...torque, symbol: 'τ₀', name: 'about the point', vector: true });
  readonly #orbitalTorque = new ReadoutRow({ ...torque, symbol: 'r × F', name: 'of the net force', vector: true });
  readonly #ownTorque = new ReadoutRow({ ...torque, name: 'about the centre', vector: true });
  readonly #motion = newMotion();
  #point: Vector = [0, 0, 0]; // m, world

  constructor(place: HTMLElement, tableBody: HTMLElement) {
    new PlaceInputs(place).changed.on((point) => (this.#point = point));
    for (const row of this.#rows) tableBody.append(...row.nodes);
  }

  show(body: BodyInfo, details: Details, stepsPerSecond: number): void {
    const { momentum, torque: torques } = aboutPoint(motionOf(body, details, stepsPerSecond, this.#motion), this.#point);
    this.#total.showVector(momentum.total);
    this.#orbital.showVector(momentum.ofCentre);
    this.#spin.showVector(momentum.aboutCentre);
    this.#torque.showVector(torques.total);
    this.#orbitalTorque.showVector(torques.ofCentre);
    this.#ownTorque.showVector(torques.aboutCentre);
  }

  showNothing(): void {
    for (const row of this.#rows) row.showNothing();
  }

  get #rows(): readonly ReadoutRow[] {
    return [this.#total, this.#orbital, this.#spin, this.#torque, this.#orbitalTorque, this.#ownTorque];
  }
}
