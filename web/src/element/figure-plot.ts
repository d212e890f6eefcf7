// A plot in prose: the quantities of a figure over the time of its run, with the cursor at the present. A click, a drag and keys lead the figure to
// another time.
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { joinedChannel, titleOf, type Strand } from '../instruments/joined-channel';
import { formatFixed, formatOnce, withUnit } from '../instruments/number-format';
import { lastSeconds, PlotCanvas, type RangeOf } from '../instruments/plot-canvas';
import type { Frame } from '../simulation/protocol';
import { SpokenError } from '../words/spoken-error';
import { FigureRecord } from './figure-record';
import type { Instrument, InstrumentPlace } from './instrument-element';
import { plottedIn } from './plotted';

const kPage = 60; // steps by Page Up and Page Down

type Chart = { readonly canvas: PlotCanvas; readonly slider: HTMLElement };

export class FigurePlot implements Instrument {
  readonly #place: InstrumentPlace;
  readonly #record: FigureRecord;
  readonly #range: RangeOf;
  #figure: Figure | null = null;
  #charts: Chart[] = [];
  #shown = ''; // what the charts are about
  #leave: (() => void)[] = [];
  #leaveFigure: (() => void)[] = [];
  #step = 0;
  #wanted: number | null = null; // step
  #isLeading = false;

  constructor(place: InstrumentPlace) {
    this.#place = place;
    this.#range = rangeOf(place.numbers);
    this.#record = FigureRecord.of(place.figure);
    this.#leave = [this.#record.frames.on((frame) => this.#show(frame))];
  }

  follow(figure: Figure): void {
    this.#record.follow(figure);
    if (figure === this.#figure) return;
    this.#figure = figure;
    this.#leaveFigure.forEach((off) => off());
    this.#leaveFigure = [
      figure.worlds.on(({ change }) => change !== 'slots' && this.#renew()),
      figure.selection.changed.on(() => this.#renew()),
    ];
    this.#choose();
  }

  recolor(): void {
    for (const { canvas } of this.#charts) canvas.recolor();
  }

  dispose(): void {
    this.#leave.forEach((off) => off());
    this.#leaveFigure.forEach((off) => off());
    this.#record.leave(this);
    this.#clear();
  }

  // Bodies came or went, or another one is selected.
  #renew(): void {
    try {
      this.#choose();
      this.#place.report(null);
    } catch (error) {
      this.#place.report(error);
    }
  }

  #choose(): void {
    const figure = this.#figure!;
    const charts = plottedIn(this.#place.show, figure);
    const bodies = [...new Set(charts.flat().flatMap(({ body }) => (body ? [body.id] : [])))];
    const joints = [...new Set(charts.flat().flatMap(({ joint }) => (joint ? [joint.index] : [])))];
    const any = figure.simulation.info?.bodies.find(({ type }) => type !== 'static')?.id ?? 0;
    this.#record.want(this, bodies.length > 0 ? bodies : [any], joints); // the sums of the world come with a body
    const shown = charts
      .flat()
      .map(({ channel, body, joint, curve }) => `${channel.id} ${body?.id} ${body?.name} ${joint?.index} ${joint?.name} ${curve}`)
      .join();
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#clear();
    this.#charts = charts.map((strands) => this.#makeChart(strands));
    const { frame } = figure.simulation;
    if (frame) this.#show(frame);
  }

  #clear(): void {
    for (const { canvas } of this.#charts) canvas.dispose();
    this.#charts = [];
    this.#place.host.replaceChildren();
  }

  #makeChart(strands: readonly Strand[]): Chart {
    const { host, label, lang, translate, drawn } = this.#place;
    const channel = joinedChannel(strands, translate);
    const title = label ?? capital(titleOf(strands, translate));
    const legend = make('div', { class: 'plot-chart plot-legend', 'aria-hidden': 'true' });
    const canvas = new PlotCanvas({
      channel,
      place: 0,
      secondsAt: (step) => this.#figure!.simulation.secondsAt(step),
      height: null,
      legend,
      colorsOf: host,
      failure: translate('The plot could not be loaded.'),
    });
    const over = translate('{title} over time', { title });
    const slider = make('div', { class: 'plot-area', role: 'slider', tabindex: '0', 'aria-label': over }, canvas.element);
    slider.addEventListener('keydown', (event) => this.#key(event));
    canvas.seeks.on((time) => this.#seek(Math.max(0, this.#figure!.simulation.stepAt(time))));
    canvas.drawn.on(() => canvas.data.points[0].length > 0 && drawn()); // axes alone are no plot
    host.append(
      make('div', { class: 'plot-box' }, make('div', { class: 'plot-title', ...(label !== null && { lang }) }, title), slider, legend),
    );
    return { canvas, slider };
  }

  #show({ step }: Frame): void {
    this.#step = step;
    const { history } = this.#record;
    const now = performance.now();
    const { secondsAt } = this.#figure!.simulation;
    const end = history.count > 0 ? secondsAt(history.step(history.count - 1)) : 0;
    for (const { canvas, slider } of this.#charts) {
      canvas.show(history, step, now, this.#range);
      slider.ariaValueMin = '0';
      slider.ariaValueMax = end.toFixed(2);
      slider.ariaValueNow = secondsAt(step).toFixed(2);
      if (slider.matches(':focus')) slider.ariaValueText = this.#said(canvas, secondsAt(step));
    }
  }

  #said({ data }: PlotCanvas, time: number): string {
    const { curves, unit } = data.channel;
    const values = data
      .valuesAt(time)
      .map((value, at) => `${curves[at]!.label} ${value === null ? this.#place.translate('nothing') : formatOnce(value)}`);
    return withUnit(`${formatFixed(time, 2)} s: ${values.join(', ')}`, unit);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.#record.history.count > 0 ? this.#record.history.step(this.#record.history.count - 1) : 0;
    const from = this.#wanted ?? this.#step;
    const to: Record<string, number> = {
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      PageUp: from + kPage,
      PageDown: from - kPage,
      Home: 0,
      End: last,
    };
    const step = to[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#seek(Math.max(0, step));
  }

  // One seek at a time, the newest one last; it wakes the figure.
  #seek(step: number): void {
    this.#wanted = step;
    if (!this.#isLeading) void this.#lead();
  }

  async #lead(): Promise<void> {
    this.#isLeading = true;
    try {
      for (let step = this.#wanted; step !== null; step = this.#wanted) {
        await this.#place.figure.seek(step);
        if (this.#wanted === step) this.#wanted = null;
      }
    } catch (error) {
      this.#wanted = null;
      this.#place.report(error);
    }
    this.#isLeading = false;
  }
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

// From and to, or the last seconds, or all.
function rangeOf({ from, to, window }: InstrumentPlace['numbers']): RangeOf {
  if (window != null) {
    if (!(window > 0)) throw new SpokenError('window: {window} seconds are none.', { window });
    return lastSeconds(window);
  }
  if (from == null && to == null) return (first, last) => [first, Math.max(last, first + 1)];
  if (from != null && to != null && from >= to)
    throw new SpokenError('to: {to} s is not after {from} s, where the plot begins.', { to, from });
  return (first, last) => [from ?? Math.min(first, to!), to ?? Math.max(last, from! + 1e-3)];
}
