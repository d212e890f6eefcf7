// The pace of simulated time where it falls behind, small beside the clock.
import { part, setText } from '../dom/elements';
import type { Pace, Slowness } from './pace';
import { rateText } from './speed-scale';

const kWords: Readonly<Record<Slowness, readonly [string, string]>> = {
  engine: ['the engine is slow', 'A step takes longer to compute than it lasts. Fewer bodies run faster.'],
  drawing: ['drawing is slow', 'A picture takes longer to draw than it should. A smaller window is drawn faster.'],
  tab: ['this tab is busy', 'Something else in this tab keeps the picture waiting.'],
};

export class PaceDisplay {
  readonly #element: HTMLElement;
  readonly #rate: HTMLElement;
  readonly #reason: HTMLElement;

  constructor(root: Element) {
    this.#element = part(root, 'pace');
    this.#rate = part(root, 'pace-rate');
    this.#reason = part(root, 'pace-reason');
  }

  show(pace: Pace | null): void {
    const [reason, more] = pace ? kWords[pace.slow] : ['', ''];
    setText(this.#rate, pace ? `${rateText(pace.reached)}: ` : '');
    setText(this.#reason, reason);
    this.#element.title = more;
  }
}
