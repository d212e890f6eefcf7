// Compare: the scene on display beside up to three runs of it under other schemes or step sizes, by one clock: as ghosts in the same
// place or side by side. Drift is plotted for the selected body, and the order of accuracy can be measured.
import { LineChart, loadCharts } from '../instruments/line-chart';
import { driftText } from '../instruments/number-format';
import { cssColor } from '../instruments/quantities';
import type { Accepted, BodyInfo, BodyState, Frame, WorldInfo } from '../simulation/protocol';
import { invariantsOf, Run, type Invariants, type Variant } from './comparison';
import { make } from './elements';
import type { LabContext, LabPage } from './lab-context';
import { OrderSection } from './order-section';
import { runLines, runSwatch } from './run-lines';
import { motionSchemes } from './scene-fields';
import type { WorldChange } from './scene-session';

const kMostRuns = 3; // beside the one on display
const kMostPoints = 3600; // of a drift plot: then every other one is forgotten
const kDrawMilliseconds = 200;
const kApart = 2.6; // radii between runs that stand side by side
const kStepBack = 2.2; // times as far away
const kLeastDrift = 1e-17; // smaller has no place on a logarithmic axis
const presets: readonly (readonly [string, readonly Variant[]])[] = [
  ['Euler gains energy', [{ motion: 'explicitEuler', stepsPerSecond: null }, { motion: 'exact', stepsPerSecond: null }]],
  ['Gram-Schmidt repairs the matrix, not the motion', [{ motion: 'explicitEuler', stepsPerSecond: null }, { motion: 'explicitEulerGramSchmidt', stepsPerSecond: null }, { motion: 'exact', stepsPerSecond: null }]],
  ['Without the gyroscopic term no flip', [{ motion: 'semiImplicitEulerNoGyro', stepsPerSecond: null }, { motion: 'semiImplicitEuler', stepsPerSecond: null }, { motion: 'exact', stepsPerSecond: null }]],
  ['Runge-Kutta and the splittings', [{ motion: 'rungeKutta4', stepsPerSecond: null }, { motion: 'splitting2', stepsPerSecond: null }, { motion: 'splitting4', stepsPerSecond: null }]],
  ['Half and quarter steps', [{ motion: '', stepsPerSecond: 120 }, { motion: '', stepsPerSecond: 240 }]],
];
const measures = [['energy', '|ΔE / E|'], ['moment', '|Δ|L| / |L||']] as const;

export class ComparePage implements LabPage {
  readonly element = make('div', { class: 'lab-page' });
  readonly #context: LabContext;
  readonly #rows = make('div', { class: 'compare-rows' });
  readonly #start = make('button', { type: 'button', class: 'button button-main compare-start' }, 'Compare');
  readonly #beside = make('input', { type: 'checkbox' }) as HTMLInputElement;
  readonly #measure = make('select', { 'aria-label': 'What is plotted' }) as HTMLSelectElement;
  readonly #chartHost = make('div', { class: 'plot-chart', role: 'img', 'aria-label': 'Drift of each run over time' });
  readonly #table = make('table', { class: 'plot-table compare-table' });
  readonly #status = make('p', { class: 'lab-hint', role: 'status' });
  readonly #order: OrderSection;
  #variants: Variant[] = [{ motion: 'explicitEuler', stepsPerSecond: null }];
  #runs: Run[] = [];
  #beginning = 0; // counts beginnings: only the last one counts
  #own: Invariants | null = null; // of the run on display, at its start
  #chart: LineChart | null = null;
  #points: [number[], ...(number | null)[][]] = [[]];
  #lastDraw = 0;
  #lastStep = -1;

  constructor(context: LabContext) {
    this.#context = context;
    const preset = make('select', { 'aria-label': 'Ready comparisons' }) as HTMLSelectElement;
    preset.append(make('option', { value: '' }, 'Ready comparisons…'), ...presets.map(([title], index) => make('option', { value: String(index) }, title)));
    preset.addEventListener('change', () => {
      const chosen = presets[Number(preset.value)];
      if (!chosen || preset.value === '') return;
      this.#variants = [...chosen[1]];
      this.#showRows();
      void this.#begin();
    });
    for (const [value, text] of measures) this.#measure.append(make('option', { value }, text));
    this.#measure.addEventListener('change', () => this.#clearPoints());
    this.#beside.addEventListener('change', () => this.#stepBack());
    this.#start.addEventListener('click', () => (this.#runs.length > 0 ? this.#end() : void this.#begin()));
    this.#order = new OrderSection({
      scene: () => context.simulation.scene, body: () => this.#body()?.id ?? null, schemes: () => [...new Set(this.#variants.map(({ motion }) => motion || 'automatic'))],
    });
    this.element.append(
      make('div', { class: 'lab-row' }, preset), this.#rows,
      make('div', { class: 'lab-row' }, this.#start, make('label', { class: 'lab-check' }, this.#beside, ' side by side'), this.#measure),
      this.#status, this.#chartHost, this.#table,
      this.#order.element,
    );
    context.simulation.onAccepted((accepted) => this.#pass(accepted));
    context.signal.addEventListener('abort', () => this.#end());
    this.#showRows();
    this.#tell();
  }

  setShown(): void {}

  showFrame(frame: Frame, now: number): void {
    if (this.#runs.length === 0) return;
    const rate = this.#context.info()?.stepsPerSecond ?? 60;
    const seconds = Math.max(0, frame.step - 1 + frame.alpha) / rate;
    for (const run of this.#runs) run.follow(frame.step === 0 ? 0 : seconds, now);
    const state = frame.state;
    if (!state || frame.step === this.#lastStep) return;
    if (frame.step < this.#lastStep) this.#clearPoints();
    if (!this.#own || frame.step === 0) this.#own = invariantsOf(state);
    this.#lastStep = frame.step;
    this.#note(frame.step / rate, state);
    if (now - this.#lastDraw > kDrawMilliseconds) this.#draw(now);
  }

  setWorld(_info: WorldInfo, change: WorldChange): void {
    if (change === 'bodies') return;
    this.#order.stop();
    if (this.#runs.length > 0) void this.#begin();
  }

  select(body: BodyInfo | null): void {
    if (!body) return;
    for (const run of this.#runs) run.select(body.id);
    this.#own = null;
    this.#clearPoints();
    this.#place();
  }

  // ---- the list of runs ----

  #showRows(): void {
    const rows = this.#variants.map((variant, index) => this.#row(variant, index));
    const add = make('button', { type: 'button', class: 'button button-link' }, 'One more');
    add.addEventListener('click', () => {
      this.#variants.push({ motion: 'exact', stepsPerSecond: null });
      this.#showRows();
      if (this.#runs.length > 0) void this.#begin();
    });
    const own = make('div', { class: 'compare-row' }, runSwatch(0), make('span', {}, 'the scene as it is'));
    this.#rows.replaceChildren(own, ...rows, ...(this.#variants.length < kMostRuns ? [add] : []));
  }

  #row(variant: Variant, index: number): HTMLElement {
    const scheme = make('select', { 'aria-label': `Scheme of run ${index + 1}` }) as HTMLSelectElement;
    scheme.append(make('option', { value: '' }, 'its own scheme'), ...motionSchemes.map((name) => make('option', { value: name }, name)));
    scheme.value = variant.motion;
    const rate = make('input', { type: 'number', min: '10', max: '10000', step: '1', placeholder: 'steps/s', 'aria-label': `Steps per second of run ${index + 1}` }) as HTMLInputElement;
    rate.value = variant.stepsPerSecond ? String(variant.stepsPerSecond) : '';
    const change = (): void => {
      if (!rate.validity.valid) return void rate.reportValidity();
      this.#variants[index] = { motion: scheme.value, stepsPerSecond: rate.value === '' ? null : rate.valueAsNumber };
      if (this.#runs.length > 0) void this.#begin();
    };
    scheme.addEventListener('change', change);
    rate.addEventListener('change', change);
    const remove = make('button', { type: 'button', class: 'button button-quiet button-round', 'aria-label': `Remove run ${index + 1}` }, '×');
    remove.addEventListener('click', () => {
      this.#variants.splice(index, 1);
      this.#showRows();
      if (this.#variants.length === 0) this.#end();
      else if (this.#runs.length > 0) void this.#begin();
    });
    return make('div', { class: 'compare-row' }, runSwatch(index + 1), scheme, rate, remove);
  }

  // ---- running ----

  async #begin(): Promise<void> {
    const beginning = ++this.#beginning;
    this.#drop();
    const { simulation, viewer } = this.#context;
    const body = this.#body();
    if (this.#variants.length === 0 || !body) return;
    this.#status.textContent = 'Starting the other runs…';
    const begun = await Promise.allSettled(this.#variants.map((variant, index) => Run.begin(simulation.scene, variant, cssColor(runLines[index + 1]!.colorProperty), viewer, body.id)));
    const runs = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = begun.find((one) => one.status === 'rejected') as PromiseRejectedResult | undefined;
    if (beginning !== this.#beginning || refused) {
      for (const run of runs) run.dispose();
      if (beginning === this.#beginning) this.#status.textContent = refused ? String((refused.reason as Error).message) : '';
      return;
    }
    this.#runs = runs;
    if (!simulation.frame?.state) simulation.select(body.id);
    await this.#makeChart();
    this.#place();
    this.#tell();
    await simulation.reset().catch(() => {});
    this.#context.wake();
  }

  #end(): void {
    this.#beginning += 1;
    this.#drop();
    this.#tell();
  }

  #drop(): void {
    for (const run of this.#runs) run.dispose();
    this.#runs = [];
    this.#own = null;
    this.#chart?.dispose();
    this.#chart = null;
    this.#chartHost.replaceChildren();
    this.#table.replaceChildren();
    this.#clearPoints();
  }

  #pass(accepted: Accepted): void {
    const rate = this.#context.info()?.stepsPerSecond ?? 60;
    for (const run of this.#runs) run.command(accepted, rate);
    if (this.#runs.length === 0 || accepted.command.type === 'drag') return;
    this.#own = null;
    this.#clearPoints();
  }

  // Beside each other along the camera's right, or all in one place.
  #place(): void {
    const { viewer } = this.#context;
    const body = this.#body();
    if (!viewer || !body) return;
    const apart = this.#beside.checked ? kApart * Math.max(0.5, viewer.bodies.radius(body.slot)) : 0;
    // To the right, to the left, farther to the right.
    this.#runs.forEach((run, index) => run.setAside(apart * (index % 2 === 0 ? 1 + index / 2 : -(index + 1) / 2)));
  }

  // From farther away all of them are seen.
  #stepBack(): void {
    this.#context.viewer?.camera.zoom(this.#beside.checked ? kStepBack : 1 / kStepBack, false);
    this.#context.viewer?.invalidate();
    this.#place();
  }

  #body(): BodyInfo | null {
    return this.#context.selected() ?? this.#context.info()?.bodies.find((body) => body.type === 'dynamic') ?? null;
  }

  // ---- drift ----

  async #makeChart(): Promise<void> {
    const Chart = await loadCharts().catch(() => null);
    if (!Chart || this.#runs.length === 0) return;
    this.#chart?.dispose();
    this.#chartHost.replaceChildren();
    const names = ['as it is', ...this.#runs.map(({ variant }) => nameOf(variant))];
    this.#chart = new LineChart(Chart, this.#chartHost, { xLabel: 't, s', unit: '', height: 190, logarithmic: 'y', lines: names.map((label, index) => ({ label, width: 1.8, ...runLines[index]! })) });
    this.#clearPoints();
  }

  #note(time: number, own: BodyState): void {
    const kind = this.#measure.value as keyof Invariants;
    const drift = (state: BodyState | null, start: Invariants | null): number | null => {
      if (!state || !start) return null;
      const value = Math.abs((invariantsOf(state)[kind] - start[kind]) / start[kind]);
      return Number.isFinite(value) ? Math.max(kLeastDrift, value) : null;
    };
    const values = [drift(own, this.#own), ...this.#runs.map((run) => drift(run.state, run.start))];
    const [times, ...curves] = this.#points;
    times.push(time);
    values.forEach((value, index) => curves[index]?.push(value));
    if (times.length < kMostPoints) return;
    for (const list of this.#points) for (let at = 0; at < kMostPoints / 2; at += 1) list[at] = list[2 * at]!;
    for (const list of this.#points) list.length = kMostPoints / 2;
  }

  #draw(now: number): void {
    this.#lastDraw = now;
    this.#chart?.show(this.#points);
    const head = make('tr', {}, ...['run', 'ΔE / E', 'Δ|L| / |L|', '|AᵀA − 1|', '| |q| − 1 |'].map((text) => make('th', { scope: 'col' }, text)));
    const row = (name: string, state: BodyState | null, start: Invariants | null): HTMLElement => {
      const present = state ? invariantsOf(state) : null;
      const drifts = measures.map(([kind]) => (present && start ? driftText((present[kind] - start[kind]) / Math.abs(start[kind])) : '—'));
      const defects = state ? [driftText(state.matrixDefect), driftText(state.quaternionDefect)] : ['—', '—'];
      return make('tr', {}, make('th', { scope: 'row' }, name), ...[...drifts, ...defects].map((text) => make('td', {}, text)));
    };
    const own = this.#context.simulation.frame?.state ?? null;
    this.#table.replaceChildren(head, row('as it is', own, this.#own), ...this.#runs.map((run) => row(nameOf(run.variant), run.state, run.start)));
  }

  #clearPoints(): void {
    this.#points = [[], ...Array.from({ length: this.#runs.length + 1 }, (): (number | null)[] => [])];
    this.#lastStep = -1;
  }

  #tell(): void {
    const isOn = this.#runs.length > 0;
    this.#start.textContent = isOn ? 'Stop' : 'Compare';
    this.#status.textContent = isOn ? '' : 'Each run is a simulation of its own; all go by the clock below and get the same pushes.';
    this.#chartHost.hidden = !isOn;
    this.#table.hidden = !isOn;
  }
}

const nameOf = ({ motion, stepsPerSecond }: Variant): string => [motion || 'its own', stepsPerSecond ? `${stepsPerSecond}/s` : ''].filter(Boolean).join(', ');
