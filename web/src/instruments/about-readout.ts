// Angular momentum and torque of the selected body about a point of the world, each in its two parts: that of the motion of the centre of
// mass, or of the net force acting there, and that about the centre of mass itself.
import { Emitter } from '../simulation/emitter';
import { aboutPoint, motionOf, newMotion } from '../simulation/mechanics';
import type { BodyInfo, Details, Vector } from '../simulation/protocol';
import { PlaceInputs } from './place-inputs';
import { quantities } from './quantities';
import { ReadoutRow } from './readout-row';

const { angularMomentum, torque } = quantities;

export class AboutReadout {
  /** The switch of its mark was set. */
  readonly marked = new Emitter<boolean>();
  /** Another point, m, world. */
  readonly points: Emitter<Vector>;
  readonly #inputs: PlaceInputs;
  readonly #total = new ReadoutRow({ ...angularMomentum, symbol: 'L₀', name: 'about the point', vector: true, hasMark: true });
  readonly #orbital = new ReadoutRow({ ...angularMomentum, symbol: 'r × p', name: 'of the centre', vector: true });
  readonly #spin = new ReadoutRow({ ...angularMomentum, name: 'about the centre', vector: true });
  readonly #torque = new ReadoutRow({ ...torque, symbol: 'τ₀', name: 'about the point', vector: true });
  readonly #orbitalTorque = new ReadoutRow({ ...torque, symbol: 'r × F', name: 'of the net force', vector: true });
  readonly #ownTorque = new ReadoutRow({ ...torque, name: 'about the centre', vector: true });
  readonly #motion = newMotion();

  constructor(place: HTMLElement, tableBody: HTMLElement) {
    this.#inputs = new PlaceInputs(place);
    this.points = this.#inputs.changed;
    this.#total.marked.on((isShown) => this.marked.emit(isShown));
    for (const row of this.#rows) tableBody.append(...row.nodes);
  }

  setMark(isOn: boolean): void {
    this.#total.setMark(isOn);
  }

  setPoint(point: Vector): void {
    this.#inputs.show(point);
  }

  show(body: BodyInfo, details: Details, stepsPerSecond: number, point: Vector): void {
    const { momentum, torque: torques } = aboutPoint(motionOf(body, details, stepsPerSecond, this.#motion), point);
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
