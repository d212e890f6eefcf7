// The panels of numbers and of the laboratory: each loads when it is first opened, and gets frames, worlds and the selection from then on.
import { find } from '../dom/elements';
import type { Figure } from '../figure/figure';
import type { JointQuantity } from '../instruments/plot-names';
import type { Inspector } from '../laboratory/inspector';
import type { LabPageName, LabPanel } from '../laboratory/lab-panel';
import { sentenceOf } from '../simulation/problems';
import type { Panels } from './panels';
import type { SceneOpener } from './scene-opener';
import { readUrl } from './url-state';

export class Laboratory {
  readonly #figure: Figure;
  readonly #panels: Panels;
  readonly #scenes: SceneOpener;
  readonly #signal: AbortSignal;
  #loading: Promise<void> | null = null;
  #inspector: Inspector | null = null;
  #openingLab: Promise<LabPanel> | null = null;
  #lab: LabPanel | null = null;
  #hasOpened = false; // numbers that the scene on display opened

  constructor(figure: Figure, panels: Panels, scenes: SceneOpener, signal: AbortSignal) {
    this.#figure = figure;
    this.#panels = panels;
    this.#scenes = scenes;
    this.#signal = signal;
    const { actions, selection } = figure;
    find('body-previous').addEventListener('click', () => selection.selectNext(-1), { signal });
    find('body-next').addEventListener('click', () => selection.selectNext(1), { signal });
    this.#switchNames();
    panels.opened.on((name) => {
      if (name === 'numbers') {
        this.#hasOpened = false;
        this.#selectFirst();
        void this.#load().then(() => this.#inspector?.unfold(figure.opening.show.numbers ?? []));
      }
      if (name === 'lab') void this.#loadLab().then((lab) => lab.open());
    });
    panels.shown.on(() => {
      if (!panels.isOpen('lab')) this.#lab?.close();
      this.#watch();
    });
    selection.changed.on(({ body, isChosen }) => {
      if (body) void this.#load();
      this.#inspector?.select(body);
      this.#lab?.select(body, isChosen);
      this.#watch();
    });
    figure.worlds.on(({ info, change }) => {
      if (change === 'scene') {
        this.#restartMeters();
        this.#openNumbers();
        this.#selectFirst();
      }
      this.#lab?.setWorld(info, change);
    });
    figure.shown.on((frame) => {
      const now = performance.now();
      if (panels.isOpen('numbers')) this.#inspector?.showFrame(frame, now, figure.stepsPerSecond);
      this.#lab?.showFrame(frame, now);
    });
    // Conserved quantities have a new reference.
    figure.revised.on(() => this.#restartMeters());
    actions.restarted.on(() => this.#restartMeters());
    actions.commanded.on(({ type }) => type === 'impulse' && this.#restartMeters());
  }

  // The scene may bring its numbers along; they go with it, if nobody did anything about them.
  #openNumbers(): void {
    const panels = this.#panels;
    const sections = this.#figure.opening.show.numbers ?? [];
    const isWanted = sections.length > 0 && !panels.isNarrow && !readUrl().isEmbed;
    if (isWanted && !panels.isOpen('numbers')) {
      panels.open('numbers', false);
      this.#hasOpened = true;
    } else if (!isWanted && this.#hasOpened && panels.isOpen('numbers')) panels.close('numbers');
    if (!isWanted) this.#hasOpened = false;
    this.#inspector?.unfold(sections);
  }

  // Open numbers are those of a body.
  #selectFirst(): void {
    const { selection, simulation } = this.#figure;
    if (selection.body || !this.#panels.isOpen('numbers')) return;
    const first = simulation.info?.bodies.find(({ type }) => type !== 'static');
    if (first) selection.show(first, null);
  }

  /** The page that is open; null: none, or not yet. */
  get page(): LabPageName | null {
    return this.#panels.isOpen('lab') ? (this.#lab?.shown ?? null) : null;
  }

  /** What is plotted, where it is not what the scene begins with. */
  get plots(): LabPanel['plots']['others'] {
    return this.#lab?.plots.others ?? null;
  }

  async open(page: LabPageName): Promise<void> {
    (await this.#loadLab()).open(page);
  }

  async showPlots(plots: Parameters<LabPanel['plots']['showOnly']>[0]): Promise<void> {
    (await this.#loadLab()).plots.showOnly(plots);
  }

  #restartMeters(): void {
    this.#inspector?.restartMeters();
  }

  // The scene says whether names are on at first.
  #switchNames(): void {
    const names = this.#figure.viewer?.names;
    if (!names) return;
    const box = find<HTMLInputElement>('names');
    names.switched.on((isOn) => (box.checked = isOn));
    box.checked = names.isOn; // a reload keeps boxes as they were
    box.addEventListener('change', () => (names.isOn = box.checked), { signal: this.#signal });
  }

  /** Opens the page of plots with a quantity: of a body, or of the selected one. */
  async plot(quantity: string, of?: number): Promise<void> {
    (await this.#openPlots()).add(quantity, of);
  }

  /** Opens the page of plots with a quantity of a joint, which is named by its index. */
  async plotOfJoint(quantity: JointQuantity, index: number): Promise<void> {
    (await this.#openPlots()).addOfJoint(quantity, index);
  }

  async #openPlots(): Promise<LabPanel['plots']> {
    if (!this.#panels.isOpen('lab')) this.#panels.open('lab', false);
    const lab = await this.#loadLab();
    lab.open('plots' satisfies LabPageName);
    return lab.plots;
  }

  #load(): Promise<void> {
    const figure = this.#figure;
    // The switches of the panel act on the marks: they come together.
    this.#loading ??= Promise.all([import('../laboratory/inspector'), figure.marks.load()]).then(
      ([{ Inspector: Panel }]) => {
        const inspector = new Panel(figure, this.#signal);
        inspector.plots.on((quantity) => void this.plot(quantity));
        inspector.select(figure.selection.body);
        this.#inspector = inspector;
        figure.wake();
      },
      (error: unknown) => {
        this.#loading = null; // a network may come back
        figure.notices.refuse(sentenceOf(error));
        throw error;
      },
    );
    return this.#loading;
  }

  #loadLab(): Promise<LabPanel> {
    this.#openingLab ??= import('../laboratory/lab-panel').then(
      ({ LabPanel: Panel }) => {
        this.#lab = new Panel({
          figure: this.#figure,
          edited: () =>
            void this.#scenes.keeper().then(
              (keeper) => keeper.keep(),
              () => {},
            ), // without a network it lasts as long as the page
          signal: this.#signal,
        });
        return this.#lab;
      },
      (error: unknown) => {
        this.#openingLab = null;
        this.#panels.close('lab'); // it is empty
        this.#figure.notices.refuse(sentenceOf(error));
        throw error;
      },
    );
    return this.#openingLab;
  }

  // The numbers of the selected body need more than its state.
  #watch(): void {
    this.#figure.watches.set('numbers', { details: this.#panels.isOpen('numbers') && this.#figure.selection.body !== null });
  }
}
