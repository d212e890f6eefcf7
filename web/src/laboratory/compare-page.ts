// Compare: the scene on display beside up to three runs of it under other schemes or step sizes, by one clock: as ghosts in the same
// place or side by side. Drift is plotted for the selected body, and the order of accuracy can be measured.
import { make } from '../dom/elements';
import { ComparedRuns } from '../figure/compared-runs';
import type { Figure } from '../figure/figure';
import type { BodyInfo, Frame, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import { CompareVariants } from './compare-variants';
import { DriftPlot } from './drift-plot';
import type { LabContext, LabPage } from './lab-context';
import { OrderSection } from './order-section';

const kApart = 2.6; // radii between runs that stand side by side
const kSideRoom = 1.1; // of the width that runs side by side need

export class ComparePage implements LabPage {
  readonly element = make('div', { class: 'lab-page' });
  readonly #figure: Figure;
  readonly #variants = new CompareVariants();
  readonly #start = make('button', { type: 'button', class: 'button button-main compare-start' }, 'Compare');
  readonly #beside = make('input', { type: 'checkbox' }) as HTMLInputElement;
  readonly #runs: ComparedRuns;
  readonly #drift = new DriftPlot();
  readonly #status = make('p', { class: 'lab-hint', role: 'status' });
  readonly #order: OrderSection;
  #farther = 1; // times as far away as before they stood side by side

  constructor({ figure, signal }: LabContext) {
    this.#figure = figure;
    this.#runs = ComparedRuns.of(figure);
    this.#variants.changed.on((isPreset) => {
      if (this.#variants.all.length === 0) this.#runs.end();
      else if (isPreset || this.#runs.all.length > 0) void this.#begin();
    });
    this.#beside.addEventListener('change', () => this.#place());
    this.#start.addEventListener('click', () => (this.#runs.all.length > 0 ? this.#runs.end() : void this.#begin()));
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
    this.#runs.changed.on(() => void this.#showRuns());
    this.#runs.restarted.on(() => this.#drift.restart());
    signal.addEventListener('abort', () => this.#runs.end());
    void this.#showRuns();
  }

  setShown(): void {}

  showFrame(frame: Frame, now: number): void {
    if (this.#runs.all.length > 0 && frame.state) this.#drift.add(frame.step, frame.seconds, frame.state, now);
  }

  setWorld(_info: WorldInfo, change: WorldChange): void {
    if (change === 'scene' || change === 'edit') this.#order.stop();
    // A scene that compares has begun by itself.
    if (change === 'scene' && this.#runs.all.length > 0 && !this.#figure.opening.show.compare) void this.#begin();
  }

  select(body: BodyInfo | null): void {
    if (!body) return;
    this.#runs.select(body.id);
    this.#drift.restart();
    this.#place();
  }

  async #begin(): Promise<void> {
    const body = this.#body();
    if (this.#variants.all.length === 0 || !body) return this.#runs.end();
    this.#status.textContent = 'Starting the other runs…';
    try {
      if (await this.#runs.begin(this.#variants.all, body.id)) await this.#toStart();
    } catch (error) {
      this.#status.textContent = (error as Error).message;
    }
  }

  // The runs are others than before: begun here, or by a scene.
  async #showRuns(): Promise<void> {
    const runs = this.#runs.all;
    if (runs.length === 0) this.#drift.end();
    else {
      const body = this.#body();
      this.#variants.all = runs.map(({ variant }) => variant);
      if (body) this.#runs.select(body.id);
      if (body && !this.#figure.simulation.frame?.state) this.#figure.simulation.select(body.id);
      await this.#drift.begin(runs);
      if (runs !== this.#runs.all) return;
      this.#place();
    }
    this.#updateStatus();
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

  // The runs stand side by side along the camera's right, or all in one place. The camera steps back until all are seen.
  #place(): void {
    const { viewer } = this.#figure;
    const body = this.#body();
    if (!viewer || !body) return;
    const radius = Math.max(0.5, viewer.bodies.radius(body.slot));
    const apart = this.#beside.checked ? kApart * radius : 0;
    // To the right, to the left, farther to the right.
    const asides = this.#runs.all.map((_, index) => apart * (index % 2 === 0 ? 1 + index / 2 : -(index + 1) / 2));
    this.#runs.all.forEach((run, index) => run.setAside(asides[index]!));
    const needed = 2 * kSideRoom * (Math.max(0, ...asides) + radius);
    const farther = apart > 0 ? Math.max(1, needed / viewer.camera.freeWidth) : 1 / this.#farther;
    if (farther !== 1) viewer.camera.zoom(farther, false);
    this.#farther = apart > 0 ? this.#farther * farther : 1;
    viewer.invalidate();
  }

  #body(): BodyInfo | null {
    return this.#figure.selection.body ?? this.#figure.simulation.info?.bodies.find((body) => body.type === 'dynamic') ?? null;
  }

  #updateStatus(): void {
    const isOn = this.#runs.all.length > 0;
    this.#start.textContent = isOn ? 'Stop' : 'Compare';
    this.#status.textContent = isOn
      ? ''
      : 'Each run is a simulation of its own; all go by the clock below, and what was done to the scene is done to all.';
    this.#drift.show(isOn);
  }
}
