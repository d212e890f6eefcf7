// The curves of a channel over time, drawn as rows are recorded, with the cursor at the time shown.
import '../../styles/plot-chart.css';
import { Emitter } from '../simulation/emitter';
import type { Channel } from './channels';
import { CurveData } from './curve-data';
import type { History } from './history';
import { LineChart, loadCharts, type ChartOptions } from './line-chart';

const kDrawMilliseconds = 100; // between drawings of a growing plot, at least
const kDrawShare = 6; // drawing takes at most one part in so many of the time

export type PlotCanvasOptions = Pick<ChartOptions, 'height' | 'legend' | 'colorsOf'> & {
  readonly channel: Channel;
  readonly place: number; // of the body in a row
  /** The time of a step, s. */
  readonly secondsAt: (step: number) => number;
  /** What stands there where it cannot be drawn. */
  readonly failure: string;
};

/** What is shown of the times on record, s; null: all. */
export type RangeOf = (first: number, last: number) => [number, number] | null;

/** `window` (s) is how much of the end is shown, Infinity: all. */
export const lastSeconds =
  (window: number): RangeOf =>
  (first, last) =>
    window < last - first ? [last - window, last] : null;

export class PlotCanvas {
  /** A person wants to go to a time of the record, s. */
  readonly seeks = new Emitter<number>();
  readonly drawn = new Emitter<void>();
  readonly data: CurveData;
  readonly element: HTMLElement;
  readonly #options: PlotCanvasOptions;
  #chart: LineChart | null = null;
  #isGone = false;
  #lastDraw = 0;
  #drawTook = 0; // ms, the last time
  #isStale = false;
  #time = 0;
  #rangeOf: RangeOf | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PlotCanvasOptions) {
    this.#options = options;
    this.data = new CurveData(options.channel, options.place, options.secondsAt);
    this.element = document.createElement('div');
    this.element.className = 'plot-chart';
    void this.#load();
  }

  /** New rows, or another time. */
  show(history: History, step: number, now: number, rangeOf: RangeOf): void {
    this.#time = this.#options.secondsAt(step);
    this.#rangeOf = rangeOf;
    if (this.data.update(history)) this.#isStale = true;
    const wait = Math.max(kDrawMilliseconds, kDrawShare * this.#drawTook) - (now - this.#lastDraw);
    clearTimeout(this.#later);
    if (this.#isStale && wait < 0) this.redraw(rangeOf);
    else if (this.#isStale) this.#later = setTimeout(() => this.redraw(rangeOf), wait + 1); // no frame may come for long: the figure may stand
    this.#chart?.setCursor(this.#time);
  }

  /** Draws at once. */
  redraw(rangeOf: RangeOf): void {
    const begin = performance.now();
    this.#lastDraw = begin;
    const [times] = this.data.points;
    this.#isStale = false;
    this.#chart?.show(this.data.points, rangeOf(times[0] ?? 0, times.at(-1) ?? 0));
    this.drawn.emit();
    this.#drawTook = performance.now() - begin;
  }

  /** The theme has changed. */
  recolor(): void {
    this.#chart?.recolor();
    this.#chart?.setCursor(this.#time);
  }

  dispose(): void {
    this.#isGone = true;
    clearTimeout(this.#later);
    this.#chart?.dispose();
    this.element.remove();
  }

  async #load(): Promise<void> {
    const { channel, height, legend, colorsOf } = this.#options;
    try {
      const Chart = await loadCharts();
      if (this.#isGone) return;
      this.#chart = new LineChart(Chart, this.element, {
        xLabel: 't, s',
        unit: channel.unit,
        height,
        lines: channel.curves.map(({ isMain, ...curve }) => ({ ...curve, width: isMain ? 2 : 1.3 })),
        ...(legend && { legend }),
        ...(colorsOf && { colorsOf }),
      });
      this.#chart.picks.on((time) => this.seeks.emit(time));
      if (this.#rangeOf && this.data.points[0].length > 0) this.redraw(this.#rangeOf);
    } catch {
      this.element.textContent = this.#options.failure;
    }
  }
}
