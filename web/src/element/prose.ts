// Prose around figures: links that seek and set, numbers that live in a sentence, inputs for a number of the scene, buttons (prose-words.ts). What a figure is,
// of the page (prose-of-elements.ts) or in a frame (prose-of-frames.ts), says the page that it is given. A number wakes no figure: until it runs, and where there
// is no script, the text is what the author wrote.
import { takeDecimalCommas } from '../dom/decimal-comma';
import { readScale, readUnit, SteadyFormat, withUnit } from '../instruments/number-format';
import { size } from '../simulation/mechanics';
import type { Vector } from '../simulation/protocol';
import type { TumbleSceneMethods } from './api';
import { isCount, readAction, readBinding, readLink, type Action, type LinkWish } from './prose-words';

/** What prose asks of a figure. */
export type ProseFigure = Pick<TumbleSceneMethods, 'play' | 'pause' | 'step' | 'seek' | 'reset' | 'push' | 'command' | 'set'> & {
  setAttribute(name: string, value: string): unknown;
};

/** What is so now, with its SI unit. */
export type Reading = { readonly value: unknown; readonly unit: string };

export type ProsePage<Kind extends ProseFigure> = {
  readonly isFigure: (id: string) => boolean;
  /** Those that a name means; null: it is for others to say. Throws with a sentence where there is none. */
  readonly figuresOf: (name: string) => readonly (Kind | Promise<Kind>)[] | null;
  /** Where it stands in the page. */
  readonly placeOf: (figure: Kind) => Element;
  /** An error as a sentence for those who read around an element. */
  readonly sentence: (element: Element, error: unknown) => Promise<string>;
};

type Input = HTMLInputElement | HTMLSelectElement;
const isInput = (element: Element): element is Input => element.matches('input, select');

const formats = new WeakMap<Element, SteadyFormat>();
const longest = new WeakMap<Element, number>(); // characters that it held

/** Hears what readers do with the links, buttons and inputs of the page, and writes readings into it. */
export class Prose<Kind extends ProseFigure> {
  readonly #page: ProsePage<Kind>;
  readonly #waiting = new WeakMap<Input, () => Promise<void>>(); // the newest value of an input whose last one is on its way
  readonly #busy = new WeakSet<Input>();
  readonly #ownTitles = new WeakMap<Element, string | null>(); // of those whose title is a sentence about them
  readonly #troubles = new WeakMap<Element, unknown>(); // what went wrong last

  constructor(page: ProsePage<Kind>) {
    this.#page = page;
    document.addEventListener('click', (event) => this.#onClick(event));
    takeDecimalCommas('[data-tumble][type=number]');
    for (const type of ['input', 'change'])
      document.addEventListener(type, ({ target }) => target instanceof Element && this.#onInput(target));
  }

  // What goes wrong stands at the element that asked, in place of its own title, until it goes well.
  #trouble(element: Element, error: unknown): void {
    if (!this.#ownTitles.has(element)) this.#ownTitles.set(element, element.getAttribute('title'));
    this.#troubles.set(element, error);
    void this.#page
      .sentence(element, error)
      .then((sentence) => this.#troubles.get(element) === error && element.setAttribute('title', sentence));
  }

  #endTrouble(element: Element): void {
    const own = this.#ownTitles.get(element);
    if (own === undefined) return;
    this.#ownTitles.delete(element);
    this.#troubles.delete(element);
    if (own === null) element.removeAttribute('title');
    else element.setAttribute('title', own);
  }

  // Does what an element asks for, and says what came of it.
  async #attempt(element: Element, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.#endTrouble(element);
    } catch (error) {
      this.#trouble(element, error);
    }
  }

  #onClick(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target.closest('a[href^="#"], button[data-tumble]') : null;
    if (!target) return;
    try {
      if (target.matches('button')) {
        const { figure, rest } = readBinding((target as HTMLElement).dataset.tumble!);
        const figures = this.#page.figuresOf(figure);
        if (!figures) return;
        const action = readAction(rest);
        void this.#attempt(target, () => Promise.all(figures.map(async (one) => this.#run(await one, action))));
        return;
      }
      const wish = readLink(target.getAttribute('href')!, this.#page.isFigure);
      if (!wish) return;
      event.preventDefault();
      void this.#attempt(target, async () => this.#follow(await this.#page.figuresOf(wish.figure)![0]!, wish));
    } catch (error) {
      event.preventDefault();
      this.#trouble(target, error);
    }
  }

  async #follow(figure: Kind, { attributes, reset, step, afterwards }: LinkWish): Promise<void> {
    for (const [name, value] of attributes) await figure.setAttribute(name, value);
    this.#page.placeOf(figure).scrollIntoView({ block: 'nearest' });
    if (reset) await figure.reset();
    if (step !== null) await figure.seek(step);
    if (afterwards?.type === 'play') await figure.play(afterwards.until ?? undefined);
    if (afterwards?.type === 'pause') await figure.pause();
  }

  async #run(figure: Kind, action: Action): Promise<unknown> {
    switch (action.type) {
      case 'step':
        return figure.step(action.count);
      case 'seek':
        return figure.seek(action.step);
      case 'push':
        return figure.push(action.push);
      case 'set':
        return figure.set(action.path, action.value);
      case 'command':
        return figure.command(action.command);
      default:
        return figure[action.type]();
    }
  }

  #onInput(element: Element): void {
    if (!isInput(element) || !element.matches('[data-tumble]')) return;
    try {
      const { figure: id, rest: path } = readBinding(element.dataset.tumble!);
      const figures = this.#page.figuresOf(id);
      if (!figures) return;
      const value = valueIn(element);
      if (typeof value === 'number' && !Number.isFinite(value)) return; // nothing, or half of a number
      this.#waiting.set(element, async () => void (await Promise.all(figures.map(async (figure) => (await figure).set(path, value)))));
      void this.#send(element);
    } catch (error) {
      this.#trouble(element, error);
    }
  }

  // One at a time, the newest one last.
  async #send(element: Input): Promise<void> {
    if (this.#busy.has(element)) return;
    this.#busy.add(element);
    for (let work = this.#waiting.get(element); work; work = this.#waiting.get(element)) {
      this.#waiting.delete(element);
      await this.#attempt(element, work);
    }
    this.#busy.delete(element);
  }

  /** Writes what is so now into an element, or what is wrong with it; null: it stays as it is. */
  show(element: HTMLElement, read: () => Reading | null): void {
    try {
      const reading = read();
      if (!reading) return; // it has not come yet
      const { value, unit } = reading;
      if (!isInput(element)) showText(element, value, unit);
      else if (
        !this.#busy.has(element) &&
        !(element.matches(':active') || (element === document.activeElement && element.type === 'number'))
      )
        showValue(element, value);
      if (!isInput(element)) this.#endTrouble(element);
    } catch (error) {
      this.#trouble(element, error);
    }
  }
}

/** The elements that live by a figure of this name: numbers and inputs. */
export const boundTo = (name: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-tumble^="${CSS.escape(name)} "]:not(button)`),
];

function valueIn(element: Input): unknown {
  if (element.type === 'checkbox') return (element as HTMLInputElement).checked;
  if (element.type === 'range' || element.type === 'number') return (element as HTMLInputElement).valueAsNumber;
  const { value } = element;
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

function showValue(element: Input, value: unknown): void {
  if (element.type === 'checkbox') (element as HTMLInputElement).checked = value === true;
  else if (element.value !== String(value)) element.value = String(value);
}

// Three digits (a count has all of its own), in a field as wide as it ever had to be.
function showText(element: HTMLElement, value: unknown, unit: string): void {
  let format = formats.get(element);
  if (!format) {
    format = new SteadyFormat();
    formats.set(element, format);
    Object.assign(element.style, { display: 'inline-block', textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });
  }
  const read = typeof value === 'number' ? value * readScale(unit) : value;
  const text = withUnit(isCount(readBinding(element.dataset.tumble!).rest) ? String(read) : textOf(read, format), readUnit(unit));
  if (element.textContent === text) return;
  element.textContent = text;
  if (text.length <= (longest.get(element) ?? 0)) return;
  longest.set(element, text.length);
  element.style.minWidth = '';
  const { width } = element.getBoundingClientRect(); // measured only when the text grows: the page is laid out for it
  element.style.minWidth = `${width / Number.parseFloat(getComputedStyle(element).fontSize)}em`;
}

function textOf(value: unknown, format: SteadyFormat): string {
  const isVector = Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number');
  if (typeof value !== 'number' && !isVector) return typeof value === 'string' ? value : JSON.stringify(value);
  format.update(isVector ? size(value as unknown as Vector) : Math.abs(value as number));
  return isVector ? `(${(value as number[]).map((part) => format.text(part)).join(', ')})` : format.text(value as number);
}
