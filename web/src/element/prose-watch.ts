// Loads what prose around figures needs (prose-of-elements.ts) as soon as the page has some; most pages with a figure have none.
const kProse = '[data-tumble], a[href^="#"][href*="?"]';

const holdsProse = (node: Node): boolean => node instanceof Element && (node.matches(kProse) || node.querySelector(kProse) !== null);

/** Once a page. */
export function awaitProse(): void {
  const load = (): void => {
    observer.disconnect();
    void import('./prose-of-elements').then(({ watchProse }) => watchProse());
  };
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ type, target, addedNodes }) => (type === 'attributes' ? holdsProse(target) : [...addedNodes].some(holdsProse))))
      load();
  });
  if (document.querySelector(kProse)) load();
  else observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-tumble', 'href'] });
}
