// Whether the page around an element is light or dark there: by the first background behind it that is not clear, else by its colour scheme.

const watchers = new Set<() => void>();
let isWatching = false;

// A page changes its theme by a class, an attribute or a style of its root or body, or with the system.
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const update = (): void => {
    for (const watcher of watchers) watcher();
  };
  const observer = new MutationObserver(update);
  for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update);
}

/** Calls when the page may have another theme, until the returned function is called. */
export function watchPageTheme(changed: () => void): () => void {
  watch();
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/** Also out of a shadow root. */
export const parentOf = (node: Node): Node | null => (node instanceof ShadowRoot ? node.host : node.parentNode);

export function isDarkAround(element: Element): boolean {
  for (let node: Node | null = element; node; node = parentOf(node)) {
    if (!(node instanceof Element)) continue;
    const parts = getComputedStyle(node)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number);
    if (!parts || parts.length < 3 || (parts[3] ?? 1) < 0.5) continue;
    const [red, green, blue] = parts as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110;
  }
  const schemes = getComputedStyle(element).colorScheme;
  return /dark/.test(schemes) && (!/light/.test(schemes) || window.matchMedia('(prefers-color-scheme: dark)').matches);
}

/** Gives a shell the font of its host and the theme; whether the theme is another one than before. */
export function applyTheme(host: Element, shell: HTMLElement, isDark: boolean): boolean {
  shell.style.setProperty('--sans', getComputedStyle(host).fontFamily);
  const theme = isDark ? 'dark' : 'light';
  if (shell.dataset.theme === theme) return false;
  shell.dataset.theme = theme;
  return true;
}
