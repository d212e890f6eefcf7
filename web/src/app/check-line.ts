// The numbers to check, below the heading: live, each beside its target, a button that opens the instrument behind it. It loads with the
// first scene that has some.
import checks from '../../checks.json';
import { find, make, setText } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { CheckReader, textOf, type Reading } from '../instruments/check-reading';
import type { Frame } from '../simulation/protocol';

const kReadMilliseconds = 100;
const all = checks as unknown as Readonly<Record<string, readonly Reading[]>>;

type Line = { readonly reader: CheckReader; readonly button: HTMLElement };

export class CheckLine {
  readonly #figure: Figure;
  readonly #ask: (reading: Reading) => void;
  readonly #place = find('check');
  #lines: readonly Line[] = [];
  #lastRead = 0;

  /** `ask`: somebody wants to see what is behind a number. */
  constructor(figure: Figure, ask: (reading: Reading) => void) {
    this.#figure = figure;
    this.#ask = ask;
    figure.shown.on((frame) => this.#show(frame));
    figure.actions.restarted.on(() => this.#lines.forEach(({ reader }) => reader.restart()));
  }

  /** Those of a scene of the list. */
  open(id: string): void {
    this.#lines = (all[id] ?? []).map((reading) => {
      const button = make('button', { type: 'button', class: 'check-reading', title: 'Show more of it' });
      button.addEventListener('click', () => this.#ask(reading));
      return { reader: new CheckReader(reading), button };
    });
    this.#place.replaceChildren(...this.#lines.map(({ button }) => button));
    this.#figure.watches.set('check', { details: this.#lines.length > 0 });
    const { frame } = this.#figure.simulation;
    this.#lastRead = 0;
    if (frame) this.#show(frame);
    this.#figure.wake();
  }

  close(): void {
    this.#lines = [];
    this.#figure.watches.set('check', {});
  }

  // Every frame counts for what happens at a moment; people read ten times a second.
  #show(frame: Frame): void {
    const { info } = this.#figure.simulation;
    if (!info || this.#lines.length === 0) return;
    const now = performance.now();
    const isDue = !frame.playing || now - this.#lastRead >= kReadMilliseconds;
    if (isDue) this.#lastRead = now;
    for (const { reader, button } of this.#lines) {
      const read = reader.read(frame, info);
      if (!isDue) continue;
      setText(button, textOf(reader.reading, read));
      button.toggleAttribute('data-right', read.isRight === true);
    }
  }
}
