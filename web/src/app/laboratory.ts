// The part of the laboratory that is always loaded: it loads marks, numbers and pages on the first request, passes frames and the
// selection on to them, and tells the simulation which data they need (Watch).
import { find } from '../dom/elements';
import type { InstrumentKit } from '../laboratory/instrument-kit';
import type { LabPageName, LabPanel } from '../laboratory/lab-panel';
import type { Simulation } from '../simulation/client';
import type { Accepted, BodyInfo, Frame, Vector, Watch, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import type { Mark } from '../viewer/readouts';
import type { Viewer } from '../viewer/viewer';
import type { Panels } from './panels';

export type LaboratoryActions = {
  readonly next: (by: 1 | -1) => void;
  readonly find: (id: number) => BodyInfo | undefined;
  readonly openScene: (scene: unknown) => Promise<void>;
  readonly seek: (step: number) => Promise<void>;
  readonly announce: (text: string) => void;
  /** Something must be drawn, or asked of the simulation. */
  readonly wake: () => void;
};

const nothing: Watch = { bodies: [], details: false };

export class Laboratory {
  readonly #simulation: Simulation;
  readonly #viewer: Viewer | null;
  readonly #panels: Panels;
  readonly #actions: LaboratoryActions;
  readonly #signal: AbortSignal;
  #loading: Promise<InstrumentKit> | null = null;
  #kit: InstrumentKit | null = null;
  #openingLab: Promise<LabPanel> | null = null;
  #lab: LabPanel | null = null;
  #wantsImpacts = false;
  #lastPush: Accepted | null = null;
  #info: WorldInfo | null = null;
  #body: BodyInfo | null = null;
  #points = new Map<number, Vector>(); // by body
  #recorded: readonly number[] = [];
  #watch = nothing;

  constructor(simulation: Simulation, viewer: Viewer | null, panels: Panels, actions: LaboratoryActions, signal: AbortSignal) {
    this.#simulation = simulation;
    this.#viewer = viewer;
    this.#panels = panels;
    this.#actions = actions;
    this.#signal = signal;
    simulation.onAccepted((accepted) => {
      if (accepted.command.type === 'impulse') this.#lastPush = accepted;
    });
    find('body-previous').addEventListener('click', () => actions.next(-1), { signal });
    find('body-next').addEventListener('click', () => actions.next(1), { signal });
    panels.onOpened = (name) => {
      if (name === 'numbers') void this.#load();
      if (name === 'lab') void this.#loadLab().then((lab) => lab.open());
    };
    panels.onShown = () => {
      if (!panels.isOpen('lab')) this.#lab?.close();
      this.#update();
    };
  }

  /** `point`: where the body was clicked, m from its centre of mass, body axes. */
  select(body: BodyInfo | null, point: Vector | null): void {
    this.#body = body;
    if (body && point) this.#points.set(body.id, point);
    if (body && !this.#points.has(body.id)) this.#points.set(body.id, this.#viewer?.bodies.cornerOf(body.slot) ?? [0, 0, 0]);
    if (body) void this.#load();
    this.#kit?.inspector.select(body);
    this.#lab?.select(body);
    this.#showPoint();
    this.#update();
  }

  setWorld(info: WorldInfo, change: WorldChange): void {
    this.#info = info;
    if (change === 'scene') this.#forgetBodies();
    this.#lab?.setWorld(info, change);
  }

  // Another scene: no body is what it was.
  #forgetBodies(): void {
    this.#points.clear();
    this.#lastPush = null;
    this.#recorded = [];
    this.#watch = nothing;
    this.#simulation.watch(null);
    this.restartMeters();
    this.#update();
  }

  /** Conserved quantities have a new reference: after a push, or at a new start. */
  restartMeters(): void {
    this.#kit?.inspector.restartMeters();
  }

  showFrame(frame: Frame, now: number, stepsPerSecond: number): void {
    if (this.#panels.isOpen('numbers')) this.#kit?.inspector.showFrame(frame, now, stepsPerSecond);
    this.#lab?.showFrame(frame, now);
  }

  /** Opens a page of the laboratory, and plots a quantity there when one is named. */
  async openLab(page: LabPageName, quantity?: string): Promise<void> {
    if (!this.#panels.isOpen('lab')) this.#panels.open('lab', false);
    const lab = await this.#loadLab();
    lab.open(page);
    if (quantity) lab.plots.add(quantity);
  }

  #load(): Promise<InstrumentKit> {
    this.#loading ??= import('../laboratory/instrument-kit').then(({ createInstruments }) => {
      this.#kit = createInstruments(this.#viewer, {
        follow: (follows) => this.#viewer && (this.#viewer.follows = follows),
        showMark: (mark, isShown) => this.#showMark(mark, isShown),
        showAll: (isForAll) => this.#showAll(isForAll),
        setPoint: (point) => this.#setPoint(point),
        plot: (quantity) => void this.openLab('plots', quantity),
      }, this.#signal);
      this.#kit.inspector.select(this.#body);
      this.#showPoint();
      this.#update();
      this.#actions.wake();
      return this.#kit;
    }, (error: unknown) => {
      this.#loading = null; // a network may come back
      throw error;
    });
    return this.#loading;
  }

  #loadLab(): Promise<LabPanel> {
    this.#openingLab ??= import('../laboratory/lab-panel').then(({ LabPanel: Panel }) => {
      const { find: findBody, openScene, seek, announce, wake } = this.#actions;
      this.#lab = new Panel({
        simulation: this.#simulation, viewer: this.#viewer, signal: this.#signal, selected: () => this.#body, find: findBody, info: () => this.#info, lastPush: () => this.#lastPush,
        record: (bodies) => {
          this.#recorded = bodies;
          this.#update();
        },
        wantImpacts: (wants) => {
          this.#wantsImpacts = wants;
          this.#update();
        },
        openScene, seek, announce, wake,
      });
      return this.#lab;
    }, (error: unknown) => {
      this.#openingLab = null;
      throw error;
    });
    return this.#openingLab;
  }

  #showMark(mark: Mark, isShown: boolean): void {
    this.#kit?.overlay?.toggle(mark, isShown);
    this.#changed();
  }

  #showAll(isForAll: boolean): void {
    if (this.#kit?.overlay) this.#kit.overlay.isForAll = isForAll;
    this.#changed();
  }

  #setPoint(point: Vector): void {
    if (!this.#body) return;
    this.#points.set(this.#body.id, point);
    this.#showPoint();
  }

  #showPoint(): void {
    const point = this.#body ? this.#points.get(this.#body.id) ?? null : null;
    if (this.#kit?.overlay) this.#kit.overlay.point = point;
    if (point) this.#kit?.inspector.showPoint(point);
    this.#viewer?.invalidate();
  }

  #changed(): void {
    this.#update();
    this.#viewer?.invalidate();
    this.#actions.wake();
  }

  // Asks the simulation for the data that the open instruments need, when that has changed.
  #update(): void {
    const reads = this.#panels.isOpen('numbers') && this.#body !== null;
    const details = reads || this.#wantsImpacts || (this.#kit?.overlay?.wantsDetails ?? false);
    if (details === this.#watch.details && this.#recorded.join() === this.#watch.bodies.join()) return;
    this.#watch = { bodies: this.#recorded, details };
    this.#simulation.watch(this.#watch);
  }
}
