// Prose around figures: links that seek and set, numbers that live in a sentence, inputs for a number of the scene, buttons (prose-words.ts). A number
// wakes no figure: until it runs, and where there is no script, the text is what the author wrote. It loads with the element.
import { SteadyFormat } from '../instruments/number-format';
import { size } from '../simulation/mechanics';
import type { Vector } from '../simulation/protocol';
import { figureOf, figuresOf, isFigure } from './figure-lookup';
import { readAction, readBinding, readLink, type Action, type LinkWish } from './prose-words';
import { saidAround } from './page-language';
import type { SceneElement } from './scene-element';

type Input = HTMLInputElement | HTMLSelectElement;
const isInput = (element: Element): element is Input => element.matches('input, select');

const kBound = '[data-tumble]';
const formats = new WeakMap<Element, SteadyFormat>();
const longest = new WeakMap<Element, number>(); // characters that it held
const waiting = new WeakMap<Input, () => Promise<void>>(); // the newest value of an input whose last one is on its way
const busy = new WeakSet<Input>();
const ownTitles = new WeakMap<Element, string | null>(); // of those whose title is a sentence about them
const troubles = new WeakMap<Element, unknown>(); // what went wrong last
const renewed = new WeakSet<object>(); // figures that run, which were asked for what quantities need

/** Once a page. */
export function watchProse(): void {
  document.addEventListener('click', (event) => onClick(event));
  for (const type of ['input', 'change']) document.addEventListener(type, ({ target }) => target instanceof Element && onInput(target));
  // Those of figures do not rise: they are met on their way down.
  document.addEventListener('step', ({ target }) => isFigure(target) && show(target), true);
  for (const type of ['ready', 'change']) document.addEventListener(type, ({ target }) => isFigure(target) && void renew(target), true);
  for (const figure of document.querySelectorAll<SceneElement>('tumble-scene')) void renew(figure); // what was ready before
}

// What goes wrong stands at the element that asked, in place of its own title, until it goes well.
function trouble(element: Element, error: unknown): void {
  if (!ownTitles.has(element)) ownTitles.set(element, element.getAttribute('title'));
  troubles.set(element, error);
  void saidAround(element, error).then((sentence) => troubles.get(element) === error && element.setAttribute('title', sentence));
}

function endTrouble(element: Element): void {
  const own = ownTitles.get(element);
  if (own === undefined) return;
  ownTitles.delete(element);
  troubles.delete(element);
  if (own === null) element.removeAttribute('title');
  else element.setAttribute('title', own);
}

// Does what an element asks for, and says what came of it.
async function attempt(element: Element, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    endTrouble(element);
  } catch (error) {
    trouble(element, error);
  }
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target.closest('a[href^="#"], button[data-tumble]') : null;
  if (!target) return;
  try {
    if (target.matches('button')) {
      const { figure, rest } = readBinding((target as HTMLElement).dataset.tumble!);
      const action = readAction(rest);
      void attempt(target, () => Promise.all(figuresOf(figure).map((one) => run(one, action))));
      return;
    }
    const wish = readLink(target.getAttribute('href')!, (id) => isFigure(document.getElementById(id)));
    if (!wish) return;
    event.preventDefault();
    void attempt(target, () => follow(figureOf(wish.figure), wish));
  } catch (error) {
    event.preventDefault();
    trouble(target, error);
  }
}

async function follow(figure: SceneElement, { attributes, reset, step, afterwards }: LinkWish): Promise<void> {
  for (const [name, value] of attributes) figure.setAttribute(name, value);
  figure.scrollIntoView({ block: 'nearest' });
  if (reset) await figure.reset();
  if (step !== null) await figure.seek(step);
  if (afterwards?.type === 'play') await figure.play(afterwards.until ?? undefined);
  if (afterwards?.type === 'pause') await figure.pause();
}

async function run(figure: SceneElement, action: Action): Promise<unknown> {
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

// ---- numbers of the scene, to change ----

function onInput(element: Element): void {
  if (!isInput(element) || !element.matches(kBound)) return;
  try {
    const { figure: id, rest: path } = readBinding(element.dataset.tumble!);
    const figures = figuresOf(id);
    const value = valueIn(element);
    if (typeof value === 'number' && !Number.isFinite(value)) return; // nothing, or half of a number
    waiting.set(element, async () => void (await Promise.all(figures.map((figure) => figure.set(path, value)))));
    void send(element);
  } catch (error) {
    trouble(element, error);
  }
}

function valueIn(element: Input): unknown {
  if (element.type === 'checkbox') return (element as HTMLInputElement).checked;
  if (element.type === 'range' || element.type === 'number') return (element as HTMLInputElement).valueAsNumber;
  const { value } = element;
  return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

// One at a time, the newest one last.
async function send(element: Input): Promise<void> {
  if (busy.has(element)) return;
  busy.add(element);
  for (let work = waiting.get(element); work; work = waiting.get(element)) {
    waiting.delete(element);
    await attempt(element, work);
  }
  busy.delete(element);
}

// ---- what is so now ----

// Of a group it is the first that says it.
function boundTo(figure: SceneElement): HTMLElement[] {
  const names = figure.id === '' ? [] : [figure.id];
  if (figure.sync !== null && figuresOf(`group:${figure.sync}`)[0] === figure) names.push(`group:${figure.sync}`);
  return names.flatMap((name) => [...document.querySelectorAll<HTMLElement>(`[data-tumble^="${CSS.escape(name)} "]:not(button)`)]);
}

// While it stands no step is told, and what was done shows in the next frame.
async function renew(figure: SceneElement): Promise<void> {
  if (boundTo(figure).length === 0) return;
  const { running } = figure;
  if (!running) return;
  renewed.add(running);
  await running.renew();
  show(figure);
}

function show(figure: SceneElement): void {
  const { running } = figure;
  if (!running) return;
  for (const element of boundTo(figure)) {
    try {
      const reading = running.reading(readBinding(element.dataset.tumble!).rest);
      if (reading === null) {
        if (!renewed.has(running)) void renew(figure); // it was woken
        continue;
      }
      if (!isInput(element)) showText(element, reading.value, reading.unit);
      else if (!busy.has(element) && !(element.matches(':active') || (element === document.activeElement && element.type === 'number')))
        showValue(element, reading.value);
      if (!isInput(element)) endTrouble(element);
    } catch (error) {
      trouble(element, error);
    }
  }
}

function showValue(element: Input, value: unknown): void {
  if (element.type === 'checkbox') (element as HTMLInputElement).checked = value === true;
  else if (element.value !== String(value)) element.value = String(value);
}

// Three digits, in a field as wide as it ever had to be.
function showText(element: HTMLElement, value: unknown, unit: string): void {
  let format = formats.get(element);
  if (!format) {
    format = new SteadyFormat();
    formats.set(element, format);
    Object.assign(element.style, { display: 'inline-block', textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });
  }
  const text = `${textOf(value, format)}${unit === '' ? '' : `\u00a0${unit}`}`;
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
