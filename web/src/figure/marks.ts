// The marks in the picture: arrows, forces, contacts, a point, figures of inertia. What draws them loads when a body is first selected, or
// when somebody asks for it.
import { part } from '../dom/elements';
import { firstArrows } from '../instruments/quantities';
import { Emitter } from '../simulation/emitter';
import type { BodyInfo, Vector } from '../simulation/protocol';
import type { InstrumentOverlay } from '../viewer/instrument-overlay';
import type { Scale } from '../viewer/mark-painter';
import type { Mark } from '../viewer/readouts';
import type { Viewer } from '../viewer/viewer';
import type { createOverlay } from './mark-overlay';
import type { WatchRequests } from './watch-requests';

/** A mark was switched on or off. */
export type MarkSwitched = { readonly mark: Mark; readonly isOn: boolean };

/** What makes the overlay of marks: most scenes show some. */
export const fetchOverlay = async (): Promise<typeof createOverlay> => (await import('./mark-overlay')).createOverlay;

export class Marks {
  /** The point of the selected body, m from its centre of mass, body axes. */
  readonly points = new Emitter<Vector>();
  /** The point of the world about which angular momentum is told, m. */
  readonly aboutPoints = new Emitter<Vector>();
  readonly scaled = new Emitter<Scale>();
  /** The scales that arrows have now. */
  readonly scales = new Map<Scale['name'], number>();
  readonly switched = new Emitter<MarkSwitched>();
  /** The marks are those of all bodies, or of the selected one alone. */
  readonly widened = new Emitter<boolean>();
  /** Something must be drawn, or asked of the simulation. */
  readonly changed = new Emitter<void>();
  readonly #root: Element;
  readonly #viewer: Viewer | null;
  readonly #watches: WatchRequests;
  readonly #pointOf = new Map<number, Vector>(); // by body
  readonly #isOn = new Set<Mark>(firstArrows);
  #isForAll = false;
  #about: Vector = [0, 0, 0];
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

  get about(): Vector {
    return this.#about;
  }

  set about(point: Vector) {
    this.#about = point;
    if (this.#overlay) this.#overlay.about = point;
    this.aboutPoints.emit(point);
    this.#viewer?.invalidate();
  }

  /** `point`: where the body was clicked. */
  select(body: BodyInfo | null, point: Vector | null): void {
    this.#body = body;
    if (body && point) this.#pointOf.set(body.id, point);
    if (body && !this.#pointOf.has(body.id)) this.#pointOf.set(body.id, this.#viewer?.bodies.cornerOf(body.slot) ?? [0, 0, 0]);
    if (body) void this.load();
    this.#showPoint();
  }

  isOn(mark: Mark): boolean {
    return this.#isOn.has(mark);
  }

  toggle(mark: Mark, isOn: boolean): void {
    if (this.#isOn.has(mark) === isOn) return;
    if (isOn) this.#isOn.add(mark);
    else this.#isOn.delete(mark);
    this.#overlay?.toggle(mark, isOn);
    this.switched.emit({ mark, isOn });
    this.#update();
  }

  /** Of all bodies, or of the selected one alone. */
  get isForAll(): boolean {
    return this.#isForAll;
  }

  set isForAll(isForAll: boolean) {
    if (isForAll === this.#isForAll) return;
    this.#isForAll = isForAll;
    if (this.#overlay) this.#overlay.isForAll = isForAll;
    this.widened.emit(isForAll);
    this.#update();
  }

  /** These marks and no others; without a list, those that every scene begins with. */
  showOnly(wanted: readonly Mark[] | null, isForAll: boolean): void {
    const isWanted = new Set(wanted ?? firstArrows);
    for (const mark of [...this.#isOn]) if (!isWanted.has(mark)) this.toggle(mark, false);
    for (const mark of isWanted) this.toggle(mark, true);
    this.isForAll = isForAll;
    if (isForAll) void this.load();
  }

  /** Another scene: no body is what it was. */
  forgetBodies(): void {
    this.#pointOf.clear();
  }

  load(): Promise<void> {
    const viewer = this.#viewer;
    if (!viewer) return Promise.resolve();
    this.#loading ??= fetchOverlay().then(
      (create) => {
        this.#overlay = create(viewer, part(this.#root, 'labels'));
        this.#overlay.painter.scaled.on((scale) => {
          this.scales.set(scale.name, scale.perMetre);
          this.scaled.emit(scale);
        });
        for (const mark of this.#isOn) this.#overlay.toggle(mark, true);
        this.#overlay.isForAll = this.#isForAll;
        this.#overlay.about = this.#about;
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
