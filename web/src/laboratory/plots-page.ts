// Plots over time: any quantity of any body, from the start of the scene where the simulation has it on record (step-record.ts).
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { bodyOf } from '../figure/opening-view';
import type { ShownPlot } from '../figure/scene-show';
import { bodyName } from '../instruments/body-name';
import { channelOf, channels, type Channel } from '../instruments/channels';
import { History } from '../instruments/history';
import { jointName } from '../instruments/joint-name';
import { jointChannel, quantitiesOfJoint } from '../instruments/joint-quantities';
import { jointQuantities, type JointQuantity } from '../instruments/plot-names';
import { PlotView } from '../instruments/plot-view';
import { jointNamed, jointsOf, type JointInfo } from '../simulation/joints';
import { mostWatchedBodies, mostWatchedJoints, type BodyInfo, type Frame, type WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import type { LabContext, LabPage } from './lab-context';

const windows = [
  ['all', 'all'],
  ['60', 'last 60 s'],
  ['10', 'last 10 s'],
] as const;

const kFirstPlots: readonly ShownPlot[] = [{ quantity: 'angularVelocity' }, { quantity: 'angularMomentum' }];

/** `body`: its id, -1 of all bodies and of a joint; `joint`: its index, or -1. */
type Subject = { readonly id: string; readonly body: number; readonly joint: number };
type Shown = Subject & { readonly view: PlotView };

const kOffered = 60; // joints in the list of quantities
const keyOf = ({ id, body, joint }: Subject): string => `${id} ${body} ${joint}`;

export class PlotsPage implements LabPage {
  readonly element = make('div', { class: 'lab-page' });
  readonly #figure: Figure;
  readonly #history = new History();
  readonly #list = make('div', { class: 'plots' });
  readonly #quantity = make('select', { id: 'plot-quantity' }) as HTMLSelectElement;
  readonly #window = make('select', { 'aria-label': 'How much of the time is shown' }) as HTMLSelectElement;
  readonly #hint = make('p', { class: 'lab-hint' });
  #shown: Shown[] = [];
  #joints: readonly JointInfo[] = [];
  #jointOptions: HTMLElement | null = null;
  #frame: Frame | null = null;

  constructor({ figure }: LabContext) {
    this.#figure = figure;
    for (const { id, title } of channels) this.#quantity.append(make('option', { value: id }, title));
    for (const [value, text] of windows) this.#window.append(make('option', { value }, text));
    const add = make('button', { type: 'button', class: 'button button-outlined' }, 'Plot');
    add.addEventListener('click', () => {
      const [id = '', joint] = this.#quantity.value.split(' ');
      if (joint === undefined) this.add(id);
      else this.addOfJoint(id as JointQuantity, Number(joint));
    });
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
    this.#offerJoints(figure.simulation.info);
    this.#updateHint();
  }

  // The quantities of joints stand behind those of bodies.
  #offerJoints(info: WorldInfo | null): void {
    this.#joints = info ? jointsOf(info) : [];
    this.#jointOptions?.remove();
    this.#jointOptions = null;
    if (this.#joints.length === 0) return;
    this.#jointOptions = make('optgroup', { label: 'Joints' });
    for (const joint of this.#joints.slice(0, kOffered))
      for (const [name, { title }] of Object.entries(quantitiesOfJoint(joint)))
        this.#jointOptions.append(make('option', { value: `${name} ${joint.index}` }, `${jointName(joint)}: ${title}`));
    this.#quantity.append(this.#jointOptions);
  }

  /** Plots a quantity of a joint. */
  addOfJoint(id: JointQuantity, index: number): void {
    const joint = this.#joints[index];
    if (joint && jointChannel(id, joint)) this.#add({ id, body: -1, joint: index });
  }

  /** Plots a quantity of a body: of the selected one, or the first one that moves, unless another is named. Some are of all bodies. */
  add(id: string, of?: number): void {
    const { isOfWorld } = channelOf(id);
    const body = isOfWorld ? -1 : (of ?? this.#figure.selection.body?.id ?? this.#firstMover());
    if (body !== undefined) this.#add({ id, body, joint: -1 });
  }

  #add(subject: Subject): void {
    const { body, joint } = subject;
    const known = this.#shown.find((one) => keyOf(one) === keyOf(subject));
    if (known) return known.view.element.scrollIntoView({ block: 'nearest' });
    const all = [...this.#shown, subject];
    const bodies = [...new Set(all.map((one) => one.body).filter((one) => one >= 0))].slice(0, mostWatchedBodies);
    const joints = [...new Set(all.map((one) => one.joint).filter((one) => one >= 0))].slice(0, mostWatchedJoints);
    if (body >= 0 && !bodies.includes(body))
      return this.#figure.notices.refuse(`At most ${mostWatchedBodies} bodies can be plotted at a time.`);
    if (joint >= 0 && !joints.includes(joint))
      return this.#figure.notices.refuse(`At most ${mostWatchedJoints} joints can be plotted at a time.`);
    this.#record(bodies.length > 0 ? bodies : [this.#firstMover() ?? 0], joints);
    this.#make(subject);
    this.#updateHint();
    this.#figure.wake();
  }

  /** What is plotted, where it is not what the scene begins with; null: it is. */
  get others(): readonly { readonly quantity: string; readonly body?: number; readonly joint?: number }[] | null {
    const { info } = this.#figure.simulation;
    if (!info) return null;
    const mover = this.#firstMover();
    const first = (this.#figure.opening.show.plots ?? kFirstPlots).map(({ quantity, body, joint }) => {
      if (joint !== undefined) return keyOf({ id: quantity, body: -1, joint: jointNamed(joint, this.#joints)?.index ?? -1 });
      const of = bodyOf(body, info)?.id ?? this.#figure.selection.body?.id ?? mover ?? -1;
      return keyOf({ id: quantity, body: channelOf(quantity).isOfWorld ? -1 : of, joint: -1 });
    });
    if (first.join() === this.#shown.map(keyOf).join()) return null;
    return this.#shown.map(({ id, body, joint }) => ({
      quantity: id,
      ...(body >= 0 && { body }),
      ...(joint >= 0 && { joint }),
    }));
  }

  /** These plots and no others. */
  showOnly(wanted: readonly { readonly quantity?: unknown; readonly body?: unknown; readonly joint?: unknown }[]): void {
    this.#clear();
    this.#record([]);
    for (const { quantity, body, joint } of wanted) {
      if (joint !== undefined) {
        if (jointQuantities.includes(quantity as JointQuantity)) this.addOfJoint(quantity as JointQuantity, joint as number);
        continue;
      }
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

  setWorld(info: WorldInfo, change: WorldChange): void {
    this.#offerJoints(info);
    const isLost = (id: number): boolean => id >= 0 && this.#figure.selection.find(id) === undefined;
    if (change === 'bodies' || (change === 'edit' && !this.#shown.some(({ body, joint }) => isLost(body) || joint >= this.#joints.length)))
      return;
    // What the scene shows, else the same quantities as before, of the selected body or of the first one that moves.
    const wanted = [...new Set(this.#shown.filter(({ joint }) => joint < 0).map((one) => one.id))];
    const hadAny = this.#shown.length > 0;
    this.#clear();
    this.#record([]);
    if (hadAny && change === 'scene' && this.#figure.opening.show.plots) this.#addFirst();
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
    for (const { quantity, body, joint } of opening.show.plots ?? kFirstPlots) {
      const named = joint === undefined ? null : jointNamed(joint, this.#joints);
      if (named) this.addOfJoint(quantity as JointQuantity, named.index);
      else if (joint === undefined) this.add(quantity, bodyOf(body, info)?.id);
    }
  }

  get #seconds(): number {
    return this.#window.value === 'all' ? Infinity : Number(this.#window.value);
  }

  #firstMover(): number | undefined {
    return this.#figure.simulation.info?.bodies.find((body) => body.type !== 'static')?.id;
  }

  // With other bodies the rows have another layout: the shown plots are made anew, with their past.
  #record(bodies: readonly number[], joints: readonly number[] = []): void {
    if (bodies.join() === this.#history.bodies.join() && joints.join() === this.#history.joints.join()) return;
    const again = this.#shown;
    this.#clear();
    this.#history.clear(bodies, joints);
    this.#figure.watches.set('plots', { bodies, joints });
    for (const subject of again) this.#make(subject);
  }

  #channelOf({ id, joint }: Subject): Channel | null {
    return joint < 0 ? channelOf(id) : this.#joints[joint] ? jointChannel(id as JointQuantity, this.#joints[joint]) : null;
  }

  #make({ id, body, joint }: Subject): void {
    const channel = this.#channelOf({ id, body, joint });
    if (!channel) return;
    const info = this.#figure.simulation.info;
    const named: BodyInfo | undefined = body >= 0 ? this.#figure.selection.find(body) : undefined;
    const stepsPerSecond = info?.stepsPerSecond ?? 60;
    const view = new PlotView({
      channel,
      subject: joint >= 0 ? jointName(this.#joints[joint]!) : named ? bodyName(named) : 'all bodies',
      place: Math.max(0, joint >= 0 ? this.#history.joints.indexOf(joint) : this.#history.bodies.indexOf(body)),
      stepsPerSecond,
      secondsAt: this.#figure.simulation.secondsAt,
    });
    view.closed.on(() => this.#close({ id, body, joint }));
    view.seeks.on((time) => void this.#figure.actions.seek(Math.max(0, this.#figure.simulation.stepAt(time))));
    this.#shown.push({ id, body, joint, view });
    this.#list.append(view.element);
    if (this.#frame) view.show(this.#history, this.#frame.step, performance.now(), this.#seconds);
  }

  #close(subject: Subject): void {
    const index = this.#shown.findIndex((one) => keyOf(one) === keyOf(subject));
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
        ? `Choose a quantity${name ? ` of ${bodyName(name)}` : '; it is that of the first body, or of the one you select'}. Press a plot to go to that time.`
        : '';
    this.#hint.hidden = this.#shown.length > 0;
  }
}
