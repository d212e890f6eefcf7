// The page: a frame around a figure. It joins the figure with gallery, panels, keys, heading and address; each of them knows only itself,
// the connections between them are here.
import { find } from '../dom/elements';
import { takeDecimalCommas } from '../dom/decimal-comma';
import type { Figure } from '../figure/figure';
import { AddressKeeper } from './address-keeper';
import { FileDrop } from './file-drop';
import { hasKept } from './browser-storage';
import type { Gallery } from './gallery';
import type { CheckLine } from './check-line';
import { Help } from './help';
import { Laboratory } from './laboratory';
import type { Panels } from './panels';
import { showHeading } from './scene-heading';
import { entries, entryOf, neighbourOf } from '../catalog/scene-library';
import { SceneOpener, type Opened } from './scene-opener';
import { Share } from './share';
import { listenForHeldKeys, listenForShortcuts, listenForUndo } from './shortcuts';
import { showTooltips } from './tooltips';
import { readUrl, replacePaused } from './url-state';

const kDigits = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export class App {
  readonly figure: Figure;
  readonly scenes: SceneOpener;
  readonly share: Share;
  readonly #end: AbortController;
  readonly #panels: Panels;
  readonly #gallery: Gallery;
  readonly #laboratory: Laboratory;
  #tag: Promise<unknown> | null = null;
  #checks: CheckLine | null = null;

  constructor(figure: Figure, panels: Panels, gallery: Gallery, end: AbortController) {
    this.figure = figure;
    this.#end = end;
    this.#panels = panels;
    this.#gallery = gallery;
    this.scenes = new SceneOpener(figure, end.signal);
    this.#laboratory = new Laboratory(figure, panels, this.scenes, end.signal);
    this.scenes.viewParts = { figure, panels, laboratory: this.#laboratory };
    this.share = new Share(this.scenes.viewParts, this.scenes, end.signal);
    if (!readUrl().isEmbed) new AddressKeeper(this.scenes.viewParts, this.scenes, end.signal);
    this.#joinFigure();
    this.#joinPage(end.signal);
  }

  /** A scene of the list. True when it is open. */
  openScene(id: string): Promise<boolean> {
    return this.scenes.open(id);
  }

  dispose(): void {
    this.#end.abort();
    this.figure.dispose();
  }

  #joinFigure(): void {
    const { actions, notices, picture, selection, simulation } = this.figure;
    actions.played.on((isPlaying) => replacePaused(!isPlaying));
    actions.stepped.on(() => replacePaused(true));
    actions.travelled.on(() => replacePaused(!this.figure.time.isPlaying));
    selection.changed.on(({ body, isChosen }) => body && isChosen && this.#showNumbers());
    picture.lost.on(() =>
      notices.show('picture', {
        text: 'The picture has not come back.',
        action: { label: 'Reload the page', run: () => location.reload() },
      }),
    );
    simulation.onFailed(({ message, recovered }) => {
      if (!recovered)
        notices.show('engine', { text: message, action: { label: 'Open the first scene', run: () => void this.openScene(entries[0].id) } });
    });
  }

  async #openNew(): Promise<void> {
    if (!(await this.scenes.openNew())) return;
    await this.#laboratory.open('scene');
    this.#panels.open('lab');
  }

  // In a small frame the panel would cover the picture.
  #showNumbers(): void {
    if (readUrl().isEmbed && this.#panels.isNarrow)
      this.#tag ??= import('../figure/body-tag').then(({ BodyTag }) => new BodyTag(find('figure'), this.figure));
    else this.#panels.open('numbers', false);
  }

  #joinPage(signal: AbortSignal): void {
    const { figure, scenes } = this;
    const files = new FileDrop(signal);
    this.#panels.changed.on(() => figure.picture.fit());
    this.#gallery.chosen.on((id) => void this.openScene(id));
    scenes.opened.on((opened) => this.#showOpened(opened));
    scenes.edited.on((opened) => this.#showOpened(opened));
    if (hasKept() && !readUrl().isEmbed) scenes.keeper().catch(() => {}); // the list "Yours" can wait
    find('new-scene').addEventListener('click', () => void this.#openNew(), { signal });
    scenes.listAsked.on(() => this.#panels.open('gallery'));
    files.dropped.on(({ file, name }) => void scenes.openFile(file, name));
    files.refused.on((text) => figure.notices.show('scene', { text }));
    listenForHeldKeys(this.figure.opening, signal);
    listenForShortcuts(this.#keys(signal), signal);
    listenForUndo((by) => void figure.actions.exchange(by), signal);
    showTooltips(signal);
    takeDecimalCommas('[type=number]', signal);
  }

  #keys(signal: AbortSignal): Record<string, () => unknown> {
    const { actions, selection, time, tools, viewer } = this.figure;
    const keys = {
      ' ': () => time.toggle(),
      '.': () => time.step(),
      ',': () => time.stepBack(),
      r: () => actions.reset(),
      Escape: () => viewer?.pointerTools.cancel() || selection.select(null),
    };
    if (readUrl().isEmbed) return keys; // the figure stays that of the page around
    const help = new Help(signal);
    help.failed.on((text) => this.figure.notices.refuse(text));
    const openNext = (by: 1 | -1): unknown => this.openScene(neighbourOf(readUrl().scene ?? entries[0].id, by));
    return {
      ...keys,
      '[': () => time.faster(-1),
      ']': () => time.faster(1),
      '0': () => time.faster(0),
      ...Object.fromEntries(kDigits.map((digit) => [digit, () => entries[digit - 1] && this.openScene(entries[digit - 1]!.id)])),
      j: () => openNext(1),
      k: () => openNext(-1),
      g: () => {
        this.#panels.toggle('gallery');
        if (this.#panels.isOpen('gallery')) this.#gallery.focus();
      },
      i: () => this.#panels.toggle('numbers'),
      l: () => this.#panels.toggle('lab'),
      s: () => void this.share.open(),
      t: () => tools.toggle(),
      '?': () => help.open(),
    };
  }

  #showOpened({ text, scene, isOwn }: Opened): void {
    const id = isOwn ? null : scene;
    showHeading(text, id);
    void this.#showChecks(id);
    this.#gallery.mark(id);
    if (this.#panels.isNarrow && this.#panels.isOpen('gallery')) this.#panels.close('gallery');
    this.#panels.changed.emit(); // the heading has another height
  }

  // Live numbers to check. Those of an edited scene are its own.
  async #showChecks(id: string | null): Promise<void> {
    this.#checks?.close();
    if (!entryOf(id)?.checked || readUrl().isEmbed) return;
    const isLatest = (): boolean => this.scenes.present?.scene === id && !this.scenes.present?.isOwn;
    if (!this.#checks) {
      const { CheckLine: Line } = await import('./check-line');
      this.#checks ??= new Line(this.figure, this.#panels, this.#laboratory);
    }
    if (isLatest()) this.#checks.open(id!);
  }
}
