// Records each step for the instruments: samples of the watched bodies, whose past is on record (step-record.ts), impacts, and
// the newest step in full.
import { mostWatchedBodies, noBody, numbersPerContact, numbersPerImpact, type Command, type Vector, type Watch } from './protocol';
import type { FrameMessage } from './frame-message';
import { InelasticImpacts, pairKey } from './inelastic-impacts';
import type { World } from './load-engine';
import { StepRecord } from './step-record';

/** Impacts kept for a page that does not ask for frames. */
const mostImpacts = 2_000;
/** In larger worlds contacts are searched only while bodies are watched; otherwise plots break only at pushes and impacts. */
const mostSlotsLookedAt = 64;

/** Commands that change a velocity or a place at once. */
const jumps = new Set(['impulse', 'angularImpulse', 'velocity', 'pose', 'revise']);
const anyBody = ''; // stands for a name, which may be that of any body

const none = new Float64Array(0);
const nobody: ReadonlySet<number> = new Set();
const usualGravity: Vector = [0, -9.81, 0]; // default of a scene, m/s^2

export class Recorder {
  #bodies: readonly number[] = [];
  #wantsDetails = false;
  readonly #record = new StepRecord();
  #sent = -1; // the last step whose samples the page has
  #impacts: number[] = [];
  #jumpSteps = new Map<number, Set<number | string>>(); // step -> bodies as commands name them
  #touching = new Set<number>(); // pairs of slots, of bodies on record
  #gravity: Vector = usualGravity;
  #inelasticImpacts = new InelasticImpacts();
  #impactPairs = new Set<number>(); // pairs of slots with an impact of the engine in this step
  #states = none;
  #earlier = none;

  get watches(): boolean {
    return this.#bodies.length > 0 || this.#wantsDetails;
  }

  set(watch: Watch | null, world: World, step: number): void {
    const bodies = Array.isArray(watch?.bodies) ? watch.bodies.filter((id) => typeof id === 'number').map((id) => id >>> 0) : [];
    const same = bodies.join() === this.#bodies.join();
    this.#bodies = bodies.slice(0, mostWatchedBodies);
    this.#wantsDetails = watch?.details === true;
    this.#earlier = this.#states = this.#wantsDetails ? world.states().slice() : none;
    if (same) return;
    this.#record.keep(this.#bodies, world, step);
    this.#sent = -1;
  }

  /** A body that the page may watch soon. */
  select(body: number, world: World, step: number): void {
    if (this.#bodies.length < mostWatchedBodies) this.#record.keep([...this.#bodies, body], world, step);
  }

  /** Sums of the world after the newest step, as World.measures() gives them. */
  get measures(): Float64Array {
    return this.#record.measures;
  }

  /** After a load or a reset, or (`isBack`) back at an earlier step. */
  begin(world: World, scene: unknown, step: number, isBack: boolean): void {
    this.#impacts = [];
    this.#touching.clear();
    this.#inelasticImpacts.forget();
    this.#jumpSteps.clear();
    this.#read(world, scene);
    if (isBack) this.#record.backTo(world, step);
    else {
      this.#record.begin(world, step);
      this.#record.keep(this.#bodies, world, step);
    }
    this.#sent = step - 1;
  }

  /** After a change of the scene in the same world. */
  goOn(world: World, scene: unknown, step: number): void {
    this.#read(world, scene);
    this.#record.goOn(world, step);
  }

  /** Records a command that will act at the start of a step. */
  recordCommand(command: Command, step: number): void {
    if (!jumps.has(command?.type)) return;
    const body = (command.body ?? anyBody) as number | string;
    const known = this.#jumpSteps.get(step);
    if (known) known.add(body);
    else this.#jumpSteps.set(step, new Set([body]));
  }

  /** After each step; `step` counts the steps taken. */
  add(world: World, step: number): void {
    const slotsWithImpact = this.#recordImpacts(world, step);
    this.#record.add(world, step, this.#jumpsOf(world, step, slotsWithImpact));
    if (!this.#wantsDetails) return;
    this.#earlier = this.#states;
    this.#states = world.states().slice();
    const fall = this.#gravity.map((part) => part / world.stepsPerSecond) as unknown as Vector;
    const ids = world.ids().slice();
    const mass = (slot: number): number => Number((world.bodyInfo(ids[slot] ?? noBody) as { mass?: number } | null)?.mass ?? 0);
    const rows = this.#inelasticImpacts.find(step, world.contacts().slice(), this.#impactPairs, { before: this.#earlier, after: this.#states, mass, fall });
    for (const number of rows) this.#impacts.push(number);
  }

  /** Puts what was recorded since the last frame into the message. */
  fill(message: FrameMessage, world: World, selected: number | null): void {
    message.samples = null;
    message.details = null;
    message.impacts = null;
    if (!this.watches) return;
    if (this.#bodies.length > 0) {
      const rows = this.#record.rowsAfter(this.#sent, this.#bodies);
      if (rows.length > 0) message.samples = { bodies: [...this.#bodies], rows };
      this.#sent = message.step;
    }
    if (this.#impacts.length > 0) {
      message.impacts = Float64Array.from(this.#impacts);
      this.#impacts = [];
    }
    if (!this.#wantsDetails) return;
    const contacts = world.contacts().slice();
    message.details = { states: this.#states, earlier: this.#earlier, accelerations: accelerationsOf(world, selected), contacts, forces: world.forces().slice() };
  }

  #read(world: World, scene: unknown): void {
    const { commands, gravity } = (scene ?? {}) as { commands?: unknown; gravity?: unknown };
    this.#gravity = Array.isArray(gravity) ? (gravity as unknown as Vector) : usualGravity;
    if (Array.isArray(commands)) for (const command of commands) this.recordCommand(command as Command, Number(command?.step) || 0);
    if (this.#wantsDetails) this.#earlier = this.#states = world.states().slice();
  }

  // Gives the slots with an impact in this step.
  #recordImpacts(world: World, step: number): Set<number> {
    const slots = new Set<number>();
    const impacts = world.blows();
    const width = numbersPerImpact - 1;
    this.#impactPairs.clear();
    if (this.#impacts.length >= mostImpacts * numbersPerImpact) this.#impacts = [];
    for (let at = 0; at + width <= impacts.length; at += width) {
      slots.add(impacts[at]!).add(impacts[at + 1]!);
      this.#impactPairs.add(pairKey(impacts[at]!, impacts[at + 1]!));
      if (!this.watches) continue;
      this.#impacts.push(step);
      for (let part = 0; part < width; part += 1) this.#impacts.push(impacts[at + part]!);
    }
    return slots;
  }

  #jumpsOf(world: World, step: number, slotsWithImpact: ReadonlySet<number>): number {
    const pushed = this.#jumpSteps.get(step - 1);
    const looks = this.#bodies.length > 0 || world.slotCount <= mostSlotsLookedAt;
    const newlyTouching = looks ? this.#newlyTouching(world) : nobody;
    let bits = 0;
    this.#record.bodies.forEach((id, place) => {
      const slot = this.#record.slots[place]!;
      const isNamed = pushed !== undefined && [...pushed].some((body) => body === id || typeof body === 'string');
      if (isNamed || slotsWithImpact.has(slot) || newlyTouching.has(slot)) bits |= 1 << place;
    });
    return bits;
  }

  // Slots that touch something they did not touch a step before.
  #newlyTouching(world: World): Set<number> {
    const { slots } = this.#record;
    const found = new Set<number>();
    const touching = new Set<number>();
    const contacts = world.contacts();
    for (let at = 0; at + numbersPerContact <= contacts.length; at += numbersPerContact) {
      const a = contacts[at + 7]!;
      const b = contacts[at + 8]!;
      if (contacts[at + 6] === 0 || (!slots.includes(a) && !slots.includes(b))) continue;
      const pair = a * 0x100000 + b;
      touching.add(pair);
      if (!this.#touching.has(pair)) found.add(a).add(b);
    }
    this.#touching = touching;
    return found;
  }
}

// The state of a point of a body ends with the accelerations of the body.
function accelerationsOf(world: World, body: number | null): Float64Array {
  const slot = body === null ? -1 : world.ids().indexOf(body);
  if (body === null || slot < 0) return none;
  const point = world.pointState(body, 0, 0, 0);
  return point[0] === 1 ? Float64Array.of(slot, ...point.subarray(16, 22)) : none;
}
