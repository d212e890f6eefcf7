// The list of scenes: links, so that they can be opened in another tab and copied; a plain click opens the scene in place.
// Arrow keys move through the list.
import { find, make } from './elements';
import { entries } from './scene-library';
import { sceneUrl } from './url-state';

export class Gallery {
  readonly #list = find('scene-list');
  readonly #links = new Map<string, HTMLAnchorElement>();

  /** `open` says whether it takes the scene; else the link is followed like any other. */
  constructor(open: (id: string) => boolean, signal: AbortSignal) {
    entries.forEach((entry, index) => {
      const link = make(
        'a',
        { href: sceneUrl(entry.id), class: 'scene-link' },
        make('span', { class: 'scene-number', 'aria-hidden': 'true' }, String(index + 1)),
        make('span', { class: 'scene-title' }, entry.title),
        make('span', { class: 'scene-sentence' }, entry.sentence),
      ) as HTMLAnchorElement;
      this.#links.set(entry.id, link);
      this.#list.append(make('li', {}, link));
      link.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window
        if (open(entry.id)) event.preventDefault();
      }, { signal });
    });
    this.#list.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  mark(id: string | null): void {
    for (const [own, link] of this.#links) {
      if (own === id) {
        link.setAttribute('aria-current', 'page');
        link.scrollIntoView({ block: 'nearest' });
      } else link.removeAttribute('aria-current');
    }
  }

  /** Puts the keyboard on the current scene, or on the first. */
  focus(): void {
    const links = [...this.#links.values()];
    (links.find((link) => link.hasAttribute('aria-current')) ?? links[0])?.focus();
  }

  #key(event: KeyboardEvent): void {
    const links = [...this.#links.values()];
    const at = links.findIndex((link) => link === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    links[Math.min(links.length - 1, Math.max(0, to))]?.focus();
  }
}
