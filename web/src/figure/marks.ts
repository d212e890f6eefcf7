// The marks in the picture: arrows, forces, contacts, a point, figures of inertia. What draws them loads when a body is first selected, or
// when somebody asks for it.
import { part } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import type { BodyInfo, Vector } from '../simulation/protocol';
import type { InstrumentOverlay } from '../viewer/instrument-overlay';
import type { Scale } from '../viewer/mark-painter';
import type { Mark } from '../viewer/readouts';
import type { Viewer } from '../viewer/viewer';
import type { WatchRequests } from './watch-requests';

export class Marks {
  /** The point of the selected body, m from its centre of mass, body axes. */
  readonly points = new Emitter<Vector>();
  readonly scaled = new Emitter<Scale>();
  /** The scales that arrows have now. */
  readonly scales = new Map<Scale['name'], number>();
  /** Something must be drawn, or asked of the simulation. */
  readonly changed = new Emitter<void>();
  readonly #root: Element;
  readonly #viewer: Viewer | null;
  readonly #watches: WatchRequests;
  readonly #pointOf = new Map<number, Vector>(); // by body
  #overlay: InstrumentOverlay | null = null;
  #loading: Promise<void> | null = null;
  #body: BodyInfo | null = null;

  constructor(root: Element, viewer: Viewer | null, watches: WatchRequests) {
    this.#root = root;
    this.#viewer = viewer;
    this.#watches = watches;
  }

  get point(): Vector | null {
    return (this.#body && this.#pointOf.get(this.#body.id)) ?? null;
  }

  set point(point: Vector) {
    if (!this.#body) return;
    this.#pointOf.set(this.#body.id, point);
    this.#showPoint();
  }

  /** `point`: where the body was clicked. */
  select(body: BodyInfo | null, point: Vector | null): void {
    this.#body = body;
    if (body && point) this.#pointOf.set(body.id, point);
    if (body && !this.#pointOf.has(body.id)) this.#pointOf.set(body.id, this.#viewer?.bodies.cornerOf(body.slot) ?? [0, 0, 0]);
    if (body) void this.load();
    this.#showPoint();
  }

  toggle(mark: Mark, isShown: boolean): void {
    this.#overlay?.toggle(mark, isShown);
    this.#update();
  }

  /** Of all bodies, or of the selected one alone. */
  showAll(isForAll: boolean): void {
    if (this.#overlay) this.#overlay.isForAll = isForAll;
    this.#update();
  }

  /** Another scene: no body is what it was. */
  forgetBodies(): void {
    this.#pointOf.clear();
  }

  load(): Promise<void> {
    const viewer = this.#viewer;
    if (!viewer) return Promise.resolve();
    this.#loading ??= import('./mark-overlay').then(
      ({ createOverlay }) => {
        this.#overlay = createOverlay(viewer, part(this.#root, 'labels'));
        this.#overlay.painter.scaled.on((scale) => {
          this.scales.set(scale.name, scale.perMetre);
          this.scaled.emit(scale);
        });
        this.#showPoint();
        this.#update();
      },
      (error: unknown) => {
        this.#loading = null; // a network may come back
        throw error;
      },
    );
    return this.#loading;
  }

  #showPoint(): void {
    const { point } = this;
    if (this.#overlay) this.#overlay.point = point;
    if (point) this.points.emit(point);
    this.#viewer?.invalidate();
  }

  #update(): void {
    this.#watches.set('marks', { details: this.#overlay?.wantsDetails ?? false });
    this.#viewer?.invalidate();
    this.changed.emit();
  }
}
