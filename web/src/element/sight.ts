// Which elements are in the window, or nearly. One observer for all of them tells those that come into view together in the order of the page.

const kMargin = '15% 0px'; // of the window's height: a reader who scrolls meets a figure that runs

type Seen = (isVisible: boolean) => void;
const watchers = new WeakMap<Element, Seen>();
let observer: IntersectionObserver | null = null;

const inOrder = (one: IntersectionObserverEntry, other: IntersectionObserverEntry): number =>
  one.target.compareDocumentPosition(other.target) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

function tell(entries: IntersectionObserverEntry[]): void {
  // Those that leave go first: others may have their places.
  const left = entries.filter(({ isIntersecting }) => !isIntersecting);
  const came = entries.filter(({ isIntersecting }) => isIntersecting).sort(inOrder);
  for (const { target, isIntersecting } of [...left, ...came]) watchers.get(target)?.(isIntersecting);
}

/** Calls `seen` when the element comes into view or leaves it. */
export function watchSight(element: Element, seen: Seen): void {
  observer ??= new IntersectionObserver(tell, { rootMargin: kMargin });
  watchers.set(element, seen);
  observer.observe(element);
}

export function unwatchSight(element: Element): void {
  observer?.unobserve(element);
  watchers.delete(element);
}
