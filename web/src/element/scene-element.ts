// <tumble-scene>: a figure in a page of somebody else. The element is small and there at once; the figure in it loads when it is first seen, and runs
// while the conductor lets it (conductor.ts).
import { Emitter } from '../simulation/emitter';
import type { TumbleCommand, TumblePush, TumbleSceneMethods, TumbleSceneProperties, TumbleStand } from './api';
import { conductor, type Player } from './conductor';
import { arrivals } from './figure-lookup';
import type { Frozen, LiveFigure, Signal, Theme } from './live-figure';
import { attributeNames, readOptions, type AttributeName, type SceneOptions } from './options';
import { isDarkAround, watchPageTheme } from './page-theme';
import { Shell } from './shell';
import { unwatchSight, watchSight, type Watcher } from './sight';
import { mostInGroup, SyncGroup, type GroupMember } from './sync-group';

// A server that renders pages has no elements, and imports this all the same.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const kOpens: readonly string[] = ['scene', 'src', 'link', 'start', 'step', 'allow'] satisfies AttributeName[]; // another one opens the figure anew
const kNoStand: TumbleStand = { step: 0, hash: null };

/** The folder of the page, where scenes and their pictures are. This module is part of tumble-scene.js, which is in it. */
const { url: ownAddress } = import.meta;
const home = ownAddress.slice(0, ownAddress.lastIndexOf('/') + 1);

export class SceneElement extends Base implements TumbleSceneMethods, TumbleSceneProperties {
  static readonly observedAttributes = attributeNames;
  declare scene: string | null;
  declare src: string | null;
  declare paused: boolean;
  declare autoplay: string | null;
  declare start: string | null;
  declare end: string | null;
  declare loop: boolean;
  declare rate: string | null;
  declare select: string | null;
  declare show: string | null;
  declare camera: string | null;
  declare controls: string | null;
  declare allow: string | null;
  declare theme: string | null;
  declare loading: string | null;
  declare poster: string | null;
  declare alt: string | null;
  declare sync: string | null;
  /** A figure runs in it; null: it has ended, or stands still at its last picture. */
  readonly runs = new Emitter<LiveFigure | null>();
  #shell: Shell | null = null;
  #options: SceneOptions | null = null;
  #problems: readonly string[] = [];
  #live: LiveFigure | null = null;
  #opening: Promise<LiveFigure> | null = null;
  #frozen: Frozen | null = null;
  #run = 0; // of the engine: another one for each start
  #unwatch: (() => void) | null = null;
  #isTelling = false; // a step is on its way to the page
  readonly #theme: Theme = { isDark: false, changed: new Emitter() };
  #group: SyncGroup | null = null;
  readonly #player: Player & Watcher & GroupMember = {
    element: this,
    isVisible: false,
    seen: () => this.#see(),
    run: () => this.#start(),
    freeze: () => this.#freeze(),
  };

  /** The figure that runs in it, for the console; null where none does. */
  get running(): LiveFigure | null {
    return this.#live;
  }

  connectedCallback(): void {
    this.#shell ??= this.#makeShell();
    this.#read();
    this.#join();
    this.#unwatch = watchPageTheme(() => this.#applyTheme());
    this.#applyTheme();
    watchSight(this, this.#player);
    if (this.#options?.loading === 'eager') conductor.ask(this.#inPlay, false);
    arrivals.emit(this);
  }

  disconnectedCallback(): void {
    unwatchSight(this);
    this.#unwatch?.();
    this.#player.isVisible = false;
    this.#leave();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#shell) return;
    this.#read();
    if (name === 'theme') this.#applyTheme();
    if (name === 'sync' && this.isConnected) {
      this.#leave();
      this.#join();
    }
    if (kOpens.includes(name)) this.#reopen();
    else if (this.#live) this.#live.follow(this.#optionsInGroup, name as AttributeName);
  }

  // ---- what the page asks for ----

  async play(until?: number): Promise<void> {
    (await this.#wake()).playOn(until ?? null);
  }

  async pause(): Promise<TumbleStand> {
    return (await this.#wake()).hold();
  }

  async step(count = 1): Promise<TumbleStand> {
    return (await this.#wake()).step(count);
  }

  async seek(step: number): Promise<TumbleStand> {
    return (await this.#wake()).seek(step);
  }

  async reset(): Promise<TumbleStand> {
    return (await this.#wake()).reset();
  }

  async push(push: TumblePush): Promise<number> {
    return (await this.#wake()).push(push);
  }

  async command(command: TumbleCommand): Promise<number> {
    return (await this.#wake()).command(command);
  }

  async get(path: string): Promise<unknown> {
    return (await this.#wake()).get(path);
  }

  async set(path: string, value: unknown): Promise<void> {
    return (await this.#wake()).set(path, value);
  }

  async link(): Promise<string> {
    return (await this.#wake()).link(home);
  }

  async toBlob(): Promise<Blob> {
    return (await this.#wake()).toBlob();
  }

  // ---- the conductor ----

  #start(): void {
    const run = (this.#run += 1);
    this.#shell!.wake.hidden = true;
    const before = this.#frozen;
    this.#opening = this.#open(run, before);
    this.#opening.catch((error: unknown) => this.#fail(error, run));
  }

  #freeze(): void {
    this.#run += 1;
    if (this.#live) {
      this.#frozen = this.#live.freeze() ?? this.#frozen;
      this.#live = null;
      this.runs.emit(null);
    }
    this.#opening = null;
    this.#offerWake();
  }

  async #open(run: number, before: Frozen | null): Promise<LiveFigure> {
    const { LiveFigure: Live } = await import('./live-figure');
    const isWanted = (): boolean => run === this.#run;
    if (!isWanted()) throw new Gone();
    const host = {
      shell: this.#shell!,
      options: this.#optionsInGroup,
      group: this.#group,
      leads: () => this.#group === null || this.#group.first === this,
      inline: this.#inline,
      theme: this.#theme,
      tell: (signal: Signal) => isWanted() && void this.#tell(signal),
    };
    const live = await Live.open(host, before, isWanted);
    if (!live) throw new Gone();
    this.#live = live;
    this.runs.emit(live);
    if (!before) void this.#tell({ type: 'ready' });
    return live;
  }

  async #fail(error: unknown, run: number): Promise<void> {
    if (error instanceof Gone || run !== this.#run) return;
    const message = error instanceof Error && error.name !== 'TypeError' ? await saidBy(error) : 'The figure could not be loaded.';
    this.#shell!.showTrouble([message, ...this.#problems]);
    if (this.#group) this.#freeze();
    else conductor.leave(this.#player);
    this.#shell!.wake.hidden = true;
    this.dispatchEvent(new CustomEvent('error', { detail: { ...kNoStand, message } }));
  }

  // Resolves with the figure once it runs; the page, or a person, insists.
  async #wake(): Promise<LiveFigure> {
    if (!this.isConnected) throw new Error('This figure is not in the page.');
    conductor.ask(this.#inPlay, true);
    if (!this.#opening) this.#start(); // of a group that runs without it
    return this.#opening!;
  }

  // ---- its group ----

  /** What the conductor lets run: it, or its group. */
  get #inPlay(): Player {
    return this.#group ?? this.#player;
  }

  #join(): void {
    const { sync } = this.#options!;
    if (sync === null) return;
    this.#group = SyncGroup.join(sync, this.#player);
    if (this.#group) return;
    const message = `sync: “${sync}” has ${mostInGroup} figures already, which is the most.`;
    this.#shell!.showTrouble([...this.#problems, message]);
    queueMicrotask(() => void this.#tell({ type: 'error', message }));
  }

  #leave(): void {
    const group = this.#group;
    this.#group = null;
    if (group) group.leave(this.#player);
    else conductor.leave(this.#player);
  }

  // What is said of time is said by the first of its group.
  get #optionsInGroup(): SceneOptions {
    const first = this.#group?.first;
    if (!(first instanceof SceneElement) || first === this || !first.#options) return this.#options!;
    const { paused, autoplay, step, start, end, loop, rate } = first.#options;
    return { ...this.#options!, paused, autoplay, step, start, end, loop, rate };
  }

  // ---- what it is, and what it tells ----

  get #inline(): string | null {
    return this.querySelector('script[type="application/json"]')?.textContent ?? null;
  }

  #makeShell(): Shell {
    const shell = new Shell(this);
    shell.wake.addEventListener(
      'click',
      () =>
        void this.play().then(
          () => this.#live?.focus(),
          () => {},
        ),
    );
    return shell;
  }

  #read(): void {
    const { options, problems } = readOptions((name) => this.getAttribute(name));
    this.#options = options;
    if (problems.join() !== this.#problems.join()) {
      this.#problems = problems;
      this.#shell!.showTrouble(problems);
      for (const message of problems) queueMicrotask(() => void this.#tell({ type: 'error', message }));
    }
    const shell = this.#shell!;
    const hasOwnPicture = this.querySelector(':scope > :not(script)') !== null;
    const { scene, poster, controls, alt } = options;
    const known = scene !== null && /^[a-z0-9-]+$/.test(scene) ? new URL(`scenes/${scene}/poster.webp`, home).href : null;
    shell.poster = hasOwnPicture ? null : (poster ?? known);
    shell.alt = alt ?? '';
    shell.element.toggleAttribute('data-embed', controls !== 'full');
    shell.element.dataset.controls = controls;
  }

  #reopen(): void {
    this.#frozen = null;
    const isRunning = conductor.isRunning(this.#inPlay);
    if (this.#group) this.#freeze();
    else conductor.leave(this.#player);
    this.#frozen = null;
    this.#shell!.showTrouble(this.#problems);
    if (this.#group && isRunning) this.#start();
    else if (isRunning || this.#player.isVisible) conductor.ask(this.#inPlay, false);
  }

  #applyTheme(): void {
    const { theme } = this.#options!;
    const isDark = theme === 'auto' ? isDarkAround(this) : theme === 'dark';
    const { element } = this.#shell!;
    element.style.setProperty('--sans', getComputedStyle(this).fontFamily);
    if (element.dataset.theme === (isDark ? 'dark' : 'light')) return;
    element.dataset.theme = isDark ? 'dark' : 'light';
    this.#theme.isDark = isDark;
    this.#theme.changed.emit();
  }

  #see(): void {
    if (this.#player.isVisible && !conductor.isRunning(this.#inPlay) && !conductor.ask(this.#inPlay, false)) this.#offerWake();
    conductor.seen();
    void this.#tell({ type: 'visibility' });
  }

  #offerWake(): void {
    if (this.#shell) this.#shell.wake.hidden = !this.isConnected;
  }

  // A step that is told waits for its hash; those that come meanwhile are left out.
  async #tell(signal: Signal | { readonly type: 'ready' | 'visibility' }): Promise<void> {
    const { type, ...more } = signal;
    if (type === 'step') {
      if (this.#isTelling || !this.#live) return; // it opens: it is not ready
      this.#isTelling = true;
    }
    const stand = await (this.#live?.stand() ?? Promise.resolve(kNoStand)).catch(() => kNoStand);
    if (type === 'step') this.#isTelling = false;
    const { step, hash } = stand;
    const seen = type === 'visibility' ? { isVisible: this.#player.isVisible, isRunning: conductor.isRunning(this.#inPlay) } : {};
    this.dispatchEvent(new CustomEvent(type, { detail: { step, hash, ...more, ...seen } }));
  }
}

class Gone extends Error {}

const saidBy = async (error: Error): Promise<string> => (await import('./live-figure')).saidOf(error);

// Each attribute is a property of its name, but where a method has that name.
const kFlags: readonly string[] = ['paused', 'loop'] satisfies AttributeName[];
for (const name of attributeNames) {
  if (name in SceneElement.prototype && Object.hasOwn(SceneElement.prototype, name)) continue;
  const isFlag = kFlags.includes(name);
  Object.defineProperty(SceneElement.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: SceneElement) {
      return isFlag ? this.hasAttribute(name) && this.getAttribute(name) !== 'false' : this.getAttribute(name);
    },
    set(this: SceneElement, value: unknown) {
      if (value === null || value === undefined || value === false) this.removeAttribute(name);
      else this.setAttribute(name, value === true ? '' : String(value));
    },
  });
}
