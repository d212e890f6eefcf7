// The list "Yours" in the gallery: the scenes that were edited in this browser, the newest first, each with a button that deletes it.
import '../../styles/your-scenes.css';
import { find, make } from '../dom/elements';
import { withoutUnseen } from '../dom/seen-text';
import type { Keeper } from './keeper';
import type { KeptTitle } from './kept-scenes';
import { entries } from '../catalog/scene-library';
import type { SceneOpener } from './scene-opener';
import { sceneUrl } from './url-state';

type Deleted = { readonly id: string; readonly text: string; readonly title: string };

export class YourScenes {
  readonly #keeper: Keeper;
  readonly #scenes: SceneOpener;
  readonly #count = make('span', { class: 'chapter-count' });
  readonly #items = make('ul', { class: 'scene-list' });
  readonly #chapter = make('details', { class: 'chapter' }, make('summary', {}, make('span', {}, 'Yours'), this.#count), this.#items);
  readonly #place = make('li', { hidden: '' }, this.#chapter);
  #deleted: Deleted | null = null;

  constructor(keeper: Keeper, scenes: SceneOpener) {
    this.#keeper = keeper;
    this.#scenes = scenes;
    find('scene-list').prepend(this.#place);
    keeper.changed.on(() => this.#show());
    scenes.opened.on(() => this.#mark());
    this.#show();
  }

  #show(): void {
    const list = this.#keeper.list();
    this.#place.hidden = list.length === 0 && !this.#deleted;
    this.#count.textContent = String(list.length);
    this.#items.replaceChildren(...(this.#deleted ? [this.#undo(this.#deleted)] : []), ...list.map((kept) => this.#item(kept)));
    this.#mark();
  }

  #mark(): void {
    const kept = this.#scenes.present?.kept;
    for (const item of this.#items.children) {
      const isPresent = (item as HTMLElement).dataset.kept === kept;
      if (isPresent) (this.#chapter as HTMLDetailsElement).open = true;
      if (isPresent) item.firstElementChild!.setAttribute('aria-current', 'page');
      else item.firstElementChild!.removeAttribute('aria-current');
    }
  }

  #item(kept: KeptTitle): HTMLElement {
    const { id, from, keptAt } = kept;
    const title = withoutUnseen(kept.title);
    const origin = entries.find((entry) => entry.id === from)?.title;
    const edited = `edited ${new Date(keptAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`;
    const link = make(
      'a',
      { href: sceneUrl(from, id), class: 'scene-link' },
      make('span', { class: 'scene-title' }, title),
      make('span', { class: 'scene-sentence' }, origin === undefined || origin === title ? edited : `from “${origin}”, ${edited}`),
    );
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window
      event.preventDefault();
      void this.#scenes.open(from, id);
    });
    const remove = make('button', { type: 'button', class: 'button button-quiet button-round', 'aria-label': `Delete “${title}”` }, '×');
    remove.addEventListener('click', () => this.#remove(kept));
    return make('li', { class: 'scene-own', 'data-kept': id }, link, remove);
  }

  #remove({ id, title }: KeptTitle): void {
    const text = this.#keeper.remove(id);
    this.#deleted = text === null ? null : { id, text, title };
    this.#show();
    (this.#items.querySelector('button') ?? find('open-file')).focus();
  }

  // In place of the one that was deleted last.
  #undo({ id, text, title }: Deleted): HTMLElement {
    const undo = make('button', { type: 'button', class: 'button button-outlined' }, 'Undo');
    undo.addEventListener('click', () => {
      this.#deleted = null;
      this.#keeper.restore(id, text);
      this.#items.querySelector('a')!.focus();
    });
    return make('li', { class: 'scene-own' }, make('p', { class: 'scene-deleted' }, `Deleted “${withoutUnseen(title)}”.`), undo);
  }
}
