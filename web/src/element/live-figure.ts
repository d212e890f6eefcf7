// A figure that runs inside an element: opened by what the attributes name or by what was on display before it froze, driven by the element's methods.
// It loads with the first figure of the page that is seen.
import figureMarkup from '../figure/figure.html?raw';
import figureStyles from 'virtual:figure-styles';
import { part } from '../dom/elements';
import { Figure } from '../figure/figure';
import { fetchOverlay } from '../figure/marks';
import { fetchReader } from '../figure/opening-view';
import { presentFigureView, showFigureView } from '../figure/figure-view';
import { encodeLink } from '../links/codec';
import { LinkError, type LinkView } from '../links/link';
import { kVersion } from '../links/version';
import { fetchScene, fetchSceneText, isKnown } from '../catalog/scene-library';
import { Simulation } from '../simulation/client';
import { SceneError, sentenceOf } from '../simulation/problems';
import type { Command, Frame } from '../simulation/protocol';
import { presentRun } from '../simulation/run-file';
import { pathOf, valueAt, withValue } from '../simulation/scene-path';
import type { Emitter } from '../simulation/emitter';
import type { Insets } from '../viewer/orbit-camera';
import { SharedRenderer } from '../viewer/shared-renderer';
import { setTranslator, type Translate } from '../words/translate';
import { translateMarkup } from '../words/translate-markup';
import type { TumbleCommand, TumblePush, TumbleStand } from './api';
import type { Lockstep, Ticket } from './lockstep';
import { readOpening, type Opening } from './opening';
import type { AttributeName, SceneOptions } from './options';
import { isQuantity, quantityOf, type Quantity } from './quantities-of';
import { inTurn, leaveSeat, takeSeat } from './seats';
import type { Shell } from './shell';

export type Signal =
  | { readonly type: 'step' | 'end' }
  | { readonly type: 'push'; readonly body: string; readonly impulse: readonly [number, number, number] }
  | { readonly type: 'impact'; readonly impacts: readonly { step: number; impulse: number }[] }
  | { readonly type: 'change'; readonly what: string }
  | { readonly type: 'error'; readonly message: string };

export type Theme = { isDark: boolean; readonly changed: Emitter<void> };

/** What a figure needs to go on later where it stands. */
export type Frozen = Opening & { readonly plays: boolean /** The step where it pauses. */; readonly until: number | null };

export type Host = {
  readonly shell: Shell;
  readonly options: SceneOptions;
  /** JSON inside the element. */
  readonly inline: string | null;
  readonly theme: Theme;
  /** Stands for the figures that are on one clock with it; null: it is on its own. */
  readonly group: object | null;
  /** It is the first of them: it alone sees to where the run ends. */
  readonly leads: () => boolean;
  /** The language of the page, as it names it, and what translates into it, or into English. */
  readonly lang: string;
  readonly translate: Translate;
  readonly announce: (signal: Signal) => void;
};

const reducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const kMostBeside = 0.45; // of the width: what covers more leaves the bodies too little beside it

// The bar of time lies over the picture, and energies do.
function coveredIn(root: HTMLElement): Insets {
  const [stage, time] = ['stage', 'time'].map((name) => part(root, name).getBoundingClientRect()) as [DOMRect, DOMRect];
  const bars = root.querySelector('.energy-bars')?.getBoundingClientRect();
  const left = bars && bars.width > 0 ? bars.right - stage.left : 0;
  return {
    left: left < kMostBeside * stage.width ? left : 0,
    top: 0,
    right: 0,
    bottom: time.height > 0 ? Math.max(0, stage.bottom - time.top) : 0,
  };
}

let renderer: SharedRenderer | null | undefined; // null: this browser gives no WebGL 2
let sheet: CSSStyleSheet | null = null;

function sharedRenderer(): SharedRenderer | undefined {
  try {
    renderer ??= renderer === undefined ? new SharedRenderer() : null;
  } catch {
    renderer = null;
  }
  return renderer ?? undefined;
}

function styles(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(figureStyles);
  }
  return sheet;
}

// What nearly every scene asks for, which would come one after the other.
function fetchParts(): void {
  for (const coming of [fetchReader(), fetchOverlay()]) coming.catch(() => {});
}

// Two frames of the page: the first shows what was drawn, the second comes after it.
const displayed = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 500); // nothing is displayed in a hidden tab
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      }),
    );
  });

export const saidOf = (error: unknown): string => (error instanceof LinkError ? error.message : sentenceOf(error));

export class LiveFigure {
  readonly figure: Figure;
  readonly #root: HTMLElement;
  readonly #host: Host;
  readonly #opening: Opening;
  readonly #end = new AbortController();
  readonly #lockstep: Lockstep | null;
  readonly #ticket: Ticket | null;
  #options: SceneOptions;
  #isReady = false;
  #lastStep = -1;
  #until: number | null = null; // where it pauses, once

  /** Opens the figure; `before`: what was on display. Null where it was not wanted any more. Rejects with what saidOf makes a sentence of. */
  static async open(host: Host, before: Frozen | null, isWanted: () => boolean): Promise<LiveFigure | null> {
    const lockstep = host.group && (await import('./lockstep')).Lockstep.of(host.group);
    const ticket = lockstep ? await lockstep.enter() : await takeSeat().then(() => null);
    const open = async (): Promise<unknown> => (isWanted() ? LiveFigure.#openIn(host, before, isWanted, ticket) : null);
    const live = await (ticket ? open() : inTurn(open)).catch((error: unknown) => error); // those of a group come together
    if (live instanceof LiveFigure) return live;
    if (lockstep && ticket) lockstep.exit(ticket);
    else leaveSeat();
    if (live !== null && isWanted()) throw live;
    return null;
  }

  static async #openIn(host: Host, before: Frozen | null, isWanted: () => boolean, ticket: Ticket | null): Promise<LiveFigure | null> {
    const { shell, options, theme, translate } = host;
    shell.addStyles(styles());
    const root = shell.mount();
    root.innerHTML = figureMarkup;
    root.querySelector('[data-part=time]')!.setAttribute('role', 'group'); // a landmark for each figure of a page would be many of one name
    setTranslator(root, translate);
    translateMarkup(root, translate);
    let figure: Figure | null = null;
    try {
      // The renderer keeps the page for long: what comes from elsewhere is on its way before.
      const starting = Simulation.start(ticket ? { connect: ticket.connect } : {});
      if (!before && options.scene !== null) void fetchScene(options.scene).catch(() => {});
      fetchParts();
      await new Promise((resolve) => setTimeout(resolve));
      const renderer = sharedRenderer();
      figure = await Figure.create(root, starting, {
        isEmbedded: true,
        insets: () => coveredIn(root),
        allows: options.allow,
        theme,
        ...(renderer && { renderer }),
      });
      const opening = before ?? (await readOpening(options, host.inline, figure.simulation, translate));
      // Scenes of the gallery are English; those of an author are in the language of the page, as far as anybody knows.
      figure.sceneLang = opening.gallery === null ? host.lang : 'en';
      part(root, 'controls').lang = figure.sceneLang;
      const live = new LiveFigure(root, figure, host, opening, ticket);
      await live.#begin(before);
      if (isWanted()) return live;
    } catch (error) {
      LiveFigure.#close(root, figure);
      throw error;
    }
    LiveFigure.#close(root, figure);
    return null;
  }

  static #close(root: HTMLElement, figure: Figure | null): void {
    figure?.dispose();
    for (const radio of root.querySelectorAll<HTMLInputElement>('input[type=radio]')) radio.name = ''; // Chromium keeps groups of what is gone
    root.remove();
  }

  private constructor(root: HTMLElement, figure: Figure, host: Host, opening: Opening, ticket: Ticket | null) {
    this.#root = root;
    this.figure = figure;
    this.#host = host;
    this.#options = host.options;
    this.#opening = opening;
    this.#lockstep = ticket?.lockstep ?? null;
    this.#ticket = ticket;
  }

  async #begin(before: Frozen | null): Promise<void> {
    const { figure } = this;
    const options = this.#options;
    const { scene, log, step, hash, view, illustration, still } = this.#opening;
    const { simulation } = figure;
    const mayPlay = !options.paused && options.autoplay !== 'no' && !reducedMotion() && (options.link === null || view.playing === true);
    const plays = before ? before.plays : mayPlay;
    const stands =
      before || plays || options.link !== null ? Math.max(step, options.start) : (options.step ?? (options.paused ? options.start : still));
    simulation.pause(); // a step between load and seek would be one too many
    if (!(await figure.load(Promise.resolve(scene), undefined, log))) return;
    if (options.rate !== null && !before) figure.time.setRate(options.rate);
    const at = stands > 0 ? await simulation.seek(stands) : null;
    if (hash !== null && at?.step === step && at.hash !== hash) {
      const text = this.#host.translate('The state at step {step} is not the one that the link names.', { step });
      figure.notices.show('proof', { text });
      this.#host.announce({ type: 'error', message: text });
    }
    figure.begin({ plays: false, still: 0, illustration });
    figure.time.firstStep = stands;
    this.#describe(options.alt);
    this.#listen();
    await showFigureView(figure, { ...(before ? {} : this.#viewOf(options)), ...view });
    this.#isReady = true;
    if (this.#lockstep && this.#ticket) {
      await this.#lockstep.join(this.#ticket, figure, plays);
      if (plays) this.#until = before?.until ?? null;
    } else if (plays) this.playOn(before?.until ?? null);
    this.figure.viewer?.redraw();
    this.#host.shell.uncover();
    await displayed();
  }

  #describe(alt: string | null): void {
    if (alt !== null) this.#root.querySelector('canvas.picture')?.setAttribute('aria-description', alt);
  }

  #viewOf({ select, show, camera }: SceneOptions): LinkView {
    const body = select === null ? undefined : this.bodyOf(select);
    return {
      ...(body !== undefined && { selected: body }),
      ...(show && { marks: show, allBodies: body === undefined && this.figure.selection.body === null }),
      ...(camera && { camera }),
    };
  }

  // ---- what is told to the page around ----

  #listen(): void {
    const { figure } = this;
    const { simulation, actions } = figure;
    const { announce } = this.#host;
    const { signal } = this.#end;
    figure.shown.on((frame) => this.#showFrame(frame));
    simulation.onAccepted(({ command }) => {
      const { type, body, impulse } = command;
      if (type === 'drag') return; // one of many
      if (type === 'impulse') {
        const name = figure.selection.find(body as number)?.name ?? String(body);
        announce({ type: 'push', body: name, impulse: impulse as [number, number, number] });
      }
      announce({ type: 'change', what: type });
    });
    actions.restarted.on(() => {
      announce({ type: 'change', what: 'reset' });
      if (this.#options.start > 0) void simulation.seek(this.#options.start).catch(() => {});
    });
    actions.travelled.on(() => (this.#until = null));
    actions.exchanged.on(({ by }) => announce({ type: 'change', what: by < 0 ? 'undo' : 'redo' }));
    figure.revised.on(() => announce({ type: 'change', what: 'scene' }));
    simulation.onFailed(({ message }) => announce({ type: 'error', message }));
    this.#root.addEventListener('keydown', (event) => this.#key(event), { signal });
    // Before the picture, whose camera arrow keys move.
    for (const type of ['keydown', 'keyup'] as const)
      this.#root.addEventListener(type, (event) => this.#holdKey(event, type === 'keydown'), { signal, capture: true });
    this.#root.addEventListener('focusout', () => this.figure.opening.releaseKeys(), { signal });
  }

  #showFrame(frame: Frame): void {
    if (!this.#isReady) return;
    const [{ announce }, options] = [this.#host, this.#options];
    const isOn = frame.step !== this.#lastStep;
    this.#lastStep = frame.step;
    const impacts: { step: number; impulse: number }[] = [];
    for (let at = 0; at + 1 < (frame.impactPeaks?.length ?? 0); at += 2)
      impacts.push({ step: frame.impactPeaks![at]!, impulse: frame.impactPeaks![at + 1]! });
    if (impacts.length > 0) announce({ type: 'impact', impacts });
    if (isOn) announce({ type: 'step' });
    const end = this.#until ?? (this.#host.leads() ? options.end : null);
    if (end !== null && frame.playing && frame.step >= end) void this.#reachEnd(end);
  }

  async #reachEnd(step: number): Promise<void> {
    const [{ announce }, options] = [this.#host, this.#options];
    const isOnce = this.#until !== null;
    this.setPlaying(false);
    await this.figure.actions.seek(step);
    announce({ type: 'end' });
    if (isOnce || !options.loop) return;
    await this.figure.actions.seek(options.start);
    this.setPlaying(true);
  }

  // Of the whole figure, where no control uses them itself. (The picture has its own: figure.html.)
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as Element;
    if (target.matches('button, input, select, textarea, summary, [role=slider]')) return;
    const { time, actions, selection, viewer } = this.figure;
    const keys: Record<string, () => unknown> = {
      ' ': () => time.toggle(),
      '.': () => time.step(),
      ',': () => time.stepBack(),
      r: () => actions.reset(),
      Escape: () => viewer?.pointerTools.cancel() || selection.select(null),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // Keys that the scene gives a meaning.
  #holdKey(event: KeyboardEvent, isDown: boolean): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (isDown && (event.target as Element).matches('input, select, textarea, [role=slider]')) return;
    if (this.figure.opening.key(event.key.length === 1 ? event.key.toLowerCase() : event.key, isDown)) event.preventDefault();
  }

  // ---- what the page around asks for ----

  /** An attribute has changed. */
  follow(options: SceneOptions, name: AttributeName): void {
    const { figure } = this;
    this.#options = options;
    if (name === 'rate') figure.time.setRate(options.rate ?? 1);
    else if (name === 'paused') this.setPlaying(!options.paused);
    else if (name === 'alt') this.#describe(options.alt);
    else if (name === 'select' && options.select === null) figure.selection.select(null);
    else if (name === 'select' || name === 'show' || name === 'camera') this.#applyView(options);
  }

  // A body that is not there is told.
  #applyView(options: SceneOptions): void {
    try {
      void showFigureView(this.figure, this.#viewOf(options));
    } catch (error) {
      this.#host.announce({ type: 'error', message: saidOf(error) });
    }
  }

  /** The keyboard goes to the picture. */
  focus(): void {
    this.#root.querySelector<HTMLElement>('canvas.picture')?.focus({ preventScroll: true });
  }

  /** Plays on; to a step, if one is given. */
  playOn(until: number | null): void {
    const isAhead = until === null || until > this.figure.simulation.run.step;
    this.setPlaying(isAhead);
    if (isAhead) this.#until = until;
  }

  setPlaying(isPlaying: boolean): void {
    this.#until = null;
    this.figure.time.setPlaying(isPlaying);
    this.figure.actions.setPlaying(isPlaying);
  }

  stand(): Promise<TumbleStand> {
    return this.figure.simulation.stand();
  }

  /** Pauses. */
  async hold(): Promise<TumbleStand> {
    this.setPlaying(false);
    await this.#lockstep?.settled();
    return this.stand();
  }

  // Where it stands now, the others of its group stand too.
  async #lead<Stand>(stands: Stand): Promise<Stand> {
    if (this.#ticket) await this.#lockstep?.lead(this.#ticket);
    return stands;
  }

  async step(count: number): Promise<TumbleStand> {
    this.figure.time.setPlaying(false);
    const stands = await this.figure.simulation.step(count);
    this.figure.wake();
    return this.#lead(stands);
  }

  async seek(step: number): Promise<TumbleStand> {
    this.figure.time.setPlaying(false);
    const stands = await this.figure.simulation.seek(step);
    this.figure.wake();
    return this.#lead(stands);
  }

  async reset(): Promise<TumbleStand> {
    this.setPlaying(false);
    await this.figure.actions.reset();
    await this.#lead(null);
    return this.stand();
  }

  push({ body, impulse, point }: TumblePush): Promise<number> {
    return this.command({ type: 'impulse', body, impulse, ...(point && { point }) });
  }

  async command(command: TumbleCommand): Promise<number> {
    const named = Object.entries(command).map(([key, value]) => [key, isBodyKey(key) ? this.bodyOf(value) : value]);
    const at = await this.figure.simulation.command(Object.fromEntries(named) as Command);
    this.figure.wake();
    return at;
  }

  /** The id of a body by its name, or an id as it is. Throws with a sentence. */
  bodyOf(reference: unknown): number {
    if (typeof reference === 'number') return reference;
    const bodies = this.figure.simulation.info?.bodies ?? [];
    const found = bodies.find(({ name }) => name === reference);
    if (!found) {
      const name = String(reference).slice(0, 60);
      throw new SceneError(this.#host.translate('There is no body “{name}” in this figure.', { name }));
    }
    return found.id;
  }

  /** The number or vector with its unit, at the newest step. Rejects with a sentence. */
  async quantity(path: string): Promise<Quantity> {
    await this.renew();
    return quantityOf(path, this.figure);
  }

  /** A frame with what quantities need, of after all that was asked for. */
  async renew(): Promise<void> {
    this.figure.watches.set('element', { details: true, jointStates: true });
    await this.#freshFrame();
  }

  // Asked for after all that was asked for before.
  async #freshFrame(): Promise<void> {
    const { simulation } = this.figure;
    const next = (): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(end, 1000); // the engine has died
        const off = simulation.onFrame(end);
        function end(): void {
          clearTimeout(timer);
          off();
          resolve();
        }
      });
    const asked = simulation.requestFrame(performance.now());
    await next();
    if (asked) return;
    simulation.requestFrame(performance.now());
    await next();
  }

  async get(path: string): Promise<unknown> {
    return isQuantity(path, this.figure) ? (await this.quantity(path)).value : this.#valueAt(path);
  }

  /** A quantity or a value of the scene as it is in the newest frame; null until that has come. Throws with a sentence. */
  reading(path: string): { readonly value: unknown; readonly unit: string } | null {
    const { figure } = this;
    if (!isQuantity(path, figure)) return { value: this.#valueAt(path), unit: '' };
    return figure.simulation.frame?.details ? quantityOf(path, figure) : null;
  }

  #valueAt(path: string): unknown {
    const { scene } = this.figure.simulation;
    const place = pathOf(path, scene);
    const value = place && valueAt(scene, place);
    if (value === undefined || value === null) {
      throw new SceneError(this.#host.translate('The scene says nothing at “{path}”.', { path: path.slice(0, 80) }));
    }
    return value;
  }

  async set(path: string, value: unknown): Promise<void> {
    const { simulation } = this.figure;
    const place = pathOf(path, simulation.scene);
    if (!place) throw new SceneError(this.#host.translate('“{path}” is no place in the scene.', { path: path.slice(0, 80) }));
    await this.figure.revise(withValue(simulation.scene, place, value));
    this.figure.wake();
  }

  async link(home: string): Promise<string> {
    const { figure } = this;
    const link = { gallery: this.#opening.gallery, ...(await presentRun(figure.simulation)), view: presentFigureView(figure) };
    const text = await encodeLink(link, kVersion, (id) => (isKnown(id) ? fetchSceneText(id) : null));
    return `${home}#${text}`;
  }

  async toBlob(): Promise<Blob> {
    const { viewer } = this.figure;
    const canvas = this.#root.querySelector<HTMLCanvasElement>('canvas.picture');
    if (!viewer || !canvas) throw new SceneError(this.#host.translate('This browser gives the page no WebGL 2, so there is no picture.'));
    viewer.redraw();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new SceneError(this.#host.translate('The picture could not be made.'));
    return blob;
  }

  /** Ends it, and gives what it needs to go on. */
  freeze(): Frozen | null {
    const { simulation } = this.figure;
    const { log, base, run } = simulation;
    const frozen: Frozen | null =
      this.#isReady && log
        ? {
            ...this.#opening,
            scene: base,
            log: log.filter(({ issuedAtStep }) => issuedAtStep <= run.step),
            step: this.#lockstep?.step ?? run.step,
            hash: null,
            view: presentFigureView(this.figure),
            plays: this.#lockstep?.plays ?? this.figure.time.isPlaying,
            until: this.#until,
          }
        : null;
    this.#host.shell.cover(this.#root.querySelector('canvas.picture'));
    this.dispose();
    return frozen;
  }

  dispose(): void {
    this.#end.abort();
    LiveFigure.#close(this.#root, this.figure);
    if (this.#lockstep && this.#ticket) this.#lockstep.exit(this.#ticket);
    else leaveSeat();
  }
}

const isBodyKey = (key: string): boolean => key === 'body' || key === 'other';
