// Opens scenes in the figure of the page: from the address, the list, the history, a file or the console. A refusal is shown in place, and
// the scene before it runs on.
import type { Figure } from '../figure/figure';
import { actionButton } from '../figure/notices';
import type { SceneText } from '../figure/scene-look';
import { Emitter } from '../simulation/emitter';
import { SceneError, sentenceOf } from '../simulation/problems';
import { kLeftRun, storageOf } from './browser-storage';
import type { Keeper } from './keeper';
import { entries, fetchIllustration, fetchScene, isKnown, stillOf } from '../catalog/scene-library';
import type { DecodedLink, LinkView } from '../links/link';
import type { ViewParts } from './link-view';
import { pushScene, readLink, readUrl, replaceScene } from './url-state';

/** The scene on display. */
export type Opened = {
  readonly text: SceneText;
  /** The scene of the list that it is, or was made from. */
  readonly scene: string | null;
  /** It is not, or not any more, as it is in the list. */
  readonly isOwn: boolean;
  /** Its id, where this browser keeps it. */
  readonly kept: string | null;
};

/** How a loaded scene begins. */
export type BeginOptions = {
  readonly mayPlay?: boolean;
  /** It is not as it stands in the list. */
  readonly isChanged?: boolean;
  /** The address says another state of it: a reload took it up where it was left, or it was broken off on its way. */
  readonly isElsewhere?: boolean;
};

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');

// A run has a scene; a scene has none.
const isRun = (document: unknown): document is object => typeof document === 'object' && document !== null && 'scene' in document;

// Many programs write JSON.
const isForeign = (document: unknown): boolean => !isRun(document) && !(document instanceof Object && 'tumble' in document);

export class SceneOpener {
  /** Another scene is on display. */
  readonly opened = new Emitter<Opened>();
  /** It stands as it was asked for, with its view. */
  readonly settled = new Emitter<void>();
  /** It stands elsewhere than the address says. */
  readonly elsewhere = new Emitter<void>();
  /** The one on display was edited. */
  readonly edited = new Emitter<Opened>();
  /** A person wants to see the list of scenes. */
  readonly listAsked = new Emitter<void>();
  /** Another one is on its way. */
  isOpening = false;
  /** What links need to show their view; the page sets it. */
  viewParts: ViewParts | null = null;
  readonly #figure: Figure;
  #present: Opened | null = null;
  readonly #openings = new WeakMap<object, Opened>(); // by Simulation.origin
  #origin: object | null = null; // of the world on display
  #keeper: Promise<Keeper> | null = null;
  #isElsewhere = false;

  constructor(figure: Figure, signal: AbortSignal) {
    this.#figure = figure;
    figure.revised.on((text) => {
      const { scene = null, kept = null } = this.present ?? {};
      this.present = { text, scene, isOwn: true, kept };
      this.edited.emit(this.present);
    });
    figure.worlds.on(() => this.#resume());
    window.addEventListener('popstate', () => void this.openFromUrl(), { signal });
  }

  get present(): Opened | null {
    return this.#present;
  }

  set present(opened: Opened | null) {
    this.#present = opened;
    const { origin } = this.#figure.simulation;
    if (origin && opened) this.#openings.set(origin, opened);
  }

  /** What keeps edited scenes; it loads when it is first asked for. */
  keeper(): Promise<Keeper> {
    this.#keeper ??= import('./keeper').then(
      ({ Keeper: Class }) => new Class(this.#figure, this),
      (error: unknown) => {
        this.#keeper = null; // a network may come back
        throw error;
      },
    );
    return this.#keeper;
  }

  /** Once, at the start: what was left at this address by a reload, else what it names. True when it is open. */
  async openFirst(): Promise<boolean> {
    const storage = readUrl().isEmbed ? null : storageOf('sessionStorage'); // a frame is another page of the same tab
    const left = storage?.getItem(kLeftRun) ?? null;
    storage?.removeItem(kLeftRun);
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (left === null || visit?.type === 'navigate' || !this.viewParts) return this.openFromUrl();
    return (await this.#openLeft(this.viewParts, left, visit?.type === 'reload')) || this.openFromUrl();
  }

  /** The scene that the address names, or the first of the list. True when it is open. */
  openFromUrl(): Promise<boolean> {
    const { scene, kept, more } = readUrl();
    const link = readLink();
    if (link !== null && this.viewParts) return this.#openLink(this.viewParts, link, kept);
    if (kept === null) return this.#openId(scene ?? entries[0].id, more);
    return this.#try('This scene cannot be opened: ', async (isLatest) => (await this.keeper()).open(kept, scene, isLatest));
  }

  /** A scene of the list, or one that is kept, by a person's choice: one step in the history. */
  open(scene: string | null, kept: string | null = null): Promise<boolean> {
    pushScene(scene, kept);
    return this.openFromUrl();
  }

  /** A scene of a person's own that has a floor and nothing else yet. */
  openNew(): Promise<boolean> {
    return this.#try('No new scene: ', async (isLatest) => (await this.keeper()).openNew(isLatest));
  }

  /** A scene from elsewhere: the console. */
  openOther(scene: unknown): Promise<boolean> {
    return this.#load(Promise.resolve(scene), 'The scene was refused: ', null);
  }

  /** A scene or a run as JSON: a file. It is read where the engine runs. */
  openFile(file: Blob, name: string): Promise<boolean> {
    const figure = this.#figure;
    return this.#try(`“${name}” was refused: `, async (isLatest) => {
      const document = await figure.simulation.read(file);
      if (isForeign(document)) throw new SceneError('it is no scene of Tumble, which has "tumble": 1.');
      const isRecorded = isRun(document);
      let problem: string | null = null;
      if (isRecorded) {
        problem = await (await import('./run-opener')).openRun(figure, document, isLatest);
        if (problem === null) return false;
      } else if (!(await figure.load(Promise.resolve(document), isLatest))) return false;
      const keeper = await this.keeper().catch(() => null); // without a network it is opened all the same
      if (!isLatest()) return false;
      const kept = keeper?.holdOpened() ?? null;
      pushScene(null, kept);
      this.begin(null, kept, { mayPlay: !isRecorded });
      if (isRecorded && this.viewParts) await this.#showViewOf(this.viewParts, document);
      if (!isLatest()) return false;
      if (problem) figure.notices.show('scene', { text: `“${name}”: ${problem}` });
      return true;
    });
  }

  /** A scene as JSON from a page around this one. Rejects with the sentence when it is refused. */
  openText(text: string): Promise<boolean> {
    return this.#open(this.#figure.simulation.read(text), null);
  }

  /** The loaded scene begins. */
  begin(
    scene: string | null,
    kept: string | null = null,
    { mayPlay = true, isChanged = false, isElsewhere = false }: BeginOptions = {},
  ): void {
    const plays = mayPlay && !readUrl().isPaused;
    const text = this.#figure.begin({
      plays: plays && !reducedMotion.matches,
      still: plays && kept === null && !isChanged ? stillOf(scene) : 0,
      illustration: fetchIllustration(scene),
    });
    this.present = { text, scene, isOwn: scene === null || kept !== null || isChanged, kept };
    this.#isElsewhere = isElsewhere;
    this.opened.emit(this.present);
  }

  // An undo or redo brought back another opening of a scene.
  #resume(): void {
    const { origin } = this.#figure.simulation;
    const known = origin ? this.#openings.get(origin) : undefined;
    if (!known || origin === this.#origin) {
      this.#origin = origin;
      return;
    }
    this.#origin = origin;
    const text = this.#figure.resume(fetchIllustration(known.scene));
    this.present = { ...known, text };
    pushScene(known.scene, known.kept);
    this.opened.emit(this.present);
  }

  /** There is no such scene: why. */
  showMissing(text: string): void {
    this.#figure.notices.showCard(
      'No such scene',
      text,
      actionButton({ label: 'Show all scenes', run: () => this.listAsked.emit() }),
      actionButton({ label: `Open “${entries[0].title}”`, run: () => void this.open(entries[0].id) }),
    );
  }

  // What a file says of the picture.
  async #showViewOf(parts: ViewParts, { view }: { readonly view?: LinkView }): Promise<void> {
    if (!view) return;
    const { goOn, showView } = await import('./link-view');
    await showView(parts, view);
    if (view.playing === true) goOn(parts);
  }

  async #openLeft(parts: ViewParts, text: string, isReload: boolean): Promise<boolean> {
    return this.#openWith(readUrl().kept, async (isLatest) => {
      const [{ leftRunOf }, { openDecoded }] = await Promise.all([import('./left-run'), import('./link-opener')]);
      const link = leftRunOf(text, isReload);
      return link && (await openDecoded(parts, this, link, isLatest, true)) ? link : null;
    });
  }

  // An edited scene that this browser keeps has its versions beside the link.
  #openLink(parts: ViewParts, text: string, kept: string | null): Promise<boolean> {
    return this.#openWith(kept, async (isLatest) => (await import('./link-opener')).openLink(parts, this, text, isLatest));
  }

  #openWith(kept: string | null, open: (isLatest: () => boolean) => Promise<DecodedLink | null>): Promise<boolean> {
    return this.#try('This link cannot be opened: ', async (isLatest) => {
      const link = await open(isLatest);
      if (!link) return false;
      if (kept !== null) (await this.keeper()).adopt(kept, link.gallery);
      else if (link.gallery !== readUrl().scene) replaceScene(link.gallery, true);
      return true;
    });
  }

  // `more`: what the address says beside the scene.
  async #openId(id: string, more: URLSearchParams | null): Promise<boolean> {
    const prefix = 'This scene cannot be opened: ';
    const parts = this.viewParts;
    if (isKnown(id) && more && parts)
      return this.#try(prefix, async (isLatest) => (await import('./readable-opener')).openReadable(parts, this, id, more, isLatest));
    if (isKnown(id)) return this.#load(fetchScene(id), prefix, id);
    this.#figure.requests.begin();
    this.showMissing(
      `The address asks for the scene “${id.slice(0, 60)}”, which is not in the list. The link may be damaged or from another version.`,
    );
    return false;
  }

  #load(fetched: Promise<unknown>, prefix: string, id: string | null): Promise<boolean> {
    return this.#try(prefix, (isLatest) => this.#open(fetched, id, isLatest));
  }

  async #open(fetched: Promise<unknown>, id: string | null, isLatest?: () => boolean): Promise<boolean> {
    if (!(await this.#figure.load(fetched, isLatest))) return false;
    if (id === null) pushScene(null);
    this.begin(id);
    return true;
  }

  // False when it was refused (a notice says why), or another one was requested meanwhile.
  async #try(prefix: string, work: (isLatest: () => boolean) => Promise<boolean>): Promise<boolean> {
    const isLatest = this.#figure.requests.begin();
    this.isOpening = true;
    this.#isElsewhere = false;
    try {
      return await work(isLatest);
    } catch (error) {
      if (isLatest()) this.#figure.notices.show('scene', { text: prefix + sentenceOf(error) });
      return false;
    } finally {
      if (isLatest()) {
        this.isOpening = false;
        this.settled.emit();
        if (this.#isElsewhere) this.elsewhere.emit();
      }
    }
  }
}
