// Travelling through the run: one seek at a time, of the steps wanted meanwhile the last one counts. What takes its time is told, with its progress,
// and can be ended where it stands.
import { part, setText } from '../dom/elements';
import { formatFixed } from '../instruments/number-format';
import type { Progress, Simulation } from '../simulation/client';
import { Emitter } from '../simulation/emitter';
import { translatorOf, type Translate } from '../words/translate';

/** A seek that takes longer gives way to the next one, ms. */
const kPatience = 400;

export class Travel {
  /** There, or as far as it came. */
  readonly arrived = new Emitter<void>();
  /** The sentence of a refusal. */
  readonly refused = new Emitter<unknown>();
  readonly #simulation: Simulation;
  readonly #note: HTMLElement;
  readonly #text: HTMLElement;
  readonly #card: HTMLElement;
  readonly #progress: HTMLProgressElement;
  readonly #translate: Translate;
  #wanted: number | null = null;
  #journey: Promise<void> | null = null;
  #since = 0;

  constructor(root: Element, simulation: Simulation, signal: AbortSignal) {
    this.#simulation = simulation;
    this.#note = part(root, 'travel');
    this.#text = part(root, 'travel-text');
    this.#card = part(root, 'card');
    this.#progress = part<HTMLProgressElement>(root, 'travel-progress');
    this.#translate = translatorOf(root);
    simulation.onProgress((progress) => this.#show(progress));
    part(root, 'travel-cancel').addEventListener('click', () => this.cancel(), { signal });
  }

  /** Goes to a step, once the seek before has come to its end. Resolves when nothing is wanted any more. */
  to(step: number): Promise<void> {
    this.#wanted = step;
    if (this.#journey && performance.now() - this.#since > kPatience) this.#simulation.halt();
    this.#journey ??= this.#go();
    return this.#journey;
  }

  /** Resolves when nothing is wanted any more. */
  settled(): Promise<void> {
    return this.#journey ?? Promise.resolve();
  }

  cancel(): void {
    this.#wanted = null;
    this.#simulation.halt();
  }

  async #go(): Promise<void> {
    while (this.#wanted !== null) {
      const step = this.#wanted;
      this.#wanted = null;
      this.#since = performance.now();
      try {
        await this.#simulation.seek(step);
      } catch (error) {
        this.refused.emit(error);
      }
      this.arrived.emit();
    }
    this.#journey = null;
  }

  #show(progress: Progress | null): void {
    this.#note.hidden = progress === null || !this.#card.hidden; // a card says it where a link is opened
    if (!progress) return;
    const { from, step, target } = progress;
    setText(this.#text, this.#translate('Running to {seconds} s', { seconds: formatFixed(this.#simulation.secondsAt(target), 2) }));
    this.#progress.value = (step - from) / Math.max(1, target - from);
  }
}
