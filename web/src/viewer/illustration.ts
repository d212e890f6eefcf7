// An illustration: what a scene of the gallery shows beside its bodies, or in their place, as a function of the shown time. It loads
// with its scene.
import type { Scene } from 'three';
import type { WorldInfo } from '../simulation/protocol';
import type { BodyInstances } from './body-instances';
import type { MarkColors } from './readouts';

export interface Illustration {
  /** True: the bodies are not drawn. */
  readonly replacesBodies: boolean;
  /** The world it belongs to, and the colours of the theme. */
  setLook(info: WorldInfo, isDark: boolean, colors: MarkColors): void;
  /** `seconds` since the start of the scene; `poses` as in DisplayedPoses. */
  show(seconds: number, poses: Float32Array): void;
  dispose(): void;
}

export type MakeIllustration = (scene: Scene) => Illustration;

/** Holds the illustration of the open scene, if it has one. */
export class IllustrationPlace {
  readonly #scene: Scene;
  readonly #bodies: BodyInstances;
  #make: MakeIllustration | null = null;
  #illustration: Illustration | null = null;
  #info: WorldInfo | null = null;
  #theme: { readonly isDark: boolean; readonly colors: MarkColors } | null = null;

  constructor(scene: Scene, bodies: BodyInstances) {
    this.#scene = scene;
    this.#bodies = bodies;
  }

  /** What makes the one on show. */
  get maker(): MakeIllustration | null {
    return this.#make;
  }

  set(make: MakeIllustration | null): void {
    this.#make = make;
    this.#illustration?.dispose();
    this.#illustration = make?.(this.#scene) ?? null;
    this.#update();
  }

  setWorld(info: WorldInfo): void {
    this.#info = info;
    this.#update();
  }

  setTheme(isDark: boolean, colors: MarkColors): void {
    this.#theme = { isDark, colors };
    this.#update();
  }

  show(seconds: number): void {
    this.#illustration?.show(Math.max(0, seconds), this.#bodies.poses.values);
  }

  dispose(): void {
    this.#illustration?.dispose();
  }

  #update(): void {
    this.#bodies.areDrawn = !this.#illustration?.replacesBodies;
    if (this.#info && this.#theme) this.#illustration?.setLook(this.#info, this.#theme.isDark, this.#theme.colors);
  }
}
