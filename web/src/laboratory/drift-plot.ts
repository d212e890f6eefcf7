// The drift of energy and angular momentum of the selected body in each run: a logarithmic plot over time, and a table of the
// newest values.
import { make } from '../dom/elements';
import { LineChart, loadCharts } from '../instruments/line-chart';
import { driftText } from '../instruments/number-format';
import type { BodyState } from '../simulation/protocol';
import { invariantsOf, nameOf, type Invariants, type Run } from '../figure/comparison';
import { runLines } from '../figure/run-lines';

const kMostPoints = 3600; // then every other one is forgotten
const kDrawMilliseconds = 200;
const kDrifts = [1e-17, 1e6] as const; // smaller values have no place on a logarithmic axis, larger ones would leave none for the rest
const measures = [
  ['energy', 'drift of energy, |ΔE / E|'],
  ['moment', 'drift of |L|, |Δ|L| / |L||'],
] as const;
const columns = [
  ['run', 'by which scheme, and how many steps a second'],
  ['ΔE / E', 'energy, since the start'],
  ['Δ|L| / |L|', 'angular momentum, since the start'],
  ['|AᵀA − 1|', 'error of the matrix: how far its axes are from right angles and length 1'],
  ['| |q| − 1 |', 'error of the quaternion: how far its length is from 1'],
] as const;

export class DriftPlot {
  readonly measure = make('select', { 'aria-label': 'Which drift is plotted' }) as HTMLSelectElement;
  readonly host = make('div', { class: 'plot-chart', role: 'img', 'aria-label': 'Drift of each run over time' });
  readonly table = make('table', { class: 'plot-table compare-table' });
  readonly #rows = make('tbody', {});
  #runs: readonly Run[] = [];
  #own: Invariants | null = null; // of the run on display, at its start
  #chart: LineChart | null = null;
  #points: [number[], ...(number | null)[][]] = [[]];
  #lastDraw = 0;
  #lastStep = -1;

  constructor() {
    for (const [value, text] of measures) this.measure.append(make('option', { value }, text));
    const heads = columns.map(([text, title], index) =>
      make('th', { scope: 'col', title, class: 'has-hint', tabindex: index === 0 ? '0' : '-1' }, text),
    );
    this.table.append(make('thead', {}, make('tr', {}, ...heads)), this.#rows); // one of the heads may have the focus
    this.measure.addEventListener('change', () => this.#clear());
    this.show(false);
  }

  show(isOn: boolean): void {
    this.host.hidden = this.table.hidden = !isOn;
  }

  /** Makes the chart of these runs beside the one on display. */
  async begin(runs: readonly Run[]): Promise<void> {
    this.#runs = runs;
    const Chart = await loadCharts().catch(() => null);
    if (!Chart || this.#runs !== runs) return;
    this.#chart?.dispose();
    this.host.replaceChildren();
    const names = ['as it is', ...runs.map(({ variant }) => nameOf(variant))];
    this.#chart = new LineChart(Chart, this.host, {
      xLabel: 't, s',
      unit: '',
      height: 190,
      logarithmic: 'y',
      lines: names.map((label, index) => ({ label, width: 1.8, ...runLines[index]! })),
    });
    this.#clear();
  }

  end(): void {
    this.#runs = [];
    this.#chart?.dispose();
    this.#chart = null;
    this.host.replaceChildren();
    this.#rows.replaceChildren();
    this.restart();
  }

  /** Drift counts from here on: a push, or another body. */
  restart(): void {
    this.#own = null;
    this.#clear();
  }

  /** The state of the run on display after a step. */
  add(step: number, seconds: number, state: BodyState, now: number): void {
    if (step === this.#lastStep) return;
    if (step < this.#lastStep) this.#clear();
    if (!this.#own || step === 0) this.#own = invariantsOf(state);
    this.#lastStep = step;
    this.#record(seconds, state);
    if (now - this.#lastDraw > kDrawMilliseconds) this.#draw(now, state);
  }

  #record(time: number, own: BodyState): void {
    const kind = this.measure.value as keyof Invariants;
    const drift = (state: BodyState | null, start: Invariants | null): number | null => {
      if (!state || !start) return null;
      const value = Math.abs((invariantsOf(state)[kind] - start[kind]) / start[kind]);
      return Number.isFinite(value) ? Math.min(kDrifts[1], Math.max(kDrifts[0], value)) : null;
    };
    const values = [drift(own, this.#own), ...this.#runs.map((run) => (run.isLost ? null : drift(run.state, run.start)))];
    const [times, ...curves] = this.#points;
    times.push(time);
    values.forEach((value, index) => curves[index]?.push(value));
    if (times.length < kMostPoints) return;
    for (const list of this.#points) for (let at = 0; at < kMostPoints / 2; at += 1) list[at] = list[2 * at]!;
    for (const list of this.#points) list.length = kMostPoints / 2;
  }

  #draw(now: number, own: BodyState): void {
    this.#lastDraw = now;
    this.#chart?.show(this.#points);
    this.#chart?.setCursor(this.#points[0].at(-1) ?? 0);
    const row = (name: string, state: BodyState | null, start: Invariants | null): HTMLElement => {
      const present = state ? invariantsOf(state) : null;
      const drifts = measures.map(([kind]) => (present && start ? driftText((present[kind] - start[kind]) / Math.abs(start[kind])) : '—'));
      const defects = state ? [driftText(state.matrixDefect), driftText(state.quaternionDefect)] : ['—', '—'];
      return make('tr', {}, make('th', { scope: 'row' }, name), ...[...drifts, ...defects].map((text) => make('td', {}, text)));
    };
    this.#rows.replaceChildren(
      row('as it is', own, this.#own),
      ...this.#runs.map((run) =>
        run.isLost
          ? row(`${nameOf(run.variant)}: beyond all numbers, stopped`, null, null)
          : row(nameOf(run.variant), run.state, run.start),
      ),
    );
  }

  #clear(): void {
    this.#points = [[], ...Array.from({ length: this.#runs.length + 1 }, (): (number | null)[] => [])];
    this.#lastStep = -1;
  }
}
