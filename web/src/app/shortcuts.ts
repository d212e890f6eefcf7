// Keys of the whole page. Keys of the picture (bodies, pushes, camera) are in viewer/camera-keys.ts; the table that people
// see is in help.ts.

export type ShortcutActions = {
  readonly toggle: () => void;
  readonly step: () => void;
  readonly stepBack: () => void;
  readonly reset: () => void;
  readonly faster: (by: 1 | -1) => void;
  readonly normalSpeed: () => void;
  readonly openScene: (index: number) => void;
  readonly openNext: (by: 1 | -1) => void;
  readonly toggleGallery: () => void;
  readonly toggleNumbers: () => void;
  readonly toggleLab: () => void;
  readonly toggleTool: () => void;
  readonly help: () => void;
  readonly escape: () => void;
};

const isTyping = (target: Element | null): boolean => target?.matches('input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]') ?? false;
// Space belongs to what has the focus and can be pressed by it.
const isPressable = (target: Element | null): boolean => target?.matches('button, summary, input[type=checkbox]') ?? false;

export function listenForShortcuts(actions: ShortcutActions, signal: AbortSignal): void {
  const keys: Readonly<Record<string, () => void>> = {
    ' ': actions.toggle,
    '.': actions.step,
    ',': actions.stepBack,
    r: actions.reset,
    '[': () => actions.faster(-1),
    ']': () => actions.faster(1),
    '0': actions.normalSpeed,
    g: actions.toggleGallery,
    i: actions.toggleNumbers,
    l: actions.toggleLab,
    j: () => actions.openNext(1),
    k: () => actions.openNext(-1),
    t: actions.toggleTool,
    '?': actions.help,
    Escape: actions.escape,
  };
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (isTyping(target) || target?.closest('dialog')) return;
    if (event.key === ' ' && isPressable(target)) return;
    if (event.key >= '1' && event.key <= '9') actions.openScene(Number(event.key) - 1);
    else {
      const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action || (event.repeat && !['.', ',', '[', ']'].includes(event.key))) return;
      action();
    }
    if (event.key !== 'Escape') event.preventDefault();
  }, { signal });
}
