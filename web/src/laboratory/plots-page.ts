// Plots over time: any quantity of any body, from the start of the scene where the simulation has it on record (step-record.ts).
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { bodyOf } from '../figure/opening-view';
import type { ShownPlot } from '../figure/scene-show';
import { bodyName } from '../instruments/body-name';
import { channelOf, channels } from '../instruments/channels';
import { History } from '../instruments/history';
import { PlotView } from '../instruments/plot-view';
import { mostWatchedBodies, type BodyInfo, type Frame, type WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import type { LabContext, LabPage } from './lab-context';

const windows = [
  ['all', 'all'],
  ['60', 'last 60 s'],
  ['10', 'last 10 s'],
] as const;

const kFirstPlots: readonly ShownPlot[] = [{ quantity: 'angularVelocity' }, { quantity: 'angularMomentum' }];

type Shown = { readonly id: string; readonly body: number; readonly view: PlotView };

export class PlotsPage implements LabPage {
  readonly element = make('div', { class: 'lab-page' });
  readonly #figure: Figure;
  readonly #history = new History();
  readonly #list = make('div', { class: 'plots' });
  readonly #quantity = make('select', { id: 'plot-quantity' }) as HTMLSelectElement;
  readonly #window = make('select', { 'aria-label': 'How much of the time is shown' }) as HTMLSelectElement;
  readonly #hint = make('p', { class: 'lab-hint' });
  #shown: Shown[] = [];
  #frame: Frame | null = null;

  constructor({ figure }: LabContext) {
    this.#figure = figure;
    for (const { id, title } of channels) this.#quantity.append(make('option', { value: id }, title));
    for (const [value, text] of windows) this.#window.append(make('option', { value }, text));
    const add = make('button', { type: 'button', class: 'button button-outlined' }, 'Plot');
    add.addEventListener('click', () => this.add(this.#quantity.value));
    this.#window.addEventListener('change', () => this.#shown.forEach(({ view }) => view.redraw(this.#seconds)));
    this.element.append(
      make(
        'div',
        { class: 'lab-row' },
        make('label', { for: 'plot-quantity', class: 'unseen' }, 'Quantity'),
        this.#quantity,
        add,
        this.#window,
      ),
      this.#hint,
      this.#list,
    );
    this.#updateHint();
  }

  /** Plots a quantity of a body: of the selected one, or the first one that moves, unless another is named. Some are of all bodies. */
  add(id: string, of?: number): void {
    const { isOfWorld } = channelOf(id);
    const body = isOfWorld ? -1 : (of ?? this.#figure.selection.body?.id ?? this.#firstMover());
    if (body === undefined) return;
    const known = this.#shown.find((one) => one.id === id && one.body === body);
    if (known) return known.view.element.scrollIntoView({ block: 'nearest' });
    const bodies = [...new Set([...this.#shown.map((one) => one.body), body].filter((one) => one >= 0))].slice(0, mostWatchedBodies);
    if (body >= 0 && !bodies.includes(body))
      return this.#figure.notices.refuse(`At most ${mostWatchedBodies} bodies can be plotted at a time.`);
    this.#record(bodies.length > 0 ? bodies : [this.#firstMover() ?? 0]);
    this.#make(id, body);
    this.#updateHint();
    this.#figure.wake();
  }

  /** What is plotted, where it is not what the scene begins with; null: it is. */
  get others(): readonly { readonly quantity: string; readonly body?: number }[] | null {
    const { info } = this.#figure.simulation;
    if (!info) return null;
    const mover = this.#firstMover();
    const first = (this.#figure.opening.show.plots ?? kFirstPlots).map(({ quantity, body }) => {
      const of = bodyOf(body, info)?.id ?? this.#figure.selection.body?.id ?? mover;
      return `${quantity} ${channelOf(quantity).isOfWorld ? -1 : of}`;
    });
    if (first.join() === this.#shown.map(({ id, body }) => `${id} ${body}`).join()) return null;
    return this.#shown.map(({ id, body }) => (body < 0 ? { quantity: id } : { quantity: id, body }));
  }

  /** These plots and no others. */
  showOnly(wanted: readonly { readonly quantity?: unknown; readonly body?: unknown }[]): void {
    this.#clear();
    this.#record([]);
    for (const { quantity, body } of wanted) {
      if (!channels.some(({ id }) => id === quantity)) continue;
      if (body === undefined || this.#figure.selection.find(body as number)) this.add(quantity as string, body as number | undefined);
    }
  }

  setShown(isShown: boolean): void {
    if (isShown && this.#shown.length === 0) this.#addFirst();
  }

  showFrame(frame: Frame, now: number): void {
    this.#frame = frame;
    if (frame.samples) this.#history.add(frame.samples);
    for (const { view } of this.#shown) view.show(this.#history, frame.step, now, this.#seconds);
  }

  setWorld(_info: WorldInfo, change: WorldChange): void {
    const isLost = (id: number): boolean => id >= 0 && this.#figure.selection.find(id) === undefined;
    if (change === 'bodies' || (change === 'edit' && !this.#shown.some(({ body }) => isLost(body)))) return;
    // What the scene shows, else the same quantities as before, of the selected body or of the first one that moves.
    const wanted = [...new Set(this.#shown.map((one) => one.id))];
    this.#clear();
    this.#record([]);
    if (wanted.length > 0 && change === 'scene' && this.#figure.opening.show.plots) this.#addFirst();
    else for (const id of wanted) this.add(id);
    this.#updateHint();
  }

  select(): void {
    this.#updateHint();
  }

  // What the scene shows, else the two that every lesson on turning is about.
  #addFirst(): void {
    const { opening, simulation } = this.#figure;
    const { info } = simulation;
    if (!info) return;
    for (const { quantity, body } of opening.show.plots ?? kFirstPlots) this.add(quantity, bodyOf(body, info)?.id);
  }

  get #seconds(): number {
    return this.#window.value === 'all' ? Infinity : Number(this.#window.value);
  }

  #firstMover(): number | undefined {
    return this.#figure.simulation.info?.bodies.find((body) => body.type !== 'static')?.id;
  }

  // With other bodies the rows have another layout: the shown plots are made anew, with their past.
  #record(bodies: readonly number[]): void {
    if (bodies.join() === this.#history.bodies.join()) return;
    const again = this.#shown.map(({ id, body }) => [id, body] as const);
    this.#clear();
    this.#history.clear(bodies);
    this.#figure.watches.set('plots', { bodies });
    for (const [id, body] of again) this.#make(id, body);
  }

  #make(id: string, body: number): void {
    const info = this.#figure.simulation.info;
    const named: BodyInfo | undefined = body >= 0 ? this.#figure.selection.find(body) : undefined;
    const stepsPerSecond = info?.stepsPerSecond ?? 60;
    const view = new PlotView({
      channel: channelOf(id),
      subject: named ? bodyName(named) : 'all bodies',
      place: Math.max(0, this.#history.bodies.indexOf(body)),
      stepsPerSecond,
      secondsAt: this.#figure.simulation.secondsAt,
    });
    view.closed.on(() => this.#close(id, body));
    view.seeks.on((time) => void this.#figure.actions.seek(Math.max(0, this.#figure.simulation.stepAt(time))));
    this.#shown.push({ id, body, view });
    this.#list.append(view.element);
    if (this.#frame) view.show(this.#history, this.#frame.step, performance.now(), this.#seconds);
  }

  #close(id: string, body: number): void {
    const index = this.#shown.findIndex((one) => one.id === id && one.body === body);
    this.#shown.splice(index, 1)[0]?.view.dispose();
    if (this.#shown.length === 0) {
      this.#history.clear([]);
      this.#figure.watches.set('plots', {});
    }
    this.#quantity.focus();
    this.#updateHint();
  }

  #clear(): void {
    for (const { view } of this.#shown) view.dispose();
    this.#shown = [];
  }

  #updateHint(): void {
    const name = this.#figure.selection.body;
    this.#hint.textContent =
      this.#shown.length === 0
        ? `Choose a quantity${name ? ` of ${bodyName(name)}` : '; it is that of the first body, or of the one you select'}. Click into a plot to go to that time.`
        : '';
    this.#hint.hidden = this.#shown.length > 0;
  }
}
