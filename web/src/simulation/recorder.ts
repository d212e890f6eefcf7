// What instruments want to know of each step: samples of the watched bodies, impacts, and the newest step in full. It costs
// nothing while nobody watches.
import {
  mostWatchedBodies, noBody, numbersPerBlow, numbersPerContact, numbersPerSample, sampleHead,
  type Command, type Vector, type Watch,
} from './protocol';
import type { FrameMessage } from './frame-message';
import { Landings, pairKey } from './landings';
import type { World } from './load-engine';

/** Rows and impacts kept for a page that does not ask for frames; then the oldest are lost, which the page sees by the steps. */
const mostRows = 20_000;
const mostBlows = 2_000;

/** Commands that change a velocity or a place at once. */
const jumps = new Set(['impulse', 'angularImpulse', 'velocity', 'pose', 'revise']);
const anyBody = ''; // a name, which may be that of any body

const none = new Float64Array(0);
const usualGravity: Vector = [0, -9.81, 0]; // of a scene that says nothing, m/s^2

export class Recorder {
  #bodies: readonly number[] = [];
  #slots: readonly number[] = [];
  #wantsDetails = false;
  #rows: number[] = [];
  #blows: number[] = [];
  #jumpSteps = new Map<number, Set<number | string>>(); // step -> bodies as commands name them
  #touching = new Set<number>(); // pairs of slots, of watched bodies
  #gravity: Vector = usualGravity;
  #landings = new Landings();
  #pairs = new Set<number>(); // that were struck in this step
  #states = none;
  #earlier = none;

  get watches(): boolean {
    return this.#bodies.length > 0 || this.#wantsDetails;
  }

  set(watch: Watch | null, world: World, step: number): void {
    const bodies = Array.isArray(watch?.bodies) ? watch.bodies.filter((id) => typeof id === 'number').map((id) => id >>> 0) : [];
    const same = bodies.join() === this.#bodies.join();
    this.#bodies = bodies.slice(0, mostWatchedBodies);
    this.#findSlots(world);
    this.#wantsDetails = watch?.details === true;
    if (!same) this.#rows = [];
    this.#earlier = this.#states = this.#wantsDetails ? world.states().slice() : none;
    if (!same && this.#bodies.length > 0) this.#addRow(world, step, 0);
  }

  /** Another scene, or the same from its start. */
  begin(world: World, scene: unknown, step: number): void {
    this.#rows = [];
    this.#blows = [];
    this.#touching.clear();
    this.#landings.forget();
    this.#jumpSteps.clear();
    this.goOn(world, scene);
    if (this.#bodies.length > 0) this.#addRow(world, step, 0);
  }

  /** The same world as a changed scene. */
  goOn(world: World, scene: unknown): void {
    this.#findSlots(world);
    const { commands, gravity } = (scene ?? {}) as { commands?: unknown; gravity?: unknown };
    this.#gravity = Array.isArray(gravity) ? (gravity as unknown as Vector) : usualGravity;
    if (Array.isArray(commands)) for (const command of commands) this.note(command as Command, Number(command?.step) || 0);
    if (this.#wantsDetails) this.#earlier = this.#states = world.states().slice();
  }

  /** A command will act at the start of a step. */
  note(command: Command, step: number): void {
    if (!jumps.has(command?.type)) return;
    const body = (command.body ?? anyBody) as number | string;
    const known = this.#jumpSteps.get(step);
    if (known) known.add(body);
    else this.#jumpSteps.set(step, new Set([body]));
  }

  /** After each step; `step` counts the steps taken. */
  add(world: World, step: number): void {
    if (!this.watches) return;
    const struck = this.#takeBlows(world, step);
    if (this.#bodies.length > 0) this.#addRow(world, step, this.#jumpsOf(world, step, struck));
    if (!this.#wantsDetails) return;
    this.#earlier = this.#states;
    this.#states = world.states().slice();
    const fall = this.#gravity.map((part) => part / world.stepsPerSecond) as unknown as Vector;
    const ids = world.ids().slice();
    const mass = (slot: number): number => Number((world.bodyInfo(ids[slot] ?? noBody) as { mass?: number } | null)?.mass ?? 0);
    const rows = this.#landings.find(step, world.contacts().slice(), this.#pairs, { before: this.#earlier, after: this.#states, mass, fall });
    for (const number of rows) this.#blows.push(number);
  }

  /** Hands over what has come since the last frame. */
  fill(message: FrameMessage, world: World): void {
    message.samples = null;
    message.details = null;
    message.blows = null;
    if (!this.watches) return;
    if (this.#rows.length > 0) {
      message.samples = { bodies: [...this.#bodies], rows: Float64Array.from(this.#rows) };
      this.#rows = [];
    }
    if (this.#blows.length > 0) {
      message.blows = Float64Array.from(this.#blows);
      this.#blows = [];
    }
    if (!this.#wantsDetails) return;
    const contacts = world.contacts().slice();
    message.details = { states: this.#states, earlier: this.#earlier, contacts, forces: world.forces().slice() };
  }

  #addRow(world: World, step: number, bits: number): void {
    const width = sampleHead + numbersPerSample * this.#bodies.length;
    if (this.#rows.length >= mostRows * width) this.#rows.splice(0, (mostRows / 2) * width);
    this.#rows.push(step, bits);
    this.#rows.push(...world.measures());
    for (const id of this.#bodies) {
      const values = world.bodyState(id);
      for (let at = 1; at <= numbersPerSample; at += 1) this.#rows.push(values[0] === 1 ? values[at]! : Number.NaN);
    }
  }

  // Which slots were struck in this step.
  #takeBlows(world: World, step: number): Set<number> {
    const struck = new Set<number>();
    const blows = world.blows();
    const width = numbersPerBlow - 1;
    this.#pairs.clear();
    if (this.#blows.length >= mostBlows * numbersPerBlow) this.#blows = [];
    for (let at = 0; at + width <= blows.length; at += width) {
      struck.add(blows[at]!).add(blows[at + 1]!);
      this.#pairs.add(pairKey(blows[at]!, blows[at + 1]!));
      this.#blows.push(step);
      for (let part = 0; part < width; part += 1) this.#blows.push(blows[at + part]!);
    }
    return struck;
  }

  #jumpsOf(world: World, step: number, struck: ReadonlySet<number>): number {
    const pushed = this.#jumpSteps.get(step - 1);
    const met = this.#meetings(world);
    let bits = 0;
    this.#bodies.forEach((id, place) => {
      const slot = this.#slots[place]!;
      const isNamed = pushed !== undefined && [...pushed].some((body) => body === id || typeof body === 'string');
      if (isNamed || struck.has(slot) || met.has(slot)) bits |= 1 << place;
    });
    return bits;
  }

  // Slots that touch something they did not touch a step before.
  #meetings(world: World): Set<number> {
    const met = new Set<number>();
    const touching = new Set<number>();
    const contacts = world.contacts();
    for (let at = 0; at + numbersPerContact <= contacts.length; at += numbersPerContact) {
      const a = contacts[at + 7]!;
      const b = contacts[at + 8]!;
      if (contacts[at + 6] === 0 || (!this.#slots.includes(a) && !this.#slots.includes(b))) continue;
      const pair = a * 0x100000 + b;
      touching.add(pair);
      if (!this.#touching.has(pair)) met.add(a).add(b);
    }
    this.#touching = touching;
    return met;
  }

  #findSlots(world: World): void {
    const ids = world.ids();
    this.#slots = this.#bodies.map((id) => (id === noBody ? -1 : ids.indexOf(id)));
  }
}
