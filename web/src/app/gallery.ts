// The list of scenes by chapters: links, so that they can be opened in another tab and copied; a plain click opens the scene in
// place. Arrow keys move through chapters and the scenes of those that are open.
import { find, make } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import { entries, type CatalogEntry } from '../catalog/scene-library';
import { sceneUrl } from './url-state';

export class Gallery {
  /** A scene was chosen. While nobody listens the browser opens the link. */
  readonly chosen = new Emitter<string>();
  readonly #list = find('scene-list');
  readonly #links = new Map<string, HTMLAnchorElement>();
  readonly #chapters = new Map<string, HTMLDetailsElement>();

  constructor(signal: AbortSignal) {
    entries.forEach((entry, index) => {
      const link = this.#link(entry, index);
      this.#links.set(entry.id, link);
      this.#chapter(entry.chapter).lastElementChild!.append(make('li', {}, link));
      link.addEventListener(
        'click',
        (event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window
          if (this.chosen.emit(entry.id)) event.preventDefault();
        },
        { signal },
      );
    });
    this.#list.addEventListener('keydown', (event) => this.#key(event), { signal });
  }

  mark(id: string | null): void {
    for (const [own, link] of this.#links) {
      if (own === id) {
        link.setAttribute('aria-current', 'page');
        link.closest('details')!.open = true;
        link.scrollIntoView({ block: 'nearest' });
      } else link.removeAttribute('aria-current');
    }
  }

  /** Puts the keyboard on the current scene, or on the first chapter. */
  focus(): void {
    const current = [...this.#links.values()].find((link) => link.hasAttribute('aria-current'));
    (current ?? this.#list.querySelector('summary'))?.focus();
  }

  #link({ id, title, sentence }: CatalogEntry, index: number): HTMLAnchorElement {
    return make(
      'a',
      { href: sceneUrl(id), class: 'scene-link' },
      make('span', { class: 'scene-number', 'aria-hidden': 'true' }, String(index + 1)),
      make('span', { class: 'scene-title' }, title),
      make('span', { class: 'scene-sentence' }, sentence),
    ) as HTMLAnchorElement;
  }

  #chapter(name: string): HTMLDetailsElement {
    let chapter = this.#chapters.get(name);
    if (!chapter) {
      const count = entries.filter((entry) => entry.chapter === name).length;
      chapter = make(
        'details',
        { class: 'chapter' },
        make('summary', {}, make('span', {}, name), make('span', { class: 'chapter-count' }, String(count))),
        make('ol', { class: 'scene-list' }),
      ) as HTMLDetailsElement;
      this.#chapters.set(name, chapter);
      this.#list.append(make('li', {}, chapter));
    }
    return chapter;
  }

  #key(event: KeyboardEvent): void {
    const stops = [...this.#list.querySelectorAll<HTMLElement>('summary, details[open] .scene-link')];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
    const chapter = (document.activeElement as HTMLElement | null)?.closest('details');
    if (at < 0) return;
    if (event.key === 'ArrowRight' && chapter) chapter.open = true;
    else if (event.key === 'ArrowLeft' && chapter) {
      chapter.open = false;
      chapter.querySelector('summary')?.focus();
    } else if (to !== undefined) stops[Math.min(stops.length - 1, Math.max(0, to))]?.focus();
    else return;
    event.preventDefault();
  }
}
