// The push explained: J at p on a body whose centre of mass is at x gives dv = J / m and d omega = I^-1 (r x J) with r = p - x
// (Hecker 1997, "Physics, Part 4"; Fiedler 2004). The numbers are those of the last push; they can be changed and the push repeated.
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { bodyOf } from '../figure/opening-view';
import { bodyName } from '../instruments/body-name';
import { quantities } from '../instruments/quantities';
import { VectorTable } from '../instruments/vector-table';
import { apply, cross, inverseTensor, sum, times, turn } from '../simulation/mechanics';
import { sentenceOf } from '../simulation/problems';
import type { Accepted, BodyInfo, BodyState, Command, Vector, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import type { LabContext, LabPage } from './lab-context';

const kLargestImpulse = 1e12; // N s, along each axis
const kFarthest = 1e5; // m

type Push = {
  readonly body: BodyInfo;
  readonly before: BodyState;
  readonly command: Command; // as it is in the log
  impulse: Vector;
  point: Vector;
};

type ScenePush = {
  readonly step: number;
  readonly body: string | number;
  readonly impulse: Vector;
  readonly point?: Vector;
};

// The scene was accepted: what stands there is right.
function firstPushOf(scene: unknown): ScenePush | undefined {
  const { commands = [] } = scene as { commands?: readonly (ScenePush & { type: string; step?: number })[] };
  const pushes = commands.filter(({ type }) => type === 'impulse').map((push) => ({ ...push, step: push.step ?? 0 }));
  return pushes.sort((a, b) => a.step - b.step)[0];
}

export class PushPage implements LabPage {
  readonly element = make('div', { class: 'lab-page' });
  readonly #figure: Figure;
  readonly #none = make(
    'div',
    {},
    make('p', { class: 'lab-hint' }, 'Push a body: press it, pull, let go. The numbers of that push will stand here, and can be changed.'),
  );
  readonly #offer = make('button', { type: 'button', class: 'button button-outlined' });
  readonly #story = make('p', { class: 'lab-hint' });
  readonly #table = new VectorTable('The last push');
  readonly #again = make(
    'button',
    { type: 'button', class: 'button button-outlined' },
    'Push again with these numbers',
  ) as HTMLButtonElement;
  readonly #worked = make('div', { hidden: '' });
  #push: Push | null = null;

  constructor({ figure }: LabContext) {
    this.#figure = figure;
    const { impulse, velocity, angularVelocity, angularMomentum } = quantities;
    const table = this.#table;
    table.add('impulse', {
      formula: 'J',
      unit: impulse.unit,
      colorProperty: impulse.colorProperty,
      limit: kLargestImpulse,
    });
    table.add('point', { formula: 'p', unit: 'm', limit: kFarthest });
    table.edits.on(({ name, vector }) => this.#edit({ [name]: vector }));
    table.add('centre', { formula: 'x', unit: 'm' });
    table.add('mass', { formula: 'm', unit: 'kg' }, true);
    table.addHeading('Straight on, wherever it strikes');
    table.add('dv', { formula: 'Δv = J / m', unit: velocity.unit, colorProperty: velocity.colorProperty });
    table.add('v', { formula: 'v before', unit: velocity.unit });
    table.add('v1', { formula: 'v + Δv', unit: velocity.unit, colorProperty: velocity.colorProperty });
    table.addHeading('Round about, by the lever arm');
    table.add('lever', { formula: 'r = p − x', unit: 'm' });
    table.add('torque', { formula: 'ΔL = r × J', unit: angularMomentum.unit, colorProperty: angularMomentum.colorProperty });
    table.add('dw', { formula: 'Δω = I⁻¹ (r × J)', unit: angularVelocity.unit, colorProperty: angularVelocity.colorProperty });
    table.add('w', { formula: 'ω before', unit: angularVelocity.unit });
    table.add('w1', { formula: 'ω + Δω', unit: angularVelocity.unit, colorProperty: angularVelocity.colorProperty });
    table.addHeading('Work');
    table.add('energy', { formula: 'J · (v_p + ½ Δv_p)', unit: 'J' }, true);
    this.#again.addEventListener('click', () => void this.#repeat());
    this.#worked.append(this.#story, table.element, make('div', { class: 'lab-row lab-actions' }, this.#again));
    this.#offer.addEventListener('click', () => void this.#giveFirst());
    this.#none.append(make('div', { class: 'lab-row lab-actions' }, this.#offer));
    this.element.append(this.#none, this.#worked);
    this.#showOffer();
    figure.simulation.onAccepted((accepted) => this.#record(accepted));
    const last = figure.lastPush;
    if (last) this.#record(last);
  }

  setShown(): void {}
  showFrame(): void {}
  select(): void {
    this.#showOffer();
  }

  setWorld(_info: WorldInfo, change: WorldChange): void {
    if (change !== 'scene') return;
    this.#push = null;
    this.#worked.hidden = true;
    this.#none.hidden = false;
    this.#showOffer();
  }

  // Without a push yet: that of the scene itself, which runs again from its start to right before it; else one at the corner of a body.
  #showOffer(): void {
    const own = firstPushOf(this.#figure.simulation.scene);
    const body = this.#firstBody();
    this.#offer.hidden = !own && !body;
    this.#offer.textContent = own ? 'Run the scene from its start to its own push' : body ? `Push ${bodyName(body)} at its corner` : '';
  }

  #firstBody(): BodyInfo | undefined {
    const { selection, simulation } = this.#figure;
    return selection.body?.type === 'dynamic' ? selection.body : simulation.info?.bodies.find(({ type }) => type === 'dynamic');
  }

  async #giveFirst(): Promise<void> {
    const { actions, simulation, viewer } = this.#figure;
    const { info, scene } = simulation;
    const own = firstPushOf(scene);
    if (own && info) {
      const body = bodyOf(own.body, info);
      if (!body) return;
      await actions.reset();
      await actions.seek(own.step);
      const state = await this.#stateOf(body, own.step);
      const { impulse, point = state.position } = own;
      this.#push = { body, before: state, command: { type: 'impulse', body: body.id, impulse, point }, impulse, point };
      return this.#open(own.step, true);
    }
    const body = this.#firstBody();
    if (!body) return;
    const state = await this.#stateOf(body);
    const corner = turn(state.orientation, 0, viewer?.bodies.cornerOf(body.slot) ?? [0, 0, 0]);
    actions.command({ type: 'impulse', body: body.id, impulse: [0, 0, -body.mass], point: sum(state.position, corner) });
  }

  // The body is selected: only of that one a frame brings the state.
  #stateOf({ id }: BodyInfo, step?: number): Promise<BodyState> {
    const { selection, shown } = this.#figure;
    selection.select(id);
    return new Promise((resolve) => {
      const stop = shown.on(({ state }) => {
        if (state?.id !== id || (step !== undefined && state.step !== step)) return;
        stop();
        resolve(state);
      });
      this.#figure.wake();
    });
  }

  #record({ command, step, state }: Accepted): void {
    const body = state ? this.#figure.selection.find(state.id) : undefined;
    if (command.type !== 'impulse' || !state || !body || body.mass === 0) return;
    const point = (command.point as Vector | undefined) ?? state.position;
    this.#push = {
      body,
      before: state,
      command,
      impulse: command.impulse as Vector,
      point,
    };
    this.#open(step, false);
  }

  #open(step: number, isOfScene: boolean): void {
    if (!this.#push) return;
    const seconds = this.#figure.simulation.secondsAt(step).toFixed(2);
    this.#story.textContent = `${bodyName(this.#push.body)}, at t = ${seconds} s. World axes; the push J acts at p, and r goes there from the centre of mass x.`;
    this.#again.hidden = isOfScene; // the scene would give its own besides
    this.#none.hidden = true;
    this.#worked.hidden = false;
    this.#show();
  }

  #edit(change: { impulse?: Vector; point?: Vector }): void {
    if (!this.#push) return;
    const next = { ...this.#push, ...change };
    if (![...next.impulse, ...next.point].every(Number.isFinite)) return; // a field is empty
    this.#push = next;
    this.#show();
  }

  #show(): void {
    if (!this.#push) return;
    const { body, before, impulse, point } = this.#push;
    const lever = sum(point, before.position, -1);
    const torque = cross(lever, impulse);
    const dv = times(impulse, 1 / body.mass);
    const dw = turn(before.orientation, 0, apply(inverseTensor(body), turn(before.orientation, 0, torque, true)));
    const pointVelocity = sum(before.velocity, cross(before.angularVelocity, lever));
    const change = sum(dv, cross(dw, lever));
    const work = [0, 1, 2].reduce((total, axis) => total + impulse[axis]! * (pointVelocity[axis]! + 0.5 * change[axis]!), 0);
    const values: Record<string, Vector | number> = {
      impulse,
      point,
      centre: before.position,
      mass: body.mass,
      dv,
      v: before.velocity,
      v1: sum(before.velocity, dv),
      lever,
      torque,
      dw,
      w: before.angularVelocity,
      w1: sum(before.angularVelocity, dw),
      energy: work,
    };
    for (const [name, value] of Object.entries(values)) this.#table.set(name, value);
  }

  // Goes back to the step of the push and gives it the numbers of the table; from there the run takes another course.
  async #repeat(): Promise<void> {
    const push = this.#push;
    if (!push) return;
    const { simulation } = this.#figure;
    const plays = simulation.frame?.playing ?? false;
    this.#again.disabled = true;
    try {
      const command = { type: 'impulse', body: push.body.id, impulse: push.impulse, point: push.point };
      if (await simulation.amend(push.command, command)) this.#push = { ...push, command };
      else this.#figure.notices.refuse('That push is no part of this run any more.');
      if (plays) simulation.play();
    } catch (error) {
      this.#figure.notices.refuse(sentenceOf(error));
    } finally {
      this.#again.disabled = false;
      this.#figure.wake();
    }
  }
}
