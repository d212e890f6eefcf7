// The inside of an element: poster or last picture, the figure, what wakes it, and what is wrong. It is there before anything else has loaded and
// says nothing to the page around.
import { make } from '../dom/elements';
import { withoutUnseen } from '../dom/seen-text';
import type { Translate } from '../words/translate';
import { shellStyles } from './shell-styles';

const kRoomForAll = 400; // CSS pixels; where a figure is narrower, all controls would cover the picture

/** A sentence, and the language that it is in. */
export type Sentence = { readonly text: string; readonly lang: string };

export class Shell {
  readonly element: HTMLElement;
  readonly wake = make('button', { type: 'button', class: 'wake', part: 'wake' }) as HTMLButtonElement;
  readonly #root: ShadowRoot;
  #controls = 'min';
  readonly #body = make('div', { class: 'body' });
  readonly #cover = make('div', { class: 'cover' });
  readonly #trouble = make('p', { class: 'trouble', role: 'alert' });
  readonly #poster = make('img', { class: 'poster', alt: '', decoding: 'async' }) as HTMLImageElement;

  constructor(host: HTMLElement) {
    this.#root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(shellStyles);
    this.#root.adoptedStyleSheets = [sheet];
    this.element = make('div', { class: 'element', 'data-embed': '' }, this.#body);
    this.#cover.append(make('slot', {}));
    this.#trouble.hidden = this.wake.hidden = true;
    this.#root.append(make('div', { class: 'whole', 'data-whole': '' }, this.element, this.#cover, this.wake, this.#trouble));
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  /** None, the usual ones (the others stand behind a button), or all; in a narrow figure the usual ones stand for all. */
  set controls(controls: 'none' | 'min' | 'full') {
    this.#controls = controls;
    this.#fit();
  }

  #fit(): void {
    const { clientWidth } = this.element; // 0 where it is not laid out
    const isNarrow = clientWidth > 0 && clientWidth < kRoomForAll;
    this.element.dataset.controls = this.#controls;
    this.element.toggleAttribute('data-embed', this.#controls !== 'full' || isNarrow);
  }

  /** What it says itself, and what a figure in it says, is in the language of `translate`. `isAgain`: what did not load is asked for once more. */
  speak(translate: Translate, isAgain = false): void {
    this.element.lang = this.wake.lang = translate.lang;
    this.wake.textContent = isAgain ? translate('Try again') : translate('Play');
  }

  /** The styles of figures, once they have come. */
  addStyles(sheet: CSSStyleSheet): void {
    const { adoptedStyleSheets: present } = this.#root;
    if (!present.includes(sheet)) this.#root.adoptedStyleSheets = [sheet, ...present];
  }

  /** A picture that stands there until the figure runs; children of the element stand before it. Ours is a light one, whatever the page is. */
  setPoster(address: string | null, isOurs: boolean): void {
    this.#poster.classList.toggle('ours', isOurs);
    if (address === this.#poster.getAttribute('src')) return;
    this.#poster.remove();
    if (address !== null) {
      this.#poster.onerror = () => {
        this.#poster.remove();
        this.#hideBehind();
      };
      this.#poster.src = address;
      this.#cover.querySelector('slot')?.append(this.#poster);
    }
    this.#hideBehind();
  }

  // What a poster covers is neither painted nor reached.
  #hideBehind(): void {
    this.#body.classList.toggle('behind', !this.#cover.hidden && this.#poster.isConnected);
  }

  /** A sentence for those who do not see the picture, as long as no figure says its own. */
  set alt(alt: string) {
    this.#poster.alt = alt;
  }

  /** A place for a figure, which removes it at its end. */
  mount(): HTMLElement {
    const place = make('div', { class: 'figure' });
    this.#body.append(place);
    return place;
  }

  /** The figure has drawn. */
  uncover(): void {
    this.#cover.hidden = true;
    this.#hideBehind();
  }

  /** The figure ends: its last picture, if it has drawn one, stands in its place. */
  cover(picture: Element | null): void {
    if (picture && this.#cover.hidden) {
      for (const name of ['tabindex', 'data-part', 'style', 'aria-description']) picture.removeAttribute(name);
      picture.className = 'last';
      this.#cover.replaceChildren(picture);
    }
    this.#cover.hidden = false;
    this.#hideBehind();
  }

  showTrouble(sentences: readonly Sentence[]): void {
    this.#trouble.replaceChildren(
      ...sentences.flatMap(({ text, lang }, index) => [index > 0 ? ' ' : '', make('span', { lang }, withoutUnseen(text))]),
    );
    this.#trouble.hidden = sentences.length === 0;
  }
}
