// Compare: the scene on display beside up to three runs of it under other schemes or step sizes, by one clock: as ghosts in the same
// place or side by side. Drift is plotted for the selected body, and the order of accuracy can be measured.
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { cssColor } from '../instruments/quantities';
import type { Accepted, BodyInfo, Frame, LogEntry, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import { CompareVariants } from './compare-variants';
import { Run, type Course } from './comparison';
import { DriftPlot } from './drift-plot';
import type { LabContext, LabPage } from './lab-context';
import { OrderSection } from './order-section';
import { runLines } from './run-lines';

const kApart = 2.6; // radii between runs that stand side by side
const kSideRoom = 1.1; // of the width that runs side by side need

export class ComparePage implements LabPage {
  readonly element = make('div', { class: 'lab-page' });
  readonly #figure: Figure;
  readonly #variants = new CompareVariants();
  readonly #start = make('button', { type: 'button', class: 'button button-main compare-start' }, 'Compare');
  readonly #beside = make('input', { type: 'checkbox' }) as HTMLInputElement;
  readonly #drift = new DriftPlot();
  readonly #status = make('p', { class: 'lab-hint', role: 'status' });
  readonly #order: OrderSection;
  #runs: Run[] = [];
  #farther = 1; // times as far away as before they stood side by side
  #lastPush: LogEntry | null = null; // that has acted
  #beginning = 0; // counts beginnings: only the last one counts

  constructor({ figure, signal }: LabContext) {
    this.#figure = figure;
    this.#variants.changed.on((isPreset) => {
      if (this.#variants.all.length === 0) this.#end();
      else if (isPreset || this.#runs.length > 0) void this.#begin();
    });
    this.#beside.addEventListener('change', () => this.#place());
    this.#start.addEventListener('click', () => (this.#runs.length > 0 ? this.#end() : void this.#begin()));
    this.#order = new OrderSection({
      scene: () => figure.simulation.scene,
      body: () => this.#body()?.id ?? null,
      schemes: () => [...new Set(this.#variants.all.map(({ motion }) => motion || 'automatic'))],
    });
    this.element.append(
      make('div', { class: 'lab-row' }, this.#variants.preset),
      this.#variants.rows,
      make(
        'div',
        { class: 'lab-row' },
        this.#start,
        make('label', { class: 'lab-check' }, this.#beside, ' side by side'),
        this.#drift.measure,
      ),
      this.#status,
      this.#drift.host,
      this.#drift.table,
      this.#order.element,
    );
    figure.simulation.onAccepted((accepted) => this.#pass(accepted));
    figure.actions.exchanged.on(() => this.#follow());
    figure.actions.restarted.on(() => this.#follow());
    figure.simulation.onCut(() => this.#follow());
    signal.addEventListener('abort', () => this.#end());
    this.#updateStatus();
  }

  setShown(): void {}

  showFrame(frame: Frame, now: number): void {
    if (this.#runs.length === 0) return;
    const seconds = Math.max(0, frame.seconds - (1 - frame.alpha) / this.#stepsPerSecond);
    for (const run of this.#runs) run.advanceTo(frame.step === 0 ? 0 : seconds, now);
    this.#notePush(frame.step);
    if (frame.state) this.#drift.add(frame.step, frame.seconds, frame.state, now);
  }

  setWorld(_info: WorldInfo, change: WorldChange): void {
    if (change === 'scene' || change === 'edit') this.#order.stop();
    if (change === 'scene' && this.#runs.length > 0) void this.#begin();
  }

  select(body: BodyInfo | null): void {
    if (!body) return;
    for (const run of this.#runs) run.select(body.id);
    this.#drift.restart();
    this.#place();
  }

  async #begin(): Promise<void> {
    const beginning = ++this.#beginning;
    this.#drop();
    const { simulation, viewer } = this.#figure;
    const body = this.#body();
    if (this.#variants.all.length === 0 || !body) return;
    this.#status.textContent = 'Starting the other runs…';
    const begun = await Promise.allSettled(
      this.#variants.all.map((variant, index) =>
        Run.begin(this.#course, variant, cssColor(runLines[index + 1]!.colorProperty), viewer, body.id),
      ),
    );
    const runs = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = begun.find((one) => one.status === 'rejected') as PromiseRejectedResult | undefined;
    if (beginning !== this.#beginning || refused) {
      for (const run of runs) run.dispose();
      if (beginning === this.#beginning) this.#status.textContent = refused ? String((refused.reason as Error).message) : '';
      return;
    }
    this.#runs = runs;
    if (!simulation.frame?.state) simulation.select(body.id);
    await this.#drift.begin(runs);
    this.#place();
    this.#updateStatus();
    await this.#toStart();
    this.#figure.wake();
  }

  #end(): void {
    this.#beginning += 1;
    this.#drop();
    this.#updateStatus();
  }

  #drop(): void {
    for (const run of this.#runs) run.dispose();
    this.#runs = [];
    this.#drift.end();
  }

  // All begin together; what was done to the scene is done again on the way.
  async #toStart(): Promise<void> {
    const { actions, time } = this.#figure;
    const plays = time.isPlaying;
    await actions.seek(0);
    if (!plays) return;
    time.setPlaying(true);
    actions.setPlaying(true);
  }

  #pass(accepted: Accepted): void {
    const seconds = this.#figure.simulation.secondsAt(accepted.step);
    for (const run of this.#runs) run.command(accepted, seconds, this.#stepsPerSecond);
    if (this.#runs.length > 0 && accepted.command.type !== 'drag') this.#drift.restart();
  }

  // Something was undone or redone, or the scene begins as it is now.
  #follow(): void {
    for (const run of this.#runs) run.follow(this.#course).catch(() => {});
    this.#drift.restart();
  }

  // What is done again on the way is a new beginning of what is conserved.
  #notePush(step: number): void {
    const { log } = this.#figure.simulation.run;
    const last = log.findLast((entry) => entry.step < step && entry.command.type !== 'drag') ?? null;
    if (last === this.#lastPush) return;
    this.#lastPush = last;
    for (const run of this.#runs) run.restart();
    this.#drift.restart();
  }

  // The runs stand side by side along the camera's right, or all in one place. The camera steps back until all are seen.
  #place(): void {
    const { viewer } = this.#figure;
    const body = this.#body();
    if (!viewer || !body) return;
    const radius = Math.max(0.5, viewer.bodies.radius(body.slot));
    const apart = this.#beside.checked ? kApart * radius : 0;
    // To the right, to the left, farther to the right.
    const asides = this.#runs.map((_, index) => apart * (index % 2 === 0 ? 1 + index / 2 : -(index + 1) / 2));
    this.#runs.forEach((run, index) => run.setAside(asides[index]!));
    const needed = 2 * kSideRoom * (Math.max(0, ...asides) + radius);
    const farther = apart > 0 ? Math.max(1, needed / viewer.camera.freeWidth) : 1 / this.#farther;
    if (farther !== 1) viewer.camera.zoom(farther, false);
    this.#farther = apart > 0 ? this.#farther * farther : 1;
    viewer.invalidate();
  }

  #body(): BodyInfo | null {
    return this.#figure.selection.body ?? this.#figure.simulation.info?.bodies.find((body) => body.type === 'dynamic') ?? null;
  }

  // Where so much was done that it was not kept, the scene as it is.
  get #course(): Course {
    const { scene, log, run } = this.#figure.simulation;
    return log ? run : { scene, log: [] };
  }

  get #stepsPerSecond(): number {
    return this.#figure.simulation.info?.stepsPerSecond ?? 60;
  }

  #updateStatus(): void {
    const isOn = this.#runs.length > 0;
    this.#start.textContent = isOn ? 'Stop' : 'Compare';
    this.#status.textContent = isOn
      ? ''
      : 'Each run is a simulation of its own; all go by the clock below, and what was done to the scene is done to all.';
    this.#drift.show(isOn);
  }
}
