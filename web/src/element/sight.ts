// Which elements are in the window, or nearly. One observer for all of them tells those that come into view together in the order of the page.

const kMargin = 0.15; // of the window's height: a reader who scrolls meets a figure that runs

export interface Watcher {
  isVisible: boolean;
  /** It came into view, or left it; all others know by now whether they are seen. */
  seen(): void;
}
const watchers = new WeakMap<Element, Watcher>();
let observer: IntersectionObserver | null = null;

const inOrder = (one: IntersectionObserverEntry, other: IntersectionObserverEntry): number =>
  one.target.compareDocumentPosition(other.target) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

function update(entries: IntersectionObserverEntry[]): void {
  const changed = entries.sort(inOrder).flatMap(({ target, isIntersecting }) => {
    const watcher = watchers.get(target);
    if (!watcher || watcher.isVisible === isIntersecting) return [];
    watcher.isVisible = isIntersecting;
    return [watcher];
  });
  for (const watcher of changed) watcher.seen();
}

/** Tells when the element comes into view or leaves it. */
export function watchSight(element: Element, watcher: Watcher): void {
  observer ??= new IntersectionObserver(update, { rootMargin: `${100 * kMargin}% 0px` });
  watchers.set(element, watcher);
  observer.observe(element);
}

export function unwatchSight(element: Element): void {
  observer?.unobserve(element);
  watchers.delete(element);
}

/** Whether it is in the window, or nearly, told at once. The observer tells after a frame, and knows what boxes that scroll hide of it. */
export function isNearWindow(element: Element): boolean {
  const { width, top, bottom } = element.getBoundingClientRect();
  const margin = kMargin * window.innerHeight;
  return width > 0 && bottom > -margin && top < window.innerHeight + margin;
}
