// One plot over time: its chart with the cursor at the time shown, a table behind it, and the values as a file.
import { Emitter } from '../simulation/emitter';
import type { Channel } from './channels';
import { csvOf } from './curve-data';
import type { History } from './history';
import { plottedText } from './number-format';
import { lastSeconds, PlotCanvas } from './plot-canvas';
import { saveFile } from './save-file';

const kHeight = 190; // CSS pixels
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
  readonly seeks: Emitter<number>;
  readonly element = make('figure', 'plot');
  readonly #options: PlotOptions;
  readonly #canvas: PlotCanvas;
  readonly #table = make('table', 'plot-table');
  readonly #details = make('details', 'plot-details');
  readonly #rate = make('input', '');

  constructor(options: PlotOptions) {
    this.#options = options;
    const { channel, place, subject, secondsAt } = options;
    this.#canvas = new PlotCanvas({
      channel,
      place,
      secondsAt,
      height: kHeight,
      failure: 'The plot could not be loaded; the table has the numbers.',
    });
    this.seeks = this.#canvas.seeks;
    this.#canvas.drawn.on(() => this.#details.open && this.#writeTable());
    const { element } = this.#canvas;
    this.element.append(this.#head(), element, this.#foot());
    element.setAttribute('role', 'img');
    element.setAttribute('aria-label', `Plot of the ${channel.title} of ${subject} over time`);
  }

  /** New rows, or another time: `window` (s) is how much of the end is shown, Infinity: all. */
  show(history: History, step: number, now: number, window: number): void {
    this.#canvas.show(history, step, now, lastSeconds(window));
  }

  /** Draws at once, with another window. */
  redraw(window: number): void {
    this.#canvas.redraw(lastSeconds(window));
  }

  dispose(): void {
    this.#canvas.dispose();
    this.element.remove();
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
      if (rate >= 0.01 && rate <= 10_000) saveText(`${subject} ${channel.title}.csv`, csvOf(this.#canvas.data, rate));
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
    const [times, ...curves] = this.#canvas.data.points;
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
      row.append(make('td', '', times[at]!.toFixed(3)), ...curves.map((curve) => make('td', '', plottedText(curve[at]))));
      rows.push(row);
    }
    this.#table.replaceChildren(...rows);
  }
}

/** Saves a text as a file of the person. */
export const saveText = (name: string, text: string, type = 'text/csv'): void => saveFile(name, new Blob([text], { type }));
