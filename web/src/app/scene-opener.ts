// Opens scenes in the figure of the page: from the address, the list, the history, a file or the console. A refusal is shown in place, and
// the scene before it runs on.
import type { Figure } from '../figure/figure';
import { actionButton } from '../figure/notices';
import type { SceneText } from '../figure/scene-look';
import { Emitter } from '../simulation/emitter';
import { sentenceOf } from '../simulation/problems';
import { entries, fetchIllustration, fetchScene, isKnown, stillOf } from './scene-library';
import { pushScene, readUrl } from './url-state';

/** A scene is open; `id` when it is one of the list. */
export type Opened = { readonly text: SceneText; readonly id: string | null };

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');

// A run has a scene; a scene has none.
const isRun = (document: unknown): document is object => typeof document === 'object' && document !== null && 'scene' in document;

export class SceneOpener {
  readonly opened = new Emitter<Opened>();
  /** A person wants to see the list of scenes. */
  readonly listAsked = new Emitter<void>();
  readonly #figure: Figure;

  constructor(figure: Figure, signal: AbortSignal) {
    this.#figure = figure;
    figure.revised.on((text) => {
      pushScene(null);
      this.opened.emit({ text, id: null });
    });
    window.addEventListener('popstate', () => void this.openFromUrl(), { signal });
  }

  /** The scene that the address names, or the first of the list. True when it is open. */
  openFromUrl(): Promise<boolean> {
    return this.#openId(readUrl().scene ?? entries[0].id);
  }

  /** A scene of the list, by a person's choice: one step in the history. */
  open(id: string): Promise<boolean> {
    pushScene(id);
    return this.#openId(id);
  }

  /** A scene from elsewhere: the console. */
  openOther(scene: unknown): Promise<boolean> {
    return this.#load(Promise.resolve(scene), 'The scene was refused: ', null);
  }

  /** A scene or a run as JSON: a file. It is read where the engine runs. */
  async openFile(file: Blob, name: string): Promise<boolean> {
    const figure = this.#figure;
    const isLatest = figure.requests.begin();
    try {
      const document = await figure.simulation.read(file);
      if (!isRun(document)) return await this.#open(Promise.resolve(document), null, isLatest);
      const problem = await (await import('./run-opener')).openRun(figure, document, isLatest);
      if (problem === null) return false;
      this.#begin(null, true);
      if (problem) figure.notices.show('scene', { text: `“${name}”: ${problem}` });
      return true;
    } catch (error) {
      if (isLatest()) figure.notices.show('scene', { text: `“${name}” was refused: ${sentenceOf(error)}` });
      return false;
    }
  }

  /** A scene as JSON from a page around this one. Rejects with the sentence when it is refused. */
  openText(text: string): Promise<boolean> {
    return this.#open(this.#figure.simulation.read(text), null);
  }

  async #openId(id: string): Promise<boolean> {
    if (isKnown(id)) return this.#load(fetchScene(id), 'This scene cannot be opened: ', id);
    this.#figure.requests.begin();
    const text = `The address asks for the scene “${id.slice(0, 60)}”, which is not in the list. The link may be damaged or from another version.`;
    this.#figure.notices.showCard(
      'No such scene',
      text,
      actionButton({ label: 'Show all scenes', run: () => this.listAsked.emit() }),
      actionButton({ label: `Open “${entries[0].title}”`, run: () => void this.open(entries[0].id) }),
    );
    return false;
  }

  // False when the scene was refused (a notice says why), or another one was requested meanwhile.
  async #load(fetched: Promise<unknown>, prefix: string, id: string | null): Promise<boolean> {
    const isLatest = this.#figure.requests.begin();
    try {
      return await this.#open(fetched, id, isLatest);
    } catch (error) {
      if (isLatest()) this.#figure.notices.show('scene', { text: prefix + sentenceOf(error) });
      return false;
    }
  }

  async #open(fetched: Promise<unknown>, id: string | null, isLatest?: () => boolean): Promise<boolean> {
    if (!(await this.#figure.load(fetched, isLatest))) return false;
    this.#begin(id, false);
    return true;
  }

  #begin(id: string | null, isRecorded: boolean): void {
    if (id === null) pushScene(null); // a file has no address
    const mayPlay = !isRecorded && !readUrl().isPaused;
    const text = this.#figure.begin({
      plays: mayPlay && !reducedMotion.matches,
      still: mayPlay ? stillOf(id) : 0,
      illustration: fetchIllustration(id),
    });
    this.opened.emit({ text, id });
  }
}
