// A scene as text: a text area with line numbers and a mark on the line that the engine, or the JSON reader, refuses.
import { make } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import { readText, type ReadText } from '../simulation/json-text';
import { placeOf, writeScene } from './scene-text';

const kPauseMilliseconds = 500; // of typing, before what was written is tried

export class TextEditor {
  /** A scene was written; `answer` takes what becomes of it. */
  readonly edits = new Emitter<unknown>();
  readonly element = make('div', { class: 'editor' });
  readonly #area = make('textarea', {
    class: 'editor-text',
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    wrap: 'off',
    'aria-label': 'The scene as JSON',
    'aria-describedby': 'editor-problem',
  }) as HTMLTextAreaElement;
  readonly #lines = make('div', { class: 'editor-lines', 'aria-hidden': 'true' });
  readonly #mark = make('div', { class: 'editor-mark', hidden: '' });
  readonly #problem = make('button', { type: 'button', class: 'editor-problem', id: 'editor-problem', hidden: '' });
  readonly #status = make('p', { class: 'unseen', role: 'status' });
  #timer = 0;
  #lineCount = 0;
  #place: { start: number; end: number } | null = null;
  #tried: { readonly text: string; readonly read: ReadText } | null = null; // the last text that was a scene

  constructor() {
    this.#area.addEventListener('input', () => {
      this.#count();
      window.clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#try(), kPauseMilliseconds);
    });
    this.#area.addEventListener('scroll', () => this.#alignLines());
    this.#area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#try();
      else if (event.key !== 'Escape') event.stopPropagation(); // keys of the page are letters here
    });
    this.#problem.addEventListener('click', () => this.#goToProblem());
    this.element.append(make('div', { class: 'editor-frame' }, this.#mark, this.#lines, this.#area), this.#problem, this.#status);
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#area;
  }

  show(scene: unknown): void {
    window.clearTimeout(this.#timer);
    this.#area.value = `${writeScene(scene)}\n`;
    this.#count();
    this.#clear();
  }

  /** Forgets a text that waits to be tried. */
  rest(): void {
    window.clearTimeout(this.#timer);
  }

  /** The scene was refused with a sentence, or runs (null). */
  answer(scene: unknown, refusal: string | null): void {
    if (this.#tried?.read.value !== scene || this.#tried?.text !== this.#area.value) return; // written on meanwhile
    if (refusal) this.#show(refusal, placeOf(refusal, this.#tried.read.places));
    else this.#clear();
  }

  #try(): void {
    window.clearTimeout(this.#timer);
    const text = this.#area.value;
    const read = readText(text);
    const { value, problem } = read;
    if (problem) return this.#show(problem.sentence, { start: problem.at, end: problem.at + 1 });
    this.#tried = { text, read };
    this.edits.emit(value);
  }

  #show(sentence: string, place: { start: number; end: number } | null): void {
    this.#place = place;
    const line = place ? this.#lineOf(place.start) : 0;
    this.#problem.textContent = place ? `Line ${line + 1}: ${sentence}` : sentence;
    this.#problem.hidden = false;
    this.#status.textContent = this.#problem.textContent;
    this.#area.setAttribute('aria-invalid', 'true');
    this.#mark.hidden = place === null;
    this.#mark.style.setProperty('--line', String(line));
    this.#alignLines();
  }

  #clear(): void {
    this.#place = null;
    this.#problem.hidden = true;
    this.#status.textContent = '';
    this.#mark.hidden = true;
    this.#area.removeAttribute('aria-invalid');
  }

  #goToProblem(): void {
    if (!this.#place) return;
    this.#area.focus();
    this.#area.setSelectionRange(this.#place.start, this.#place.end);
    const height = parseFloat(getComputedStyle(this.#area).lineHeight);
    this.#area.scrollTop = Math.max(0, this.#lineOf(this.#place.start) * height - this.#area.clientHeight / 2);
  }

  #lineOf(position: number): number {
    return this.#area.value.slice(0, position).split('\n').length - 1;
  }

  #count(): void {
    const count = this.#area.value.split('\n').length;
    if (count === this.#lineCount) return;
    this.#lineCount = count;
    this.#lines.textContent = Array.from({ length: count }, (_, index) => index + 1).join('\n');
  }

  #alignLines(): void {
    this.#lines.style.transform = `translateY(${-this.#area.scrollTop}px)`;
    this.#mark.style.transform = `translateY(${-this.#area.scrollTop}px)`;
  }
}
