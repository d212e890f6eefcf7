// Watches the pace of simulated time and shows it where it falls behind, small beside the clock. It loads with the first step that is left
// out.
import { part, setText } from '../dom/elements';
import type { Frame } from '../simulation/protocol';
import { translatorOf, type Translate } from '../words/translate';
import { PaceMeter, type Slowness } from './pace';
import { rateText } from './speed-scale';

/** What is slow, in short and in a sentence. */
export const slownessWords: Readonly<Record<Slowness, readonly [string, string]>> = {
  engine: ['the engine is slow', 'A step takes longer to compute than it lasts. Fewer bodies run faster.'],
  drawing: ['drawing is slow', 'A picture takes longer to draw than it should. A smaller window is drawn faster.'],
  tab: ['this tab is busy', 'Something else in this tab keeps the picture waiting.'],
};

export class PaceWatch {
  readonly #meter = new PaceMeter();
  readonly #element: HTMLElement;
  readonly #rate: HTMLElement;
  readonly #reason: HTMLElement;
  readonly #translate: Translate;

  constructor(root: Element) {
    this.#element = part(root, 'pace');
    this.#rate = part(root, 'pace-rate');
    this.#reason = part(root, 'pace-reason');
    this.#translate = translatorOf(root);
  }

  /** Measures anew: at another speed. */
  restart(): void {
    this.#meter.restart();
  }

  /** Another scene: nothing is known of its pace. */
  forgetScene(): void {
    this.restart();
    this.#meter.pace = null;
    this.#show();
  }

  /** The page took so long to draw, ms. */
  drew(milliseconds: number): void {
    this.#meter.drew(milliseconds);
  }

  update(frame: Frame, now: number, rate: number, stepsPerSecond: number): void {
    if (this.#meter.update(frame, now, rate, stepsPerSecond)) this.#show();
    if (this.#meter.isSuspicious) window.setTimeout(() => this.#meter.waited(performance.now() - now));
  }

  #show(): void {
    const { pace } = this.#meter;
    const [reason, more] = pace ? slownessWords[pace.slow] : ['', ''];
    setText(this.#rate, pace ? `${rateText(pace.reached)}: ` : '');
    setText(this.#reason, this.#translate(reason));
    this.#element.title = this.#translate(more);
  }
}
