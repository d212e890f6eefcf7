// Messages in place: notes at the foot of the stage (one for each kind of trouble, never twice), and a card in its middle
// when there is nothing else to show there. Each is a sentence; some can be closed or offer one thing to do.
import { make, part } from '../dom/elements';
import { withoutUnseen } from '../dom/seen-text';
import { translatorOf, type Translate } from '../words/translate';

export type NoteKind = 'scene' | 'engine' | 'worker' | 'picture' | 'away' | 'step' | 'command' | 'paused' | 'storage' | 'proof';
export type Action = { readonly label: string; readonly run: () => void };
type Note = {
  readonly text: string;
  /** Of the text, where it is not that of the figure. */
  readonly lang?: string;
  readonly tone?: 'calm' | 'warning';
  readonly seconds?: number;
  readonly action?: Action;
};

export class Notices {
  readonly #notes: HTMLElement;
  readonly #card: HTMLElement;
  readonly #translate: Translate;
  readonly #shown = new Map<NoteKind, { element: HTMLElement; text: string; timer: number }>();

  constructor(root: Element) {
    this.#notes = part(root, 'notes');
    this.#card = part(root, 'card');
    this.#translate = translatorOf(root);
  }

  /** Shows a note, in place of the last one of its kind. */
  show(kind: NoteKind, { text, lang = this.#translate.lang, tone = 'warning', seconds, action }: Note): void {
    const before = this.#shown.get(kind);
    if (before?.text === text && seconds === undefined && !action) return;
    this.clear(kind);
    const close = make(
      'button',
      { type: 'button', class: 'button button-quiet button-round', 'aria-label': this.#translate('Close this message') },
      '×',
    );
    close.addEventListener('click', () => this.clear(kind));
    const element = make('div', { class: `note note-${tone}` }, make('p', { lang }, withoutUnseen(text)));
    if (action) element.append(actionButton(action));
    element.append(close);
    this.#notes.append(element);
    const timer = seconds === undefined ? 0 : window.setTimeout(() => this.clear(kind), seconds * 1000);
    this.#shown.set(kind, { element, text, timer });
    this.#makeRoom();
  }

  /** A sentence for a while: why a request could not be met. Those of the engine are English. */
  refuse(text: string, lang = 'en'): void {
    this.show('command', { text, lang, seconds: 8 });
  }

  clear(kind: NoteKind): void {
    const shown = this.#shown.get(kind);
    if (!shown) return;
    window.clearTimeout(shown.timer);
    shown.element.remove();
    this.#shown.delete(kind);
    this.#makeRoom();
  }

  // What lies over the picture gives way by this attribute: WebKit does not see by :has() that a note has come.
  #makeRoom(): void {
    this.#notes.closest('.stage')?.toggleAttribute('data-noted', this.#shown.size > 0);
  }

  /** A card in the middle of the stage; `children` follow the sentence. */
  showCard(title: string, text: string, ...children: HTMLElement[]): void {
    this.#card.replaceChildren(make('h2', {}, title), make('p', {}, withoutUnseen(text)), ...children);
    this.#card.hidden = false;
  }

  clearCard(): void {
    this.#card.hidden = true;
    this.#card.replaceChildren();
  }
}

export function actionButton({ label, run }: Action): HTMLElement {
  const button = make('button', { type: 'button', class: 'button button-outlined' }, label);
  button.addEventListener('click', run);
  return button;
}
