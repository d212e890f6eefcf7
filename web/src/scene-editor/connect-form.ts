// The fields of “Connect”: the type of a joint, what it connects, its place and its axis. They say what was chosen, and show what follows from it.
import { make } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import { jointTypes, type JointType, type Vector } from '../simulation/protocol';
import { formRow } from './form-field';

/** What may be chosen: a body by its id, or a joint by its index. */
export type Candidate = { readonly id: number; readonly name: string };

/** One of two ends: a candidate, the world (null), or nothing yet. */
export type EndChoice = number | null | undefined;

export const placeChoices = {
  clicked: 'where it was pressed',
  first: 'centre of the first',
  second: 'centre of the second',
  middle: 'between their centres',
  typed: 'as typed',
} as const;
export const axisChoices = {
  normal: 'normal of the face',
  sight: 'line of sight',
  between: 'from first to second',
  x: 'x',
  y: 'y',
  z: 'z',
  typed: 'as typed',
} as const;
export type PlaceChoice = keyof typeof placeChoices;
export type AxisChoice = keyof typeof axisChoices;

const [kNothing, kWorld] = ['', 'world'];

export class ConnectForm {
  readonly element = make('fieldset', { class: 'form-item connect', hidden: '' });
  /** Something else was chosen by hand. */
  readonly changed = new Emitter<void>();
  readonly confirmed = new Emitter<void>();
  readonly cancelled = new Emitter<void>();
  readonly #status = make('p', { class: 'connect-status', role: 'status' });
  readonly #type = chooser('Type of the joint', Object.fromEntries(jointTypes.map((type) => [type, type])));
  readonly #ends = [chooser('First, to connect', {}), chooser('Second, to connect', {})] as const;
  readonly #place = chooser('Place of the joint', placeChoices);
  readonly #placeParts = parts('Place of the joint', 'm, world, now');
  readonly #axis = chooser('Axis of the joint', axisChoices);
  readonly #axisParts = parts('Axis of the joint', 'world, now');
  readonly #placeRows: readonly HTMLElement[];
  readonly #axisRows: readonly HTMLElement[];
  readonly #connect = button('Connect', 'button-main');

  constructor() {
    const cancel = button('Cancel');
    this.#placeRows = [formRow('place', '', this.#place), formRow('', 'm', ...this.#placeParts)];
    this.#axisRows = [formRow('axis', '', this.#axis), formRow('', '', ...this.#axisParts)];
    this.element.append(
      make('legend', {}, 'a new joint'),
      this.#status,
      formRow('type', '', this.#type),
      formRow('first', '', this.#ends[0]),
      formRow('second', '', this.#ends[1]),
      ...this.#placeRows,
      ...this.#axisRows,
      make('div', { class: 'lab-row' }, this.#connect, cancel),
    );
    for (const select of [this.#type, ...this.#ends, this.#place, this.#axis]) select.addEventListener('change', () => this.changed.emit());
    for (const [inputs, select] of [
      [this.#placeParts, this.#place],
      [this.#axisParts, this.#axis],
    ] as const)
      for (const input of inputs)
        input.addEventListener('input', () => {
          select.value = 'typed';
          this.changed.emit();
        });
    this.#connect.addEventListener('click', () => this.confirmed.emit());
    cancel.addEventListener('click', () => this.cancelled.emit());
  }

  get type(): JointType {
    return this.#type.value as JointType;
  }

  get placeChoice(): PlaceChoice {
    return this.#place.value as PlaceChoice;
  }

  set placeChoice(choice: PlaceChoice) {
    this.#place.value = choice;
  }

  get axisChoice(): AxisChoice {
    return this.#axis.value as AxisChoice;
  }

  set axisChoice(choice: AxisChoice) {
    this.#axis.value = choice;
  }

  get typedPlace(): Vector {
    return valuesOf(this.#placeParts);
  }

  get typedAxis(): Vector {
    return valuesOf(this.#axisParts);
  }

  /** What is typed are numbers. */
  get isRead(): boolean {
    return ![...this.#placeParts, ...this.#axisParts].some((input) => input.validity.badInput && !input.closest('[hidden]'));
  }

  end(which: 0 | 1): EndChoice {
    const { value } = this.#ends[which];
    return value === kNothing ? undefined : value === kWorld ? null : Number(value);
  }

  setEnd(which: 0 | 1, choice: EndChoice): void {
    this.#ends[which].value = choice === undefined ? kNothing : choice === null ? kWorld : String(choice);
  }

  /** What the two ends may be; `hasWorld`: also the world. What was chosen stays, where it is still there. */
  offer(firsts: readonly Candidate[], seconds: readonly Candidate[], hasWorld: boolean): void {
    [firsts, seconds].forEach((candidates, index) => {
      const select = this.#ends[index as 0 | 1];
      const before = select.value;
      select.replaceChildren(
        make('option', { value: kNothing }, '(choose)'),
        ...(hasWorld ? [make('option', { value: kWorld }, 'the world')] : []),
        ...candidates.map(({ id, name }) => make('option', { value: String(id) }, name)),
      );
      select.value = before;
      if (select.selectedIndex < 0) select.value = kNothing;
    });
  }

  /** Place and axis that follow from the choices; null: the joint has none. */
  show(place: Vector | null, axis: Vector | null): void {
    for (const line of this.#placeRows) line.hidden = place === null;
    for (const line of this.#axisRows) line.hidden = axis === null;
    if (place) write(this.#placeParts, place, this.placeChoice === 'typed');
    if (axis) write(this.#axisParts, axis, this.axisChoice === 'typed');
  }

  showStatus(text: string, isReady: boolean): void {
    if (this.#status.textContent !== text) this.#status.textContent = text;
    this.#connect.toggleAttribute('disabled', !isReady);
  }

  focus(): void {
    this.#type.focus();
  }
}

function chooser(name: string, choices: Readonly<Record<string, string>>): HTMLSelectElement {
  const options = Object.entries(choices).map(([value, text]) => make('option', { value }, text));
  return make('select', { 'aria-label': name }, ...options) as HTMLSelectElement;
}

function parts(name: string, unit: string): readonly HTMLInputElement[] {
  return ['x', 'y', 'z'].map(
    (axis) => make('input', { type: 'number', step: 'any', 'aria-label': `${name} ${axis}, ${unit}` }) as HTMLInputElement,
  );
}

const button = (text: string, kind = 'button-outlined'): HTMLElement => make('button', { type: 'button', class: `button ${kind}` }, text);
const valuesOf = (inputs: readonly HTMLInputElement[]): Vector => inputs.map(({ value }) => Number(value)) as unknown as Vector;

// What is typed and is no number stays, to be corrected.
function write(inputs: readonly HTMLInputElement[], vector: Vector, isTyped: boolean): void {
  inputs.forEach((input, index) => {
    const text = String(Number(vector[index]!.toFixed(3)) + 0);
    const isKept = document.activeElement === input || (isTyped && input.validity.badInput);
    if (!isKept && input.value !== text) input.value = text;
  });
}
