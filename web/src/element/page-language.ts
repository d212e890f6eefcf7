// The language of the page where an element stands: the nearest attribute `lang` around it, also outside the shadow roots that it is in.
import { spokenFor, wordsOf } from '../words/dictionaries';
import { SpokenError } from '../words/spoken-error';
import { parentOf } from './page-theme';

const watchers = new Set<() => void>();
let observer: MutationObserver | null = null;

/** Calls when the language there may be another one, until the returned function is called. */
export function watchPageLanguage(element: Element, changed: () => void): () => void {
  observer ??= new MutationObserver(() => {
    for (const watcher of watchers) watcher();
  });
  for (let root = element.getRootNode(); ; root = root.host.getRootNode()) {
    observer.observe(root, { attributes: true, attributeFilter: ['lang'], subtree: true });
    if (!(root instanceof ShadowRoot)) break;
  }
  watchers.add(changed);
  return () => void watchers.delete(changed);
}

/** As the page writes it; empty where it does not say. */
export function languageAround(element: Element): string {
  for (let node: Node | null = element; node; node = parentOf(node)) {
    const lang = node instanceof Element ? node.getAttribute('lang') : null;
    if (lang !== null) return lang;
  }
  return '';
}

/** The sentence of an error in the language where an element stands; what the engine or a browser says stays as it is. */
export async function saidAround(element: Element, error: unknown): Promise<string> {
  if (error instanceof SpokenError) return error.in(await wordsOf(spokenFor(languageAround(element))));
  return error instanceof Error ? error.message : String(error);
}
