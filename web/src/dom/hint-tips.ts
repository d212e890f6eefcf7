// What a hard word means (.has-hint) for those who do not hover: beside the word while its control, or the word itself, has the focus of the keyboard, and
// after a tap. A screen reader says it as the description of that control. Where words of a row have no control, one of them is a stop of the
// Tab key and the arrow keys go on from there.
import '../../styles/hint-tip.css';
import { make } from './elements';

const kDistance = 6; // CSS pixels below the word
const kMargin = 8; // to the rim of the window

const isOn = new WeakSet<Document | ShadowRoot>();

const wordOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element
    ? (target.closest<HTMLElement>('.has-hint') ?? target.closest('.form-field, tr')?.querySelector('.has-hint') ?? null)
    : null;

/** For the whole page, or for what is inside an element; once is enough. */
export function showHints(signal: AbortSignal, root: Document | ShadowRoot = document): void {
  if (isOn.has(root)) return;
  isOn.add(root);
  const tip = make('p', { class: 'hint-tip', popover: 'manual', 'aria-hidden': 'true' }); // it is said already
  let isMouse = false;
  let shown: HTMLElement | null = null; // the word
  signal.addEventListener('abort', () => {
    isOn.delete(root);
    tip.remove();
  });

  const hide = (): void => {
    shown = null;
    tip.remove();
  };
  const place = (word: HTMLElement): void => {
    const { left, top, bottom } = word.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = tip;
    const isBelow = bottom + kDistance + offsetHeight + kMargin < window.innerHeight;
    tip.style.left = `${Math.max(kMargin, Math.min(left, document.documentElement.clientWidth - offsetWidth - kMargin))}px`;
    tip.style.top = `${isBelow ? bottom + kDistance : top - kDistance - offsetHeight}px`;
  };
  const show = (word: HTMLElement): void => {
    tip.textContent = word.title || word.closest<HTMLElement>('[title]')?.title || '';
    (word.closest('.panel, .element') ?? document.body).append(tip);
    tip.showPopover?.();
    shown = word;
    place(word);
  };
  const listen = <Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void): void =>
    (root as Document).addEventListener(name, listener, { signal, capture: true });

  listen('pointerdown', ({ target, pointerType }) => {
    isMouse = pointerType === 'mouse';
    if (!tip.contains(target as Node)) hide();
  });
  listen('click', ({ target }) => {
    const word = (target as Element).closest<HTMLElement>('.has-hint');
    if (word && !isMouse) show(word);
  });
  listen('focusin', ({ target }) => {
    const word = wordOf(target);
    if (word && !isMouse) show(word);
  });
  listen('focusout', hide);
  listen('scroll', () => shown && place(shown)); // what gets the focus comes into view
  listen('keydown', (event) => {
    isMouse = false;
    const { key, target } = event;
    if (key === 'Escape' && shown) {
      hide();
      event.stopPropagation(); // the panel stays
    }
    const word = target as HTMLElement;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!by || !word.matches?.('.has-hint')) return;
    const words = [...word.parentElement!.querySelectorAll<HTMLElement>(':scope > .has-hint')];
    const next = words[words.indexOf(word) + by];
    event.stopPropagation(); // it does not turn the view
    if (!next) return;
    word.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}
