// Pictures of a run at any moment and in any size: a second run (rerun.ts) and a second viewer, which shows what the figure shows, with its
// camera, marks, names and illustration. Nothing of it is seen; the figure on display goes on.
import { make } from '../dom/elements';
import type { addedBodies } from '../figure/added-bodies';
import type { Figure } from '../figure/figure';
import { arrowColors } from '../figure/picture';
import { addedLooks, sceneLook } from '../figure/scene-look';
import { PushReadout } from '../instruments/push-readout';
import type { Stepped } from '../simulation/client';
import type { WorldInfo } from '../simulation/protocol';
import type { FigureMaker } from '../viewer/look-names';
import type { Insets } from '../viewer/orbit-camera';
import { marks } from '../viewer/readouts';
import { Viewer } from '../viewer/viewer';
import { Rerun, type Course } from './rerun';

export type PictureSize = {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Drawn pixels for each. */
  readonly pixelRatio: number;
  /** What the composition covers. */
  readonly insets: Insets;
};

export class Rendering {
  readonly size: PictureSize;
  readonly canvas = make('canvas', {}) as HTMLCanvasElement;
  /** Symbols and names over the picture, as elements. */
  readonly labels = make('div', { class: 'labels' });
  readonly #rerun: Rerun;
  readonly #figure: Figure;
  readonly #place = make('div', { class: 'rendering', 'aria-hidden': 'true' }, this.canvas, this.labels);
  readonly #viewer: Viewer;
  readonly #addedBodies: typeof addedBodies;
  #isFirst = true; // the world has not been drawn yet

  /** Rejects with a sentence where the run or the picture cannot be made. */
  static async begin(figure: Figure, course: Course, size: PictureSize): Promise<Rendering> {
    // Edits may give a body its look, and add commands.
    const [maker, added] = await Promise.all([import('../viewer/figures'), import('../figure/added-bodies')]);
    const rerun = await Rerun.begin(course);
    try {
      const rendering = new Rendering(figure, rerun, size, maker, added.addedBodies);
      await rendering.#mark();
      return rendering;
    } catch (error) {
      rerun.dispose();
      throw error;
    }
  }

  private constructor(figure: Figure, rerun: Rerun, size: PictureSize, maker: FigureMaker, bodiesOf: typeof addedBodies) {
    this.#addedBodies = bodiesOf;
    this.#figure = figure;
    this.#rerun = rerun;
    this.size = size;
    Object.assign(this.#place.style, { width: `${size.width}px`, height: `${size.height}px` });
    document.body.append(this.#place); // labels are measured there
    try {
      this.#viewer = new Viewer({ canvas: this.canvas, labels: this.labels, isEmbedded: false, pushReadout: new PushReadout() });
    } catch (error) {
      this.#place.remove();
      throw error;
    }
    this.#viewer.bodies.figureMaker = maker;
    this.#viewer.resolution.fix(size.pixelRatio);
    this.#viewer.resize(size.width, size.height, size.insets);
    this.#dress();
    rerun.simulation.onChanged((info) => this.#show(info));
    if (rerun.simulation.info) this.#show(rerun.simulation.info);
  }

  /** The time of a step, s. */
  get secondsAt(): (step: number) => number {
    return this.#rerun.simulation.secondsAt;
  }

  /** The camera moves at its own pace from one picture to the next, or is at its goal at once. */
  set eases(eases: boolean) {
    this.#viewer.camera.eases = eases;
  }

  /** Runs to a step without a picture. */
  goTo(step: number): Promise<Stepped> {
    return this.#rerun.goTo(step);
  }

  /** Draws the moment `alpha` of the way to a step; `now` (ms) is the clock of the camera. Copy the canvas before anything else is awaited. */
  async draw(step: number, alpha: number, now: number): Promise<void> {
    await this.#rerun.goTo(step);
    const frame = await this.#rerun.frame(alpha);
    const viewer = this.#viewer;
    viewer.showFrame(frame);
    if (this.#isFirst) {
      this.#isFirst = false;
      if (this.#figure.viewer) viewer.lookLike(this.#figure.viewer);
    }
    viewer.draw(now);
  }

  dispose(): void {
    this.#viewer.dispose();
    this.#viewer.stage.giveContextBack();
    this.#rerun.dispose();
    this.#place.remove();
  }

  #show(info: WorldInfo): void {
    const { simulation } = this.#rerun;
    this.#viewer.setWorld(info, { ...sceneLook(simulation.scene, info), keepsView: !this.#isFirst });
    this.#viewer.dressAdded(addedLooks(this.#addedBodies(simulation.run)));
    const wanted = this.#figure.selection.body;
    const body = info.bodies.find(({ id }) => id === wanted?.id) ?? null;
    simulation.select(body?.id ?? null);
    this.#viewer.select(body);
  }

  // Theme and illustration of the figure.
  #dress(): void {
    const { viewer: shown } = this.#figure;
    this.#viewer.setTheme(window.matchMedia('(prefers-color-scheme: dark)').matches, arrowColors());
    this.#viewer.illustration.set(shown?.illustration.maker ?? null);
  }

  async #mark(): Promise<void> {
    const { marks: wanted, selection } = this.#figure;
    if (!selection.body && !wanted.isForAll) return;
    const { createOverlay } = await import('../figure/mark-overlay');
    const overlay = createOverlay(this.#viewer, this.labels);
    for (const mark of marks) overlay.toggle(mark, wanted.isOn(mark));
    overlay.isForAll = wanted.isForAll;
    overlay.point = wanted.point;
    this.#rerun.simulation.watch({ bodies: [], joints: [], jointStates: false, details: overlay.wantsDetails });
  }
}
