// What the page measures beside the picture: which marks are on, the watched point, and what the simulation has to tell for
// all that. Plots and explanations come with the panel "Laboratory", which loads when it is first opened.
import type { Simulation } from '../simulation/client';
import type { BodyInfo, Frame, Vector, Watch } from '../simulation/protocol';
import type { Mark } from '../viewer/readouts';
import type { Viewer } from '../viewer/viewer';
import type { Inspector } from './inspector';
import type { Panels } from './panels';

/** Marks that are on when the page opens. */
const firstMarks: readonly Mark[] = ['velocity', 'angularVelocity', 'angularMomentum'];

export class Laboratory {
  readonly #simulation: Simulation;
  readonly #viewer: Viewer | null;
  readonly #panels: Panels;
  #inspector: Inspector | null = null;
  #body: BodyInfo | null = null;
  #points = new Map<number, Vector>(); // by body
  #recorded: readonly number[] = [];
  #watch: Watch = { bodies: [], details: false };

  constructor(simulation: Simulation, viewer: Viewer | null, panels: Panels) {
    this.#simulation = simulation;
    this.#viewer = viewer;
    this.#panels = panels;
    for (const mark of firstMarks) viewer?.showMark(mark, true);
  }

  join(inspector: Inspector): void {
    this.#inspector = inspector;
  }

  showMark(mark: Mark, isShown: boolean): void {
    this.#viewer?.showMark(mark, isShown);
    this.update();
  }

  showAll(isForAll: boolean): void {
    if (!this.#viewer) return;
    this.#viewer.instruments.isForAll = isForAll;
    this.#viewer.invalidate();
    this.update();
  }

  /** The point of the selected body to be watched: m from its centre of mass, body axes. */
  setPoint(point: Vector): void {
    if (!this.#body) return;
    this.#points.set(this.#body.id, point);
    this.#showPoint();
  }

  select(body: BodyInfo | null, point: Vector | null): void {
    this.#body = body;
    if (body && point) this.#points.set(body.id, point);
    if (body && !this.#points.has(body.id)) this.#points.set(body.id, this.#viewer?.bodies.cornerOf(body.slot) ?? [0, 0, 0]);
    this.#showPoint();
    this.update();
  }

  /** Another scene. */
  forgetBodies(): void {
    this.#points.clear();
    this.#watch = { bodies: [], details: false };
    this.update();
  }

  /** Bodies whose samples are wanted of each step. */
  record(bodies: readonly number[]): void {
    this.#recorded = bodies;
    this.update();
  }

  /** Tells the simulation what is wanted, when that has changed. */
  update(): void {
    const reads = this.#panels.isOpen('numbers') && this.#body !== null;
    const details = reads || (this.#viewer?.instruments.wantsDetails ?? false);
    const watch: Watch = { bodies: this.#recorded, details };
    if (watch.details === this.#watch.details && watch.bodies.join() === this.#watch.bodies.join()) return;
    this.#watch = watch;
    this.#simulation.watch(watch);
  }

  showFrame(_frame: Frame): void {}

  #showPoint(): void {
    const point = this.#body ? this.#points.get(this.#body.id) ?? null : null;
    if (this.#viewer) {
      this.#viewer.instruments.point = point;
      this.#viewer.invalidate();
    }
    if (point) this.#inspector?.showPoint(point);
  }
}
