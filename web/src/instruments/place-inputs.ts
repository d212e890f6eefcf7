// Three number fields for a place, m.
import { Emitter } from '../simulation/emitter';
import type { Vector } from '../simulation/protocol';

const kFarthest = 1000; // m, as for the shapes of a body

export class PlaceInputs {
  /** Somebody typed another place. */
  readonly changed = new Emitter<Vector>();
  readonly #inputs: readonly HTMLInputElement[];

  constructor(place: HTMLElement) {
    this.#inputs = ['x', 'y', 'z'].map((axis) => {
      const label = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, { type: 'number', step: 'any', min: String(-kFarthest), max: String(kFarthest), value: '0' });
      label.append(`${axis} `, input);
      place.append(label);
      input.addEventListener('change', () => {
        const typed = this.#inputs.map((each) => each.valueAsNumber);
        if (typed.every((part) => Math.abs(part) <= kFarthest)) this.changed.emit(typed as unknown as Vector); // else the field says what is wrong
      });
      return input;
    });
  }

  show(place: Vector): void {
    this.#inputs.forEach((input, axis) => (input.value = String(Number((place[axis] ?? 0).toFixed(3)))));
  }
}
