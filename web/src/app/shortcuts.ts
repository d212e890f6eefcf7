// Keys of the whole page. Keys of the picture (bodies, pushes, camera) are in viewer/camera-keys.ts; the table that people
// see is in help.ts.
import { hasCharacterKeys } from './character-keys';

const isTyping = (target: Element | null): boolean =>
  target?.matches('input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]') ?? false;
// Space belongs to what has the focus and can be pressed by it.
const isPressable = (target: Element | null): boolean => target?.matches('button, summary, input[type=checkbox]') ?? false;

/** Ctrl+Z or ⌘Z (-1), with Shift, or Ctrl+Y (1). Where somebody types, they are those of the text. */
export function listenForUndo(exchange: (by: -1 | 1) => void, signal: AbortSignal): void {
  window.addEventListener(
    'keydown',
    (event) => {
      const key = event.key.toLowerCase();
      if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return;
      const target = event.target instanceof Element ? event.target : null;
      if (isTyping(target) || target?.closest('dialog')) return;
      event.preventDefault();
      exchange(key === 'y' || event.shiftKey ? 1 : -1);
    },
    { signal },
  );
}

// Arrow keys belong to what has the focus and is moved by them.
const isMovedByArrows = (target: Element | null): boolean => target?.matches('input, [role=slider], [role=tab], [role=option]') ?? false;

/** What a figure does with keys that its scene gives a meaning (figure/control-panel.ts, figure/key-pad.ts). */
export type HeldKeys = { readonly key: (key: string, isDown: boolean) => boolean; readonly releaseKeys: () => void };

/** Keys that are held, before all others. */
export function listenForHeldKeys(held: HeldKeys, signal: AbortSignal): void {
  const listen = (type: 'keydown' | 'keyup', isDown: boolean): void =>
    window.addEventListener(
      type,
      (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
        const target = event.target instanceof Element ? event.target : null;
        const isArrow = event.key.startsWith('Arrow') && !event.shiftKey;
        if (!isArrow && event.key.length !== 1) return;
        if (isDown && (isTyping(target) || target?.closest('dialog'))) return;
        if (isDown && (isArrow ? isMovedByArrows(target) : !hasCharacterKeys())) return;
        if (event.repeat && !isArrow) return;
        if (held.key(isArrow ? event.key : event.key.toLowerCase(), isDown)) event.preventDefault();
      },
      { signal, capture: true },
    );
  listen('keydown', true);
  listen('keyup', false);
  window.addEventListener('blur', () => held.releaseKeys(), { signal });
}

/** `actions` by key. */
export function listenForShortcuts(actions: Readonly<Record<string, () => unknown>>, signal: AbortSignal): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      if (isTyping(target) || target?.closest('dialog[open]')) return;
      if (event.key === ' ' ? isPressable(target) : event.key.length === 1 && !hasCharacterKeys()) return;
      const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action || (event.repeat && !['.', ',', '[', ']'].includes(event.key))) return;
      action();
      if (event.key !== 'Escape') event.preventDefault();
    },
    { signal },
  );
}
