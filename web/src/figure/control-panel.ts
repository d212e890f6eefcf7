// The sliders, switches, choices and buttons of a scene (scene-controls.ts), in the corner of the stage. It loads with the first scene
// that has some.
import { make, setText } from '../dom/elements';
import { formatOnce, withUnit } from '../instruments/number-format';
import { wordFor } from '../instruments/scheme-names';
import { sentenceOf } from '../simulation/problems';
import { valueAt, withValue } from '../simulation/scene-path';
import type { Translate } from '../words/translate';
import type { Figure } from './figure';
import { bodyOf } from './opening-view';
import { keysOf } from './control-keys';
import type { Choice, CommandButton, Control, Slider, Switch } from './scene-controls';

const kNarrow = 760; // CSS pixels of the stage: there they open when they are asked for

type Row = { readonly element: HTMLElement; readonly show: (scene: unknown) => void };
type Valued = Slider | Switch | Choice;
type Held = { readonly control: Slider | Switch; readonly before: unknown };

// The name of a control, with its keys.
const nameOf = (control: Control): HTMLElement =>
  make('span', {}, control.label, ...keysOf(control).flatMap((key) => [' ', make('kbd', {}, key.toUpperCase())]));

export class ControlPanel {
  readonly #figure: Figure;
  readonly #list: HTMLElement;
  readonly #box: HTMLElement;
  readonly #translate: Translate;
  #rows: readonly Row[] = [];
  #waiting = new Map<Valued, unknown>(); // values that the engine has not got yet
  #isSending = false;
  #gestures = 0; // how often somebody let go of a control
  #controls: readonly Control[] = [];
  readonly #held = new Map<string, Held>(); // by key

  constructor(figure: Figure, box: HTMLElement) {
    const { translate } = figure;
    this.#translate = translate;
    this.#figure = figure;
    this.#box = box;
    this.#list = make('div', { class: 'controls-list' });
    const details = make('details', {}, make('summary', { lang: translate.lang }, translate('Controls')), this.#list) as HTMLDetailsElement;
    details.open = (box.parentElement?.clientWidth ?? 0) > kNarrow;
    box.replaceChildren(details);
  }

  /** Another scene, with other controls, or with none. */
  open(controls: readonly Control[], scene: unknown): void {
    this.#waiting.clear();
    this.#held.clear();
    this.#controls = controls;
    this.#rows = controls.map((control) => this.#rowOf(control));
    this.#list.replaceChildren(...this.#rows.map(({ element }) => element));
    this.#box.hidden = controls.length === 0;
    this.update(scene);
  }

  /** The scene has other values. */
  update(scene: unknown): void {
    if (this.#waiting.size === 0) for (const row of this.#rows) row.show(scene);
  }

  /** A key went down or up. True when it is one of a control: that has the value of the key while it is held, and then again the one before. */
  key(key: string, isDown: boolean): boolean {
    const control = this.#controls.find((one) => keysOf(one).includes(key));
    if (!control || control.kind === 'choice') return false;
    if (control.kind === 'button') {
      if (isDown) this.#command(control.command);
      return true;
    }
    const held = this.#held.get(key);
    if (isDown && !held) {
      const other = [...this.#held.values()].find((one) => one.control === control);
      this.#held.set(key, { control, before: other ? other.before : valueAt(this.#figure.simulation.scene, control.path) });
      this.#change(control, control.keys.get(key));
    } else if (!isDown && held) {
      this.#held.delete(key);
      const other = [...this.#held].find(([, one]) => one.control === control);
      this.#change(control, other ? control.keys.get(other[0]) : held.before);
    }
    return true;
  }

  /** Nobody holds a key any more: the page has lost the keyboard. */
  releaseKeys(): void {
    for (const key of [...this.#held.keys()]) this.key(key, false);
  }

  #rowOf(control: Control): Row {
    switch (control.kind) {
      case 'slider':
        return this.#slider(control);
      case 'switch':
        return this.#switch(control);
      case 'choice':
        return this.#choice(control);
      case 'button':
        return this.#button(control);
    }
  }

  #slider(control: Slider): Row {
    const { unit, min, max, step, path } = control;
    const input = make('input', { type: 'range', min: String(min), max: String(max), step: String(step) }) as HTMLInputElement;
    // No <output>: the label would name that, and screen readers would say each of its values.
    const output = make('span', { class: 'control-value', 'aria-hidden': 'true' });
    const write = (value: number): void => {
      const text = withUnit(formatOnce(value), unit);
      setText(output, text);
      input.setAttribute('aria-valuetext', text);
    };
    input.addEventListener('input', () => {
      write(input.valueAsNumber);
      this.#change(control, input.valueAsNumber);
    });
    input.addEventListener('change', () => (this.#gestures += 1));
    const show = (scene: unknown): void => {
      const value = Number(valueAt(scene, path));
      input.value = String(value);
      write(value);
    };
    return { element: make('label', { class: 'control control-wide' }, nameOf(control), output, input), show };
  }

  #switch(control: Switch): Row {
    const input = make('input', { type: 'checkbox', role: 'switch' }) as HTMLInputElement;
    input.addEventListener('change', () => this.#change(control, input.checked));
    const show = (scene: unknown): void => {
      input.checked = valueAt(scene, control.path) === true;
    };
    return { element: make('label', { class: 'control' }, nameOf(control), input), show };
  }

  #choice(control: Choice): Row {
    const select = make(
      'select',
      {},
      ...control.choices.map((choice) => make('option', { value: choice }, this.#translate(wordFor(choice)))),
    ) as HTMLSelectElement;
    select.addEventListener('change', () => this.#change(control, select.value));
    const show = (scene: unknown): void => {
      select.value = String(valueAt(scene, control.path));
    };
    return { element: make('label', { class: 'control control-wide' }, make('span', {}, control.label), select), show };
  }

  #button(control: CommandButton): Row {
    const button = make('button', { type: 'button', class: 'button button-outlined' }, nameOf(control));
    button.addEventListener('click', () => this.#command(control.command));
    return { element: button, show: () => {} };
  }

  // Scenes name bodies as they like; what the running world gets has ids.
  #command(command: CommandButton['command']): void {
    const { actions, simulation, notices } = this.#figure;
    const { info } = simulation;
    if (!info) return;
    const reference = command.body as string | number | undefined;
    const body = reference === undefined ? undefined : bodyOf(reference, info)?.id;
    if (reference !== undefined && body === undefined) {
      const text = this.#translate('There is no body “{name}” any more.', { name: String(reference).slice(0, 80) });
      return notices.refuse(text, this.#translate.lang);
    }
    actions.command({ ...command, ...(body === undefined ? {} : { body }) } as Parameters<typeof actions.command>[0]);
  }

  #change(control: Valued, value: unknown): void {
    this.#waiting.set(control, value);
    if (!this.#isSending) void this.#send();
  }

  // One revision at a time; of the values that come meanwhile the last one counts.
  async #send(): Promise<void> {
    const { simulation, notices } = this.#figure;
    this.#isSending = true;
    try {
      while (this.#waiting.size > 0) {
        const changes = [...this.#waiting];
        this.#waiting.clear();
        const scene = changes.reduce((before, [{ path }, value]) => withValue(before, path, value), simulation.scene);
        const isDrawn = changes.every(([{ kind }]) => kind === 'slider');
        await this.#figure.revise(scene, isDrawn ? `control ${this.#gestures}` : null);
        if (changes.some(([{ restarts }]) => restarts)) await this.#startAgain();
      }
    } catch (error) {
      notices.refuse(sentenceOf(error));
    } finally {
      this.#isSending = false;
    }
    this.update(simulation.scene);
  }

  async #startAgain(): Promise<void> {
    const { actions, time } = this.#figure;
    const plays = time.isPlaying;
    await actions.reset();
    if (plays) actions.setPlaying(true);
  }
}
