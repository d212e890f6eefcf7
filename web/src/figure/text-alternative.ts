// The picture as text, for screen readers: the accessible name of the canvas holds the state; a live region announces events at once,
// and the selected body now and then, never faster than one can listen.
import { part, setText } from '../dom/elements';
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import type { BodyInfo, BodyState, Frame, Vector } from '../simulation/protocol';
import { translatorOf, type Translate } from '../words/translate';

const kNameMilliseconds = 1000; // between changes of the canvas's name
const kSpokenMilliseconds = 5000; // between sentences about the selected body

const size = (vector: Vector): string => formatOnce(Math.hypot(vector[0], vector[1], vector[2]));
const place = (vector: Vector): string => vector.map((part) => formatOnce(part)).join(', ');

function sentenceAbout(body: BodyInfo, state: BodyState, translate: Translate): string {
  return translate('{name}: position {position} m, velocity {velocity} m/s, angular velocity {angularVelocity} rad/s', {
    name: bodyName(body, translate),
    position: place(state.position),
    velocity: size(state.velocity),
    angularVelocity: size(state.angularVelocity),
  });
}

export class TextAlternative {
  title = '';
  bodyCount = 0;
  readonly #canvas: HTMLElement;
  readonly #spoken: HTMLElement;
  readonly #translate: Translate;
  #lastName = 0;
  #lastSpoken = 0;
  #said = '';

  constructor(root: Element) {
    this.#canvas = part(root, 'picture');
    this.#spoken = part(root, 'spoken');
    this.#translate = translatorOf(root);
  }

  /** Announces an event at once; `lang`: where it is in another language than the figure. */
  announce(sentence: string, lang = this.#translate.lang): void {
    this.#lastSpoken = performance.now();
    this.#lastName = 0;
    this.#spoken.lang = lang;
    setText(this.#spoken, sentence);
  }

  showFrame(frame: Frame, now: number, selected: BodyInfo | null): void {
    const translate = this.#translate;
    const about = selected && frame.state ? sentenceAbout(selected, frame.state, translate) : '';
    if (now - this.#lastName >= kNameMilliseconds) {
      this.#lastName = now;
      const { title, bodyCount: count } = this;
      const name = translate('{title}: {state}, {seconds} s, {bodies}. {selected}', {
        title,
        state: frame.playing ? translate('playing') : translate('paused'),
        seconds: frame.seconds.toFixed(1),
        bodies: count === 1 ? translate('1 body') : translate('{count} bodies', { count }),
        selected: about && translate('Selected {about}.', { about }),
      });
      if (this.#canvas.getAttribute('aria-label') !== name) this.#canvas.setAttribute('aria-label', name.trim());
    }
    if (!about || about === this.#said || now - this.#lastSpoken < kSpokenMilliseconds) return;
    this.#lastSpoken = now;
    this.#said = about;
    this.#spoken.lang = translate.lang;
    setText(this.#spoken, about);
  }
}
