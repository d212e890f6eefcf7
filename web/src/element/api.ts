// What <tumble-scene> offers to a page around it. Built into dist/tumble-scene.d.ts as it is.
// Units SI, y up, quaternions x, y, z, w; time is a whole number of steps, of which a scene has `stepsPerSecond`, usually 60.

export type TumbleVector = readonly [number, number, number];

/** Where the run stands: `hash` is that of all state after `step` steps, 16 hexadecimal digits, the same in every browser; null where nothing runs. */
export type TumbleStand = { readonly step: number; readonly hash: string | null };

export type TumblePush = {
  /** The name of a body, or its id. */
  readonly body: string | number;
  /** N s, world axes. */
  readonly impulse: TumbleVector;
  /** m, world axes; left out: the centre of mass. */
  readonly point?: TumbleVector;
};

/** A command as in a scene's `commands` (web/scenes/README.md); bodies by name or id, `step` left out: the next one. */
export type TumbleCommand = { readonly type: string; readonly [key: string]: unknown };

export type TumbleImpact = { readonly step: number /** The largest impulse of the step, N s. */; readonly impulse: number };

export interface TumbleSceneEvents {
  /** A scene is open and its first picture drawn. */
  ready: CustomEvent<TumbleStand>;
  /** Time has gone on, once a displayed frame at most. */
  step: CustomEvent<TumbleStand>;
  /** A body was pushed, by hand or by `push`. */
  push: CustomEvent<TumbleStand & { readonly body: string; readonly impulse: TumbleVector }>;
  /** Bodies met, in one of the steps since the last such event. */
  impact: CustomEvent<TumbleStand & { readonly impacts: readonly TumbleImpact[] }>;
  /** Something was done to the run: a command, an edit, an undo, a reset; `what` is the command's type, or "scene". */
  change: CustomEvent<TumbleStand & { readonly what: string }>;
  /** The figure came into view or left it; `isRunning`: it is one of those that have an engine now. */
  visibility: CustomEvent<TumbleStand & { readonly isVisible: boolean; readonly isRunning: boolean }>;
  /** The step named by the attribute `end` was reached. */
  end: CustomEvent<TumbleStand>;
  /** What is wrong, in one sentence, which the figure shows too. */
  error: CustomEvent<TumbleStand & { readonly message: string }>;
}

/** Each is an attribute of its name. The language is that of `lang`, as all elements have it. Two attributes have no property, because methods have their
 *  names: `link`, a link as "Share" gives it, all of it or what stands behind "#"; and `step`, where the figure stands while it waits. */
export interface TumbleSceneProperties {
  /** A scene of the gallery by its name. */
  scene: string | null;
  /** The address of a scene as JSON, at any origin that allows it. */
  src: string | null;
  paused: boolean;
  /** "visible": it plays once it is seen, unless readers ask for less motion; "no": it waits for its reader. */
  autoplay: string | null;
  start: string | null;
  end: string | null;
  loop: boolean;
  /** Simulated seconds per second, 0.01 to 4. */
  rate: string | null;
  /** The name of the body whose arrows are shown. */
  select: string | null;
  /** Arrows and figures: "velocity angularMomentum trail", or "v L". */
  show: string | null;
  /** Where the camera stands and what it looks at, m: "0 2 6  0 0 0". */
  camera: string | null;
  /** "none", "min" or "full". */
  controls: string | null;
  /** Of "push drag camera", what may be done by hand. */
  allow: string | null;
  /** "auto" (as the page around is), "light" or "dark". */
  theme: string | null;
  /** "lazy": when it comes near the window, or "eager". */
  loading: string | null;
  /** The address of a picture that stands there until the figure runs. */
  poster: string | null;
  /** The figure in a sentence, for those who do not see it. */
  alt: string | null;
  /** A word: figures with the same one are on one clock, at the same step. At most four. */
  sync: string | null;
}

export interface TumbleSceneMethods {
  /** `until`: the step where it pauses; left out: until somebody does. */
  play(until?: number): Promise<void>;
  pause(): Promise<TumbleStand>;
  /** Pauses and takes steps. */
  step(count?: number): Promise<TumbleStand>;
  /** Pauses and goes to any step of the run, earlier or later, to the same bits. */
  seek(step: number): Promise<TumbleStand>;
  /** Back to the start. */
  reset(): Promise<TumbleStand>;
  /** Resolves with the step at whose start it acts. */
  push(push: TumblePush): Promise<number>;
  command(command: TumbleCommand): Promise<number>;
  /** A quantity now ("racket.angularMomentum.norm", "energy", "time") or a value of the scene ("bodies.racket.angularVelocity[1]"). */
  get(path: string): Promise<unknown>;
  /** Gives a value of the scene another one; the figure goes on from where it is. */
  set(path: string, value: unknown): Promise<void>;
  /** The address of the whole page at what the figure shows. */
  link(): Promise<string>;
  /** The picture as it is, PNG. */
  toBlob(): Promise<Blob>;
}

export interface TumbleSceneConstructor extends CustomElementConstructor {
  /** Adds words to a language that figures speak, or another language; figures in a page of that language change at once. `lang`: as in the attribute;
   *  `words`: English texts as web/src/words/de.json has them, and what they are. Places ("{step}") are those of the English text. Throws a TypeError. */
  addWords(lang: string, words: Readonly<Record<string, string>>): void;
}

export interface TumbleSceneElement extends HTMLElement, TumbleSceneProperties, TumbleSceneMethods {
  addEventListener<Type extends keyof TumbleSceneEvents>(
    type: Type,
    listener: (this: TumbleSceneElement, event: TumbleSceneEvents[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** `<tumble-plot for="id of a figure" show="omega racket.angularMomentum.norm energy">`: quantities over the time of the run, in the words of get() and in
 *  symbols (v a p F omega L tau), those of the selected body, else of the first that moves. Further attributes: `label`; `from`, `to` or `window`, s. */
export type TumblePlotElement = HTMLElement;

/** `<tumble-meter for="id of a figure" show="energy">`: quantities now as bars, of vectors the size. Further attributes: `label`; `min`, `max`, `target`, in
 *  the unit that it shows: degrees for angles, which scripts get in rad. */
export type TumbleMeterElement = HTMLElement;

declare global {
  interface CustomElementRegistry {
    get(name: 'tumble-scene'): TumbleSceneConstructor | undefined;
  }
  interface HTMLElementTagNameMap {
    'tumble-scene': TumbleSceneElement;
    'tumble-plot': TumblePlotElement;
    'tumble-meter': TumbleMeterElement;
  }
}
