// The order of accuracy of schemes, measured on the open scene: a button, a chart of error over step with both axes
// logarithmic, and the table behind it.
import { make } from '../dom/elements';
import { LineChart, loadCharts } from '../instruments/line-chart';
import { driftText } from '../instruments/number-format';
import { wordFor } from '../instruments/scheme-names';
import { sentenceOf } from '../simulation/problems';
import { measureOrders, orderRates, type Order } from './order-of-accuracy';
import { runLines } from '../figure/run-lines';

const kSeconds = 1; // how long each run is

export type OrderOptions = {
  readonly scene: () => unknown;
  /** The body whose error is measured; null: no body moves. */
  readonly body: () => number | null;
  readonly schemes: () => readonly string[];
};

export class OrderSection {
  readonly element = make('section', { class: 'compare-orders', 'aria-label': 'Order of accuracy' });
  readonly #options: OrderOptions;
  readonly #button = make('button', { type: 'button', class: 'button button-outlined' });
  readonly #status = make('p', { class: 'lab-hint', role: 'status', hidden: '' });
  readonly #host = make('div', {
    class: 'plot-chart compare-order',
    role: 'img',
    'aria-label': 'Error over step size, both logarithmic',
    hidden: '',
  });
  readonly #table = make('table', { class: 'plot-table compare-table', hidden: '' });
  #chart: LineChart | null = null;
  #measuring: AbortController | null = null;

  constructor(options: OrderOptions) {
    this.#options = options;
    this.#button.addEventListener('click', () => (this.#measuring ? this.stop() : void this.#measure()));
    this.element.append(make('div', { class: 'lab-row lab-actions' }, this.#button), this.#status, this.#host, this.#table);
    this.#updateStatus('');
  }

  stop(): void {
    this.#measuring?.abort();
  }

  async #measure(): Promise<void> {
    const body = this.#options.body();
    if (body === null) return this.#updateStatus('There is no body that moves.');
    const measuring = new AbortController();
    this.#measuring = measuring;
    try {
      const orders = await measureOrders(
        this.#options.scene(),
        body,
        kSeconds,
        this.#options.schemes(),
        (text) => this.#updateStatus(`Measuring: ${text}…`),
        measuring.signal,
      );
      if (!measuring.signal.aborted) await this.#show(orders);
      this.#measuring = null;
      this.#updateStatus('');
    } catch (error) {
      this.#measuring = null;
      this.#updateStatus(sentenceOf(error));
    }
  }

  async #show(orders: readonly Order[]): Promise<void> {
    const text = (error: number | null): string => (error === null ? 'rounding' : driftText(error));
    const head = make(
      'tr',
      {},
      ...['', 'order', ...orderRates.map((rate) => `1/${rate} s`)].map((words) => make('th', { scope: 'col' }, words)),
    );
    const rows = orders.map(({ motion, errors, slope }) =>
      make(
        'tr',
        {},
        make('th', { scope: 'row' }, wordFor(motion)),
        make('td', { class: 'compare-slope' }, slope === null ? '—' : slope.toFixed(2)),
        ...errors.map((error) => make('td', {}, text(error))),
      ),
    );
    this.#table.replaceChildren(
      make('caption', {}, `Error after ${kSeconds} s, angle in rad and distance in m, by the step h`),
      head,
      ...rows,
    );
    this.#table.hidden = this.#host.hidden = false;
    const Chart = await loadCharts();
    this.#chart?.dispose();
    this.#host.replaceChildren();
    this.#chart = new LineChart(Chart, this.#host, {
      xLabel: 'h, s',
      unit: 'rad',
      height: 190,
      logarithmic: 'both',
      lines: orders.map(({ motion }, index) => ({
        label: wordFor(motion),
        points: true,
        width: 1.8,
        ...runLines[(index + 1) % runLines.length]!,
      })),
    });
    const steps = orderRates.map((rate) => 1 / rate).reverse();
    this.#chart.show([steps, ...orders.map(({ errors }) => [...errors].reverse())]);
  }

  #updateStatus(text: string): void {
    this.#status.textContent = text;
    this.#status.hidden = text === '';
    this.#button.textContent = this.#measuring ? 'Stop measuring' : 'Measure the order of accuracy';
  }
}
