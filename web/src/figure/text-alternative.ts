// The picture as text, for screen readers: the accessible name of the canvas holds the state; a live region announces events at once,
// and the selected body now and then, never faster than one can listen.
import { part, setText } from '../dom/elements';
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import { quantities } from '../instruments/quantities';
import type { BodyInfo, BodyState, Frame, Vector } from '../simulation/protocol';

const kNameMilliseconds = 1000; // between changes of the canvas's name
const kSpokenMilliseconds = 5000; // between sentences about the selected body

const size = (vector: Vector): string => formatOnce(Math.hypot(vector[0], vector[1], vector[2]));
const place = (vector: Vector): string => vector.map((part) => formatOnce(part)).join(', ');

function sentenceAbout(body: BodyInfo, state: BodyState): string {
  const { velocity, angularVelocity } = quantities;
  return (
    `${bodyName(body)}: position ${place(state.position)} m, ` +
    `${velocity.name} ${size(state.velocity)} ${velocity.unit}, ` +
    `${angularVelocity.name} ${size(state.angularVelocity)} ${angularVelocity.unit}`
  );
}

export class TextAlternative {
  title = '';
  bodyCount = 0;
  readonly #canvas: HTMLElement;
  readonly #spoken: HTMLElement;
  #lastName = 0;
  #lastSpoken = 0;
  #said = '';

  constructor(root: Element) {
    this.#canvas = part(root, 'picture');
    this.#spoken = part(root, 'spoken');
  }

  /** Announces an event at once. */
  announce(sentence: string): void {
    this.#lastSpoken = performance.now();
    this.#lastName = 0;
    setText(this.#spoken, sentence);
  }

  showFrame(frame: Frame, now: number, selected: BodyInfo | null): void {
    const about = selected && frame.state ? sentenceAbout(selected, frame.state) : '';
    if (now - this.#lastName >= kNameMilliseconds) {
      this.#lastName = now;
      const { bodyCount } = this;
      const state = `${frame.playing ? 'playing' : 'paused'}, ${frame.seconds.toFixed(1)} s`;
      const name = `${this.title}: ${state}, ${bodyCount} ${bodyCount === 1 ? 'body' : 'bodies'}. ${about ? `Selected ${about}.` : ''}`;
      if (this.#canvas.getAttribute('aria-label') !== name) this.#canvas.setAttribute('aria-label', name.trim());
    }
    if (!about || about === this.#said || now - this.#lastSpoken < kSpokenMilliseconds) return;
    this.#lastSpoken = now;
    this.#said = about;
    setText(this.#spoken, about);
  }
}
