// A chosen point of the selected body (typed in or clicked): its position and its motion, with the parts of its
// acceleration: tangential alpha x r and centripetal omega x (omega x r).
import { Emitter } from '../simulation/emitter';
import { motionOf, newMotion, pointMotion, turn } from '../simulation/mechanics';
import { stateLayout } from '../simulation/layout';
import type { BodyInfo, Details, Vector } from '../simulation/protocol';
import { PlaceInputs } from './place-inputs';
import { quantities } from './quantities';
import { ReadoutRow } from './readout-row';

export class PointReadout {
  /** The switch of its mark was set. */
  readonly marked = new Emitter<boolean>();
  /** Another point, m from the centre of mass, body axes. */
  readonly points = new Emitter<Vector>();
  readonly #inputs: PlaceInputs;
  readonly #velocity: ReadoutRow;
  readonly #acceleration: ReadoutRow;
  readonly #tangential: ReadoutRow;
  readonly #centripetal: ReadoutRow;
  readonly #motion = newMotion();
  #point: Vector = [0, 0, 0];

  constructor(place: HTMLElement, tableBody: HTMLElement) {
    this.#inputs = new PlaceInputs(place);
    this.#inputs.changed.on((point) => {
      this.#point = point;
      this.points.emit(point);
    });
    const { velocity, acceleration } = quantities;
    this.#velocity = new ReadoutRow({ ...velocity, symbol: 'v', name: 'of the point', vector: true, hasMark: true });
    this.#velocity.marked.on((isShown) => this.marked.emit(isShown));
    this.#acceleration = new ReadoutRow({ ...acceleration, symbol: 'a', name: 'of the point', vector: true });
    this.#tangential = new ReadoutRow({ ...acceleration, symbol: 'α × r', name: 'tangential', vector: false });
    this.#centripetal = new ReadoutRow({
      ...acceleration,
      symbol: 'ω × (ω × r)',
      name: '',
      vector: false,
      hint: 'centripetal: towards the axis it turns about',
    });
    for (const row of [this.#velocity, this.#acceleration, this.#tangential, this.#centripetal]) tableBody.append(...row.nodes);
  }

  setMark(isOn: boolean): void {
    this.#velocity.setMark(isOn);
  }

  setPoint(point: Vector): void {
    this.#point = point;
    this.#inputs.show(point);
  }

  show(body: BodyInfo, details: Details, stepsPerSecond: number): void {
    motionOf(body, details, stepsPerSecond, this.#motion);
    const lever = turn(details.states, body.slot * stateLayout.stride + stateLayout.orientation, this.#point);
    const { velocity, acceleration, tangential, centripetal } = pointMotion(this.#motion, lever);
    this.#velocity.showVector(velocity);
    this.#acceleration.showVector(acceleration);
    this.#tangential.showNumber(Math.hypot(...tangential));
    this.#centripetal.showNumber(Math.hypot(...centripetal));
  }

  showNothing(): void {
    for (const row of [this.#velocity, this.#acceleration, this.#tangential, this.#centripetal]) row.showNothing();
  }
}
