// Records each step for the instruments: samples of the watched bodies, whose past is on record (step-record.ts), impacts, and
// the newest step in full.
import { impactLayout, pointStateLayout } from './layout';
import { mostWatchedBodies, mostWatchedJoints, type Command, type LogEntry, type Watch } from './protocol';
import type { FrameMessage } from './frame-message';
import type { World } from './load-engine';
import { size, vectorAt } from './mechanics';
import { StepRecord } from './step-record';

/** Impacts kept for a page that does not ask for frames. */
const mostImpacts = 2_000;
/** Steps whose strongest impact is kept for it. */
const mostImpactPeaks = 20_000;
/** In larger worlds impacts are recorded only while somebody watches; otherwise plots break only at pushes. */
const mostSlotsRecorded = 64;

/** Commands that change a velocity or a place at once. */
const jumps = new Set(['impulse', 'angularImpulse', 'velocity', 'pose', 'revise']);
const anyBody = ''; // stands for a name, which may be that of any body

const none = new Float64Array(0);

export class Recorder {
  #bodies: readonly number[] = [];
  #joints: readonly number[] = [];
  #wantsDetails = false;
  #wantsJointStates = false;
  readonly #record = new StepRecord();
  #sent = -1; // the last step whose samples the page has
  #impacts: number[] = [];
  #impactPeaks: number[] = []; // step and impulse, since the last frame
  #jumpSteps = new Map<number, Set<number | string>>(); // step -> bodies as commands name them
  #states = none;
  #earlier = none;

  get watches(): boolean {
    return this.#bodies.length > 0 || this.#joints.length > 0 || this.#wantsDetails || this.#wantsJointStates;
  }

  set(watch: Watch | null, world: World, step: number): void {
    const bodies = idsIn(watch?.bodies);
    const joints = idsIn(watch?.joints);
    const same = bodies.join() === this.#bodies.join() && joints.join() === this.#joints.join();
    this.#bodies = bodies.slice(0, mostWatchedBodies);
    this.#joints = joints.slice(0, mostWatchedJoints);
    this.#wantsJointStates = watch?.jointStates === true;
    this.#wantsDetails = watch?.details === true;
    this.#earlier = this.#states = this.#wantsDetails ? world.states().slice() : none;
    this.#setRecording(world);
    if (same) return;
    this.#record.keep(this.#bodies, this.#joints, world, step);
    this.#sent = -1;
  }

  /** A body that the page may watch soon. */
  select(body: number, world: World, step: number): void {
    if (this.#bodies.length < mostWatchedBodies) this.#record.keep([...this.#bodies, body], this.#joints, world, step);
  }

  /** Sums of the world after the newest step, as World.measures() gives them. */
  get measures(): Float64Array {
    return this.#record.measures;
  }

  /** After a load or a reset. */
  begin(world: World, scene: unknown, step: number): void {
    this.#impacts = [];
    this.#impactPeaks = [];
    this.readCommands(scene, []);
    this.#readWorld(world);
    this.#record.begin(world, step);
    this.#record.keep(this.#bodies, this.#joints, world, step);
    this.#sent = step - 1;
  }

  /** The world stands at another step of its run. */
  goTo(world: World, step: number): void {
    this.#readWorld(world);
    this.#record.goTo(world, step);
    this.#sent = step - 1;
  }

  /** The run takes another course from a step on. */
  cutAfter(step: number): void {
    this.#record.cutAfter(step);
  }

  /** The steps at which commands will act, of the scene and of a log. */
  readCommands(scene: unknown, log: readonly LogEntry[]): void {
    this.#jumpSteps.clear();
    this.#readScene(scene);
    for (const { command, step } of log) this.recordCommand(command, step);
  }

  /** Impacts of steps that nobody saw. */
  forgetImpacts(): void {
    this.#impacts = [];
  }

  /** After a change of the scene in the same world. */
  goOn(world: World, scene: unknown, step: number): void {
    this.#readScene(scene);
    this.#readWorld(world);
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
    this.#record.add(world, step, this.#jumpsOf(step, this.#recordImpacts(world, step)));
    if (!this.#wantsDetails) return;
    this.#earlier = this.#states;
    this.#states = world.states().slice();
  }

  /** Puts what was recorded since the last frame into the message. */
  fill(message: FrameMessage, world: World, selected: number | null): void {
    message.samples = null;
    message.details = message.joints = null;
    message.impacts = null;
    message.impactPeaks = null;
    if (this.#impactPeaks.length > 0) {
      message.impactPeaks = Float64Array.from(this.#impactPeaks);
      this.#impactPeaks = [];
    }
    if (!this.watches) return;
    if (this.#bodies.length > 0 || this.#joints.length > 0) {
      const rows = this.#record.rowsAfter(this.#sent, this.#bodies, this.#joints);
      if (rows.length > 0) message.samples = { bodies: [...this.#bodies], joints: [...this.#joints], rows };
      this.#sent = message.step;
    }
    if (this.#impacts.length > 0) {
      message.impacts = Float64Array.from(this.#impacts);
      this.#impacts = [];
    }
    if (this.#wantsJointStates && world.jointCount > 0) message.joints = world.jointStates().slice();
    if (!this.#wantsDetails) return;
    const contacts = world.contacts().slice();
    message.details = {
      states: this.#states,
      earlier: this.#earlier,
      accelerations: accelerationsOf(world, selected),
      contacts,
      forces: world.forces().slice(),
    };
  }

  #readScene(scene: unknown): void {
    const { commands } = (scene ?? {}) as { commands?: unknown };
    if (Array.isArray(commands)) for (const command of commands) this.recordCommand(command as Command, Number(command?.step) || 0);
  }

  #readWorld(world: World): void {
    if (this.#wantsDetails) this.#earlier = this.#states = world.states().slice();
    this.#setRecording(world);
  }

  // After another watch or another scene.
  #setRecording(world: World): void {
    world.recordImpacts(this.watches || world.slotCount <= mostSlotsRecorded ? 1 : 0);
  }

  // Returns the slots with an impact in this step.
  #recordImpacts(world: World, step: number): Set<number> {
    const slots = new Set<number>();
    const impacts = world.impacts();
    if (this.#impacts.length >= mostImpacts * impactLayout.stride) this.#impacts = [];
    let strongest = 0;
    for (let at = 0; at < impacts.length; at += impactLayout.stride) {
      slots.add(impacts[at + impactLayout.slotA]!).add(impacts[at + impactLayout.slotB]!);
      strongest = Math.max(strongest, size(vectorAt(impacts, at + impactLayout.impulse)));
    }
    if (strongest > 0 && this.#impactPeaks.length < 2 * mostImpactPeaks) this.#impactPeaks.push(step, strongest);
    if (this.watches) for (const number of impacts) this.#impacts.push(number);
    return slots;
  }

  #jumpsOf(step: number, slotsWithImpact: ReadonlySet<number>): number {
    const pushed = this.#jumpSteps.get(step - 1);
    let bits = 0;
    this.#record.bodies.forEach((id, place) => {
      const isNamed = pushed !== undefined && [...pushed].some((body) => body === id || typeof body === 'string');
      if (isNamed || slotsWithImpact.has(this.#record.slots[place]!)) bits |= 1 << place;
    });
    return bits;
  }
}

const idsIn = (list: unknown): number[] =>
  Array.isArray(list) ? list.filter((id) => typeof id === 'number').map((id: number) => id >>> 0) : [];

function accelerationsOf(world: World, body: number | null): Float64Array {
  const slot = body === null ? -1 : world.ids().indexOf(body);
  if (body === null || slot < 0) return none;
  const point = world.pointState(body, 0, 0, 0);
  const { isValid, centerAcceleration, angularAcceleration } = pointStateLayout;
  return point[isValid] === 1
    ? Float64Array.of(slot, ...vectorAt(point, centerAcceleration), ...vectorAt(point, angularAcceleration))
    : none;
}
