// A chart of lines drawn with uPlot, which loads with the first chart. Colours come from the page's tokens, anew when the theme
// changes.
import { Emitter } from '../simulation/emitter';
import { observeSize } from './observe-size';
import { cssColor } from './quantities';
import { formatShort, plottedText } from './number-format';
import type UPlot from 'uplot';

export type ChartLine = {
  readonly label: string;
  readonly colorProperty: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly points?: boolean;
};

export type ChartOptions = {
  readonly xLabel: string;
  readonly unit: string;
  readonly lines: readonly ChartLine[];
  /** CSS pixels; null: as high as its host is, whose size must not follow from the chart's. */
  readonly height: number | null;
  readonly logarithmic?: 'y' | 'both';
  readonly hasLegend?: boolean;
  /** Holds the legend; left out: it stands below the chart. */
  readonly legend?: HTMLElement;
  /** Whose colours it takes; left out: those of the page. */
  readonly colorsOf?: Element;
};

let loading: Promise<typeof UPlot> | null = null;

// uPlot asks for number formats in the browser's language when it loads, and fails where that is none ("C", in WebKit on a
// system without locales).
function ensureLanguage(): void {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  }
}

export function loadCharts(): Promise<typeof UPlot> {
  if (!loading) ensureLanguage();
  loading ??= Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(
    ([module]) => module.default,
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const kAcross = 6; // CSS pixels that a pointer goes along a chart, more than up or down, before it leads
const kAxisFont = '11.5px system-ui, sans-serif';

export class LineChart {
  /** A click into the chart, or a drag in it, at this x. */
  readonly picks = new Emitter<number>();
  readonly #Chart: typeof UPlot;
  readonly #host: HTMLElement;
  readonly #options: ChartOptions;
  readonly #stopObserving: () => void;
  readonly #theme = window.matchMedia('(prefers-color-scheme: dark)');
  #chart: UPlot;
  #data: UPlot.AlignedData;
  #range: [number, number] | null = null;

  /** `Chart` from loadCharts(). */
  constructor(Chart: typeof UPlot, host: HTMLElement, options: ChartOptions) {
    this.#Chart = Chart;
    this.#host = host;
    this.#options = options;
    this.#data = [[], ...options.lines.map(() => [])] as UPlot.AlignedData;
    this.#chart = this.#make();
    this.#stopObserving = observeSize(host, () => {
      const height = this.#height;
      if (host.clientWidth > 0 && (host.clientWidth !== this.#chart.width || height !== this.#chart.height))
        this.#chart.setSize({ width: host.clientWidth, height });
    });
    this.#theme.addEventListener('change', this.recolor);
  }

  /** Draws points; x from `range`, or all. */
  show(points: readonly (readonly (number | null)[])[], range: [number, number] | null = null): void {
    this.#data = points as UPlot.AlignedData;
    this.#range = range;
    this.#chart.setData(this.#data);
  }

  /** Puts the cursor to an x, unless a pointer is over the chart. */
  setCursor(x: number): void {
    if (this.#chart.over.matches(':hover')) return;
    const left = this.#chart.valToPos(x, 'x');
    if (Number.isFinite(left)) this.#chart.setCursor({ left, top: -10 });
  }

  dispose(): void {
    this.#theme.removeEventListener('change', this.recolor);
    this.#stopObserving();
    this.#chart.destroy();
  }

  /** Draws anew, in the colours of the present theme. */
  readonly recolor = (): void => {
    this.#chart.destroy();
    this.#options.legend?.replaceChildren();
    this.#chart = this.#make();
  };

  get #height(): number {
    return this.#options.height ?? Math.max(60, this.#host.clientHeight);
  }

  #make(): UPlot {
    const { lines, unit, xLabel, logarithmic, hasLegend = true, legend, colorsOf } = this.#options;
    const [ink, grid] = [cssColor('--ink-soft', colorsOf), cssColor('--line', colorsOf)];
    const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1, size: 4 }, font: kAxisFont };
    const sign = unit === '°' ? unit : ''; // beside an axis nobody would see it
    const value = (_chart: UPlot, number: number | null): string => plottedText(number);
    const signed = (chart: UPlot, number: number | null): string => value(chart, number) + (number === null ? '' : sign);
    // Of a logarithmic axis at most eight decades are marked.
    const decades = (_chart: UPlot, values: number[]): (number | null)[] => {
      const powers = values.map((number) => Math.round(Math.log10(number) * 1e6) / 1e6);
      const whole = powers.filter((power) => Number.isInteger(power));
      const every = Math.max(1, Math.ceil(whole.length / 8));
      return values.map((number, index) => (powers[index]! % every === 0 ? number : null));
    };
    const ticks = (_chart: UPlot, values: number[]): string[] => values.map((number) => (number === null ? '' : formatTick(number)));
    const chart = new this.#Chart(
      {
        width: Math.max(200, this.#host.clientWidth),
        height: this.#height,
        scales: {
          x: {
            time: false,
            ...(logarithmic === 'both'
              ? { distr: 3 as const }
              : {
                  range: (_chart: UPlot, low: number, high: number): [number, number] => this.#range ?? [low, high > low ? high : low + 1],
                }),
          },
          y: logarithmic ? { distr: 3 } : { range: (_chart, low, high): [number, number] => niceRange(low, high) },
        },
        series: [
          { label: xLabel, value },
          ...lines.map((line) => ({
            label: line.label,
            stroke: cssColor(line.colorProperty, colorsOf),
            width: line.width ?? 1.3,
            spanGaps: false,
            value: signed,
            ...(line.dash ? { dash: [...line.dash] } : {}),
            points: { show: line.points ?? false, size: 7 },
          })),
        ],
        axes: [
          { ...axis, size: 26, gap: 3, ...(logarithmic === 'both' ? { values: ticks } : {}) },
          {
            ...axis,
            ...(logarithmic ? { filter: decades, grid: { ...axis.grid, filter: decades }, ticks: { ...axis.ticks, filter: decades } } : {}),
            size: (_chart: UPlot, texts: string[] | null): number => Math.max(52, 16 + 6.6 * longestOf(texts ?? [])),
            gap: 3,
            values: (chart: UPlot, values: number[]): string[] => ticks(chart, values).map((text) => text && text + sign),
            label: sign ? '' : unit,
            labelSize: unit ? 16 : 0,
            labelGap: 0,
            labelFont: kAxisFont,
          },
        ],
        legend: {
          show: hasLegend,
          markers: { width: 0, fill: (_chart, index) => pieceOf(lines[index - 1]!, colorsOf) },
          ...(legend && { mount: (_chart: UPlot, table: HTMLElement) => legend.append(table) }),
        },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      },
      this.#data,
      this.#host,
    );
    const pick = ({ clientX }: MouseEvent): void => {
      this.picks.emit(chart.posToVal(clientX - chart.over.getBoundingClientRect().left, 'x'));
    };
    let down: PointerEvent | null = null; // of a finger that may be about to scroll the page, or a mouse that may be about to click
    chart.over.addEventListener('click', pick);
    chart.over.addEventListener('pointerdown', (event) => {
      chart.over.setPointerCapture(event.pointerId);
      down = event;
    });
    chart.over.addEventListener('pointermove', (event) => {
      const { buttons, clientX, clientY } = event;
      if (buttons !== 1) return;
      if (down && Math.abs(clientX - down.clientX) < Math.max(kAcross, Math.abs(clientY - down.clientY))) return;
      down = null;
      pick(event);
    });
    return chart;
  }
}

// A piece of the line as CSS, with its dashes: colours alone tell too little, and a system may force its own.
function pieceOf({ colorProperty, dash = [1] }: ChartLine, colorsOf?: Element): string {
  const color = cssColor(colorProperty, colorsOf);
  let at = 0;
  const parts = dash.map((length, index) => `${index % 2 === 0 ? color : '#0000'} ${at}px ${(at += length)}px`);
  return `repeating-linear-gradient(90deg, ${parts.join()})`;
}

const longestOf = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text?.length ?? 0));
const formatTick = (value: number): string =>
  Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3)
    ? formatShort(value)
    : String(Number(value.toPrecision(4))).replace('-', '−');

// A flat line is not blown up into noise: at least a millionth of its size is shown around it.
function niceRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const middle = (low + high) / 2;
  const half = Math.max((high - low) / 2, Math.abs(middle) * 1e-6, Number.MIN_VALUE * 1e20) * 1.08;
  return [middle - half, middle + half];
}
