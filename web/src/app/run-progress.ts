// Progress of a run to the step that an address asks for.
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { actionButton } from '../figure/notices';
import { shortOf } from '../links/reproduce';

const kShownAfter = 300; // ms until progress is shown

/** How far it is, in the middle of the picture, once it takes its time; the button breaks it off. */
export class RunProgress {
  readonly #figure: Figure;
  readonly #isLatest: () => boolean;
  readonly #timer: number;
  readonly #stopListening: () => void;
  /** A person broke it off. */
  isBrokenOff = false;

  constructor(figure: Figure, target: number, isLatest: () => boolean) {
    const { simulation, notices } = figure;
    this.#figure = figure;
    this.#isLatest = isLatest;
    const bar = make('progress', { max: String(Math.max(1, target)), value: '0', 'aria-label': 'Steps' }) as HTMLProgressElement;
    this.#stopListening = simulation.onProgress((progress) => {
      if (progress) bar.value = progress.step;
      simulation.requestFrame(performance.now());
    });
    this.#timer = window.setTimeout(() => {
      const stop = actionButton({ label: 'Stop here', run: () => this.#breakOff() });
      notices.showCard('Opening a link', `Running to step ${target}.`, make('div', { class: 'card-progress' }, bar, stop));
    }, kShownAfter);
  }

  #breakOff(): void {
    this.isBrokenOff = true;
    this.#figure.simulation.halt();
  }

  end(): void {
    window.clearTimeout(this.#timer);
    this.#stopListening();
    if (this.#isLatest()) this.#figure.notices.clearCard();
  }
}

/** Says that a run stands before its target; where a person broke it off, with a way to go on. */
export function showShort({ notices, actions }: Figure, step: number, target: number, isBrokenOff: boolean): void {
  const text = shortOf(step, target, isBrokenOff);
  const run = (): void => {
    notices.clear('proof');
    void actions.seek(target);
  };
  notices.show('proof', isBrokenOff ? { tone: 'calm', text, action: { label: 'Go on', run } } : { text });
}
