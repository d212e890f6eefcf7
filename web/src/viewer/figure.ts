// A figure: what a scene of the gallery shows beside its bodies, or in their place, by the shown time. Each loads with its scene.
import type { Scene } from 'three';
import type { WorldInfo } from '../simulation/protocol';
import type { BodyInstances } from './body-instances';
import type { MarkColors } from './readouts';

export interface Figure {
  /** It stands for the bodies, which are not drawn themselves. */
  readonly replacesBodies: boolean;
  /** The world it belongs to, and the colours of the theme. */
  setLook(info: WorldInfo, isDark: boolean, colors: MarkColors): void;
  /** `seconds` since the start of the scene; `poses` as in DisplayedPoses. */
  show(seconds: number, poses: Float32Array): void;
  dispose(): void;
}

export type MakeFigure = (scene: Scene) => Figure;

/** The place of a figure on the stage, mostly empty. */
export class FigurePlace {
  readonly #scene: Scene;
  readonly #bodies: BodyInstances;
  #figure: Figure | null = null;
  #info: WorldInfo | null = null;
  #theme: { readonly isDark: boolean; readonly colors: MarkColors } | null = null;

  constructor(scene: Scene, bodies: BodyInstances) {
    this.#scene = scene;
    this.#bodies = bodies;
  }

  set(make: MakeFigure | null): void {
    this.#figure?.dispose();
    this.#figure = make?.(this.#scene) ?? null;
    this.#look();
  }

  setWorld(info: WorldInfo): void {
    this.#info = info;
    this.#look();
  }

  setTheme(isDark: boolean, colors: MarkColors): void {
    this.#theme = { isDark, colors };
    this.#look();
  }

  show(seconds: number): void {
    this.#figure?.show(Math.max(0, seconds), this.#bodies.poses.values);
  }

  dispose(): void {
    this.#figure?.dispose();
  }

  #look(): void {
    this.#bodies.areDrawn = !this.#figure?.replacesBodies;
    if (this.#info && this.#theme) this.#figure?.setLook(this.#info, this.#theme.isDark, this.#theme.colors);
  }
}
