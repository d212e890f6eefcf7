// One plot over time: its chart with the cursor at the time shown, a table behind it, and the values as a file.
import { Emitter } from '../simulation/emitter';
import type { Channel } from './channels';
import { CurveData, csvOf } from './curve-data';
import type { History } from './history';
import { LineChart, loadCharts } from './line-chart';
import { formatOnce } from './number-format';
import { saveFile } from './save-file';

const kHeight = 190; // CSS pixels
const kDrawMilliseconds = 100; // between drawings of a growing plot, at least
const kDrawShare = 6; // drawing takes at most one part in so many of the time
const kTableRows = 40;

export type PlotOptions = {
  readonly channel: Channel;
  readonly subject: string; // the body, or all bodies
  readonly place: number; // of the body in a row
  readonly stepsPerSecond: number;
  /** The time of a step, s. */
  readonly secondsAt: (step: number) => number;
};

const make = <Name extends keyof HTMLElementTagNameMap>(tag: Name, className: string, text = ''): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};

export class PlotView {
  /** A person wants it away. */
  readonly closed = new Emitter<void>();
  /** A person wants to go to a time of the record, s. */
  readonly seeks = new Emitter<number>();
  readonly element = make('figure', 'plot');
  readonly #options: PlotOptions;
  readonly #data: CurveData;
  readonly #canvas = make('div', 'plot-chart');
  readonly #table = make('table', 'plot-table');
  readonly #details = make('details', 'plot-details');
  readonly #rate = make('input', '');
  #chart: LineChart | null = null;
  #isGone = false;
  #lastDraw = 0;
  #drawTook = 0; // ms, the last time
  #isStale = false;
  #time = 0;

  constructor(options: PlotOptions) {
    this.#options = options;
    const { channel, place, secondsAt } = options;
    this.#data = new CurveData(channel, place, secondsAt);
    this.element.append(this.#head(), this.#canvas, this.#foot());
    this.#canvas.setAttribute('role', 'img');
    this.#canvas.setAttribute('aria-label', `Plot of the ${channel.title} of ${options.subject} over time`);
    void this.#load();
  }

  /** New rows, or another time: `window` (s) is how much of the end is shown, Infinity: all. */
  show(history: History, step: number, now: number, window: number): void {
    this.#time = this.#options.secondsAt(step);
    if (this.#data.update(history)) this.#isStale = true;
    if (this.#isStale && now - this.#lastDraw > Math.max(kDrawMilliseconds, kDrawShare * this.#drawTook)) this.#draw(now, window);
    this.#chart?.setCursor(this.#time);
  }

  /** Draws at once, with another window. */
  redraw(window: number): void {
    this.#draw(performance.now(), window);
  }

  dispose(): void {
    this.#isGone = true;
    this.#chart?.dispose();
    this.element.remove();
  }

  async #load(): Promise<void> {
    const { channel } = this.#options;
    try {
      const Chart = await loadCharts();
      if (this.#isGone) return;
      this.#chart = new LineChart(Chart, this.#canvas, {
        xLabel: 't, s',
        unit: channel.unit,
        height: kHeight,
        lines: channel.curves.map(({ isMain, ...curve }) => ({ ...curve, width: isMain ? 2 : 1.3 })),
      });
      this.#chart.picks.on((time) => this.seeks.emit(time));
      this.#isStale = true;
    } catch {
      this.#canvas.textContent = 'The plot could not be loaded; the table has the numbers.';
    }
  }

  #draw(now: number, window: number): void {
    const begin = performance.now();
    this.#lastDraw = now;
    this.#isStale = false;
    const [times] = this.#data.points;
    const last = times.at(-1) ?? 0;
    const first = times[0] ?? 0;
    this.#chart?.show(this.#data.points, window < last - first ? [last - window, last] : null);
    if (this.#details.open) this.#writeTable();
    this.#drawTook = performance.now() - begin;
  }

  #head(): HTMLElement {
    const { channel, subject } = this.#options;
    const head = make('figcaption', 'plot-head');
    const button = make('button', 'button button-quiet button-round plot-close', '×');
    button.type = 'button';
    button.setAttribute('aria-label', `Close the plot: ${channel.title} of ${subject}`);
    button.addEventListener('click', () => this.closed.emit());
    head.append(make('span', 'plot-title', channel.title), ` ${channel.isOfWorld ? '' : subject}`, button);
    return head;
  }

  #foot(): HTMLElement {
    const { channel, subject, stepsPerSecond } = this.#options;
    const foot = make('div', 'plot-foot');
    this.#details.append(make('summary', '', 'Table'), this.#table);
    this.#details.addEventListener('toggle', () => this.#details.open && this.#writeTable());
    Object.assign(this.#rate, { type: 'number', min: '0.01', max: '10000', step: 'any', value: String(stepsPerSecond) });
    const label = make('label', 'plot-rate');
    label.append(this.#rate, ' values a second');
    const save = make('button', 'button button-outlined plot-save', 'CSV');
    save.type = 'button';
    save.setAttribute('aria-label', `Save as CSV: ${channel.title} of ${subject}`);
    save.addEventListener('click', () => {
      const rate = this.#rate.valueAsNumber;
      if (rate >= 0.01 && rate <= 10_000) saveText(`${subject} ${channel.title}.csv`, csvOf(this.#data, rate));
      else this.#rate.reportValidity();
    });
    const row = make('div', 'plot-save-row');
    row.append(label, save);
    foot.append(this.#details, row);
    return foot;
  }

  // Rows spread evenly over the record: enough to follow by ear or by eye.
  #writeTable(): void {
    const { channel } = this.#options;
    const [times, ...curves] = this.#data.points;
    const head = make('tr', '');
    for (const text of ['t, s', ...channel.curves.map(({ label }) => (channel.unit ? `${label}, ${channel.unit}` : label))]) {
      const cell = make('th', '', text);
      cell.scope = 'col';
      head.append(cell);
    }
    const rows = [head];
    const stride = Math.max(1, Math.ceil(times.length / kTableRows));
    for (let at = 0; at < times.length; at += stride) {
      if (curves.every((curve) => curve[at] === null)) continue;
      const row = make('tr', '');
      row.append(make('td', '', times[at]!.toFixed(3)), ...curves.map((curve) => make('td', '', valueText(curve[at] ?? null))));
      rows.push(row);
    }
    this.#table.replaceChildren(...rows);
  }
}

const valueText = (value: number | null): string =>
  value === null ? '—' : value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(2).replace('-', '−') : formatOnce(value);

/** Saves a text as a file of the person. */
export const saveText = (name: string, text: string, type = 'text/csv'): void => saveFile(name, new Blob([text], { type }));
