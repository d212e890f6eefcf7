// <tumble-scene>: a figure in a page of somebody else. The element is small and there at once; the figure in it loads when it is first seen, and runs
// while the conductor lets it (conductor.ts).
import { Emitter } from '../simulation/emitter';
import type { TumbleCommand, TumblePush, TumbleSceneMethods, TumbleSceneProperties, TumbleStand } from './api';
import { conductor, type Player } from './conductor';
import { shortened } from '../dom/seen-text';
import { arrivals } from './figure-lookup';
import type { Frozen, LiveFigure, Signal, Theme } from './live-figure';
import { attributeNames, readOptions, type AttributeName, type SceneOptions } from './options';
import { addWords, spokenFor, wordsAdded, wordsOf } from '../words/dictionaries';
import { english, type Translate } from '../words/translate';
import { languageAround, watchPageLanguage } from './page-language';
import { applyTheme, isDarkAround, watchPageTheme } from './page-theme';
import { Shell, type Sentence } from './shell';
import { isNearWindow, unwatchSight, watchSight, type Watcher } from './sight';
import { mostInGroup, SyncGroup, type GroupMember } from './sync-group';

// A server that renders pages has no elements, and imports this all the same.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

const kOpens: readonly string[] = ['scene', 'src', 'link', 'start', 'step', 'allow'] satisfies AttributeName[]; // another one opens the figure anew
const kNoStand: TumbleStand = { step: 0, hash: null };

/** The folder of the page, where scenes and their pictures are. This module is part of tumble-scene.js, which is in it; but a package is told at its
 *  build where the page is, or '' where it has none. */
const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);
const home: string = import.meta.env.TUMBLE_HOME ?? folderOf(import.meta.url);

export class SceneElement extends Base implements TumbleSceneMethods, TumbleSceneProperties {
  static readonly observedAttributes = attributeNames;
  static readonly addWords = addWords;
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
  #failure: (Sentence & { readonly isAgain: boolean }) | null = null; // isAgain: it may be asked for once more
  #live: LiveFigure | null = null;
  #opening: Promise<LiveFigure> | null = null;
  #frozen: Frozen | null = null;
  #run = 0; // of the engine: another one for each start
  #unwatch: readonly (() => void)[] = [];
  #lang = ''; // of the page around
  #translate: Translate = english;
  #words: Promise<Translate> = Promise.resolve(english);
  #isTelling = false; // a step is on its way to the page
  readonly #theme: Theme = { isDark: false, changed: new Emitter() };
  #group: SyncGroup | null = null;
  #isLeftOut = false; // the group that its attribute names is full
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
    this.#applyLanguage();
    this.#read();
    this.#join();
    const follow = (): void => this.#applyLanguage();
    this.#unwatch = [watchPageTheme(() => this.#applyTheme()), watchPageLanguage(this, follow), wordsAdded.on(follow)];
    this.#applyTheme();
    watchSight(this, this.#player);
    if (this.#options?.loading === 'eager') conductor.ask(this.#inPlay, false);
    arrivals.emit(this);
    queueMicrotask(() => isNearWindow(this) && void fetchLive().catch(() => {})); // after all elements of the page: they are laid out once
  }

  disconnectedCallback(): void {
    unwatchSight(this);
    for (const end of this.#unwatch) end();
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
    if (home === '') throw new Error('This figure comes from a package that knows no page for its links.');
    return (await this.#wake()).link(home);
  }

  async toBlob(): Promise<Blob> {
    return (await this.#wake()).toBlob();
  }

  // ---- the conductor ----

  #start(): void {
    const run = (this.#run += 1);
    this.#shell!.wake.hidden = true;
    if (this.#failure) this.#forget();
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
    const Live = await fetchLive();
    const isWanted = (): boolean => run === this.#run;
    for (let from = before; ; ) {
      await this.#words;
      if (!isWanted()) throw new Gone();
      const [lang, translate] = [this.#lang, this.#translate];
      const host = {
        shell: this.#shell!,
        options: this.#optionsInGroup,
        group: this.#group,
        leads: () => this.#group === null || this.#group.first === this,
        inline: this.#inline,
        theme: this.#theme,
        lang,
        translate,
        announce: (signal: Signal) => isWanted() && void this.#announce(signal),
      };
      const live = await Live.open(host, from, isWanted);
      if (!live) throw new Gone();
      if (lang === this.#lang && translate === this.#translate) {
        this.#live = live;
        this.runs.emit(live);
        if (!before) void this.#announce({ type: 'ready' });
        return live;
      }
      from = live.freeze() ?? from; // the page has another language by now
    }
  }

  async #fail(error: unknown, run: number): Promise<void> {
    if (error instanceof Gone || run !== this.#run) return;
    const isSaid = error instanceof Error && error.name !== 'TypeError';
    const isAgain = !isSaid || error.name === 'EngineError' || 'isAgain' in error; // of the network, or of a moment
    const message = isSaid ? await saidBy(error) : this.#translate('The figure could not be loaded.');
    // What the engine refuses, and the reader of links, is told in English.
    this.#failure = { text: message, lang: !isSaid || error.name === 'OpeningError' ? this.#translate.lang : 'en', isAgain };
    this.#showTrouble();
    if (this.#group) this.#freeze();
    else conductor.leave(this.#player);
    this.#shell!.wake.hidden = !isAgain;
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
    this.#isLeftOut = this.#group === null;
  }

  #leave(): void {
    const group = this.#group;
    this.#group = null;
    this.#isLeftOut = false;
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
    const { options } = readOptions((name) => this.getAttribute(name));
    this.#options = options;
    void this.#words.then(() => this.#announceProblems());
    const shell = this.#shell!;
    const hasOwnPicture = this.querySelector(':scope > :not(script)') !== null;
    const { scene, poster, controls, alt } = options;
    const known = home !== '' && scene !== null && /^[a-z0-9-]+$/.test(scene) ? new URL(`scenes/${scene}/poster.webp`, home).href : null;
    shell.setPoster(hasOwnPicture ? null : (poster ?? known), poster === null);
    shell.alt = alt ?? '';
    shell.controls = controls;
  }

  #readProblems(): readonly string[] {
    const { options, problems } = readOptions((name) => this.getAttribute(name), this.#translate);
    if (!this.#isLeftOut) return problems;
    const values = { word: shortened(options.sync ?? ''), most: mostInGroup };
    return [...problems, this.#translate('sync: “{word}” has {most} figures already, which is the most.', values)];
  }

  #announceProblems(): void {
    const problems = this.#readProblems();
    if (problems.join() === this.#problems.join()) return;
    this.#problems = problems;
    this.#showTrouble();
    for (const message of problems) void this.#announce({ type: 'error', message });
  }

  #forget(): void {
    this.#failure = null;
    this.#showTrouble();
  }

  #showTrouble(): void {
    this.#shell!.speak(this.#translate, this.#failure?.isAgain);
    const { lang } = this.#translate;
    const problems = this.#problems.map((text) => ({ text, lang }));
    this.#shell!.showTrouble(this.#failure ? [this.#failure, ...problems] : problems);
  }

  #reopen(): void {
    this.#frozen = null;
    const isRunning = conductor.isRunning(this.#inPlay);
    if (this.#group) this.#freeze();
    else conductor.leave(this.#player);
    this.#frozen = null;
    this.#forget();
    if (this.#group && isRunning) this.#start();
    else if (isRunning || this.#player.isVisible) conductor.ask(this.#inPlay, false);
  }

  #applyTheme(): void {
    const { theme } = this.#options!;
    const isDark = theme === 'auto' ? isDarkAround(this) : theme === 'dark';
    const { element } = this.#shell!;
    if (!applyTheme(this, element, isDark)) return;
    this.#theme.isDark = isDark;
    this.#theme.changed.emit();
  }

  #applyLanguage(): void {
    const lang = languageAround(this);
    const words = wordsOf(spokenFor(lang));
    this.#words = words;
    void words.then((translate) => words === this.#words && this.#speak(lang, translate));
  }

  // A figure that runs is opened anew, where it stands.
  #speak(lang: string, translate: Translate): void {
    this.#shell!.speak(translate, this.#failure?.isAgain);
    if (lang === this.#lang && translate === this.#translate) return;
    this.#lang = lang;
    this.#translate = translate;
    if (this.#problems.length > 0) this.#problems = this.#readProblems(); // they were told before
    this.#showTrouble();
    if (!this.#live) return;
    this.#freeze();
    this.#start();
  }

  #see(): void {
    if (this.#player.isVisible && !conductor.isRunning(this.#inPlay) && !conductor.ask(this.#inPlay, false)) this.#offerWake();
    conductor.seen();
    void this.#announce({ type: 'visibility' });
  }

  #offerWake(): void {
    if (this.#shell) this.#shell.wake.hidden = !this.isConnected;
  }

  // A step that is told waits for its hash; those that come meanwhile are left out.
  async #announce(signal: Signal | { readonly type: 'ready' | 'visibility' }): Promise<void> {
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

const fetchLive = async (): Promise<typeof LiveFigure> => (await import('./live-figure')).LiveFigure;

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
