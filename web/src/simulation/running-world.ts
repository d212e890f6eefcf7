// A loaded world and its run: the log of commands, of which those until the present step are applied, and keyframes of its past. With it what is updated
// at each step: the poses to draw, the record for instruments, and the message that bodies came or went.
import { Checkpoints } from './checkpoints';
import { CommandLog, longestLog } from './command-log';
import type { FrameMessage } from './frame-message';
import { lastRevised } from './kept-bodies';
import { Keyframes, type Keyframe } from './keyframes';
import { KeptMatrices } from './kept-matrices';
import type { World } from './load-engine';
import { PosePair } from './pose-pair';
import {
  maximumStepsPerRequest,
  mostMoments,
  stepNotTaken,
  type Command,
  type FromHost,
  type LogEntry,
  type Watch,
  type WorldInfo,
} from './protocol';
import { Recorder } from './recorder';
import { StepCost } from './step-cost';
import { WorldDescriber } from './world-info';

type Post = (message: FromHost, transfer?: Transferable[]) => void;

/** Steps between two keyframes that go to the client, and the largest that do, bytes. */
const kKeptSteps = 600;
const kLargestKept = 8 << 20;

export class RunningWorld {
  readonly world: World;
  readonly poses = new PosePair();
  readonly matrices = new KeptMatrices();
  step = 0;
  isLoaded = false;
  selected: number | null = null;
  /** On the way to another step: poses stay, and nothing is announced until `arrive`. */
  isTravelling = false;
  readonly #post: Post;
  readonly #describer = new WorldDescriber();
  readonly #recorder = new Recorder();
  readonly #keyframes = new Keyframes();
  readonly #checkpoints = new Checkpoints();
  readonly #log = new CommandLog();
  #applied = 0; // entries of the log
  #moments: readonly number[] = []; // s, that the page watches
  #base: unknown = undefined; // the scene as it was loaded
  #scene: unknown = undefined; // as it is at the present step
  #described: unknown = undefined; // the scene that the page knows
  readonly #cost = new StepCost();
  #work = 0; // how long it took to run to the present step, ms
  readonly #milliseconds: () => number;
  #flags = 0; // of the steps since drainFlags()
  #bodiesVersion = 0;
  #jointCount = 0;
  #refusal = '';

  constructor(world: World, post: Post, milliseconds: () => number) {
    this.world = world;
    this.#milliseconds = milliseconds;
    this.#post = post;
  }

  /** Of the run before the present step. */
  get checkpoints(): string {
    return this.#checkpoints.before(this.step);
  }

  get log(): readonly LogEntry[] {
    return this.#log.entries;
  }

  /** How many entries of the log are applied: all that were issued until the present step. */
  get applied(): number {
    return this.#applied;
  }

  // ---- beginning ----

  /** Loads a scene: the problem, or ''. `log`: what will be done to it; `keyframe`: of that run. */
  load(scene: unknown, log: readonly LogEntry[] = [], keyframe: Keyframe | null = null): string {
    const problem = this.world.load(scene);
    if (problem !== '') return problem;
    this.#base = scene;
    this.selected = null;
    this.#begin(log);
    if (keyframe && keyframe.step > 0) {
      this.#keyframes.keep(keyframe);
      this.#checkpoints.keep(keyframe.checkpoints ?? '');
    }
    return '';
  }

  /** The scene as it is now, from its start: the problem, or ''. */
  reload(): string {
    const problem = this.isLoaded ? this.world.load(this.#scene) : 'There is no scene to reset.';
    if (problem !== '') return problem;
    this.#base = this.#scene;
    this.#begin([]);
    return '';
  }

  /** The present as a keyframe for the client; null where there is none, or it is too large. */
  leave(): Keyframe | null {
    return this.isLoaded && this.#log.complete ? this.#kept() : null;
  }

  #begin(log: readonly LogEntry[]): void {
    this.isLoaded = true;
    this.isTravelling = false;
    this.#refusal = '';
    this.#scene = this.#base;
    this.#log.set(log);
    this.#applied = 0;
    this.#flags = this.#work = 0;
    this.#cost.begin();
    this.step = this.world.stepCount;
    this.#recorder.begin(this.world, this.#scene, this.step);
    this.#keyframes.begin(this.world, this.step, 0);
    this.#checkpoints.begin();
    this.#describer.forget();
    this.select(this.selected); // a reset keeps it
  }

  /** Describes the world after a change that was not a step. */
  describe(): WorldInfo {
    const { world } = this;
    this.step = world.stepCount;
    this.#bodiesVersion = world.bodiesVersion;
    this.#jointCount = world.jointCount;
    this.#described = this.#scene;
    this.poses.reset(world);
    const info = this.#describer.describe(world);
    this.matrices.reset(world, info);
    return info;
  }

  // ---- the run ----

  /** Applies a command of the page, which takes the run on another course than the one recorded. The problem, or ''. */
  act(command: Command): string {
    const problem = this.#apply(command);
    if (problem !== '') return problem;
    this.cut(this.#applied);
    if (this.#log.entries.length >= longestLog) {
      this.#applied = 0;
      this.#keyframes.begin(this.world, this.step, 0);
    }
    const next = this.world.stepCount;
    const step = typeof command.step === 'number' ? Math.max(command.step, next) : next;
    this.#log.add({ issuedAtStep: next, step, command });
    this.#applied = this.#log.entries.length;
    this.#recorder.recordCommand(command, step);
    return '';
  }

  /** Drops the recorded future. */
  cut(keep: number): void {
    const isChanged = this.#log.replace(keep).length > 0;
    this.#keyframes.cut(this.step, keep);
    this.#checkpoints.cut(this.step);
    this.#recorder.cutAfter(this.step);
    if (isChanged) this.#recorder.readCommands(this.#scene, this.#log.entries);
  }

  /** One step, and the commands that were issued there. False when it was not taken, or a command was refused: the world stays at its last good state. */
  advance(): boolean {
    const { world } = this;
    if (!this.#applyDue()) return false; // of a log that came with the scene
    const start = this.#milliseconds();
    const flags = world.step();
    this.#work += this.#cost.of(this.#milliseconds() - start);
    this.#flags |= flags;
    if (flags & stepNotTaken) return false;
    this.step = world.stepCount;
    this.#recorder.add(world, this.step);
    this.#checkpoints.add(world, this.step);
    if (this.#log.complete) this.#work = this.#keyframes.add(world, this.step, this.#applied, this.#work);
    if (this.step % kKeptSteps === 0) this.#giveKept();
    if (!this.isTravelling) this.#showStep();
    return this.#applyDue();
  }

  // The commands that were issued until the present step.
  #applyDue(): boolean {
    const { entries } = this.#log;
    while (this.#applied < entries.length && entries[this.#applied]!.issuedAtStep <= this.step) {
      const { command, step } = entries[this.#applied]!;
      const problem = this.#apply({ ...command, step });
      if (problem !== '') {
        this.#refusal = `Command ${this.#applied} of the recording was refused: ${problem}`;
        if (!this.isTravelling) this.#dropRefused(this.#applied, this.#refusal);
        return false;
      }
      this.#applied += 1;
      this.#recorder.recordCommand(command, step);
      if (command.type === 'revise' && !this.isTravelling) this.#announce(this.describe());
    }
    return true;
  }

  // What the engine refuses, and all behind it, cannot be repeated.
  #dropRefused(keep: number, message: string): void {
    this.#refusal = '';
    this.cut(keep);
    this.#post({ type: 'cut', keep, message });
  }

  #apply(command: Command): string {
    const { world } = this;
    if (command?.type !== 'revise') return world.command(command);
    const problem = world.revise(command.scene, command.kept);
    if (problem !== '') return problem;
    this.#scene = command.scene;
    this.#describer.forget();
    this.#recorder.goOn(world, this.#scene, this.step);
    return '';
  }

  #showStep(): void {
    const { world } = this;
    if (world.bodiesVersion === this.#bodiesVersion && world.jointCount === this.#jointCount) {
      this.matrices.advance(world);
      return this.poses.advance(world);
    }
    this.#bodiesVersion = world.bodiesVersion;
    this.#jointCount = world.jointCount;
    this.poses.advanceWithOtherBodies(world);
    const info = this.#describer.describe(world);
    this.matrices.reset(world, info);
    this.#announce(info);
  }

  // ---- travelling ----

  /** Puts `tail` in place of the log from entry `keep` on: the run takes another course from there. The problem, or ''. */
  rewrite(keep: number, tail: readonly LogEntry[]): string {
    const { entries } = this.#log;
    if (keep > entries.length || !this.#log.complete) return `The recording has ${entries.length} commands, not ${keep}.`;
    const before = entries[keep - 1]?.issuedAtStep ?? 0;
    if (tail.length > 0 && tail[0]!.issuedAtStep < before) return 'These commands are not in the order of time.';
    if (keep + tail.length > longestLog) return `A recording has at most ${longestLog} commands.`;
    const first = Math.min(entries[keep]?.issuedAtStep ?? Infinity, tail[0]?.issuedAtStep ?? Infinity);
    this.#log.replace(keep, tail);
    this.#keyframes.cut(first, keep);
    this.#checkpoints.cut(first);
    this.#applied = Infinity; // what is applied is not of this log
    this.#described = undefined;
    this.#recorder.cutAfter(Math.min(first, this.step));
    this.#recorder.readCommands(this.#scene, this.#log.entries);
    return '';
  }

  /** Goes to the keyframe from which `step` is near, unless it is near from here. The problem, or ''; after one the caller goes back with `mark`. */
  depart(step: number): string {
    const { world } = this;
    const isOther = this.#applied > this.#log.entries.length;
    const isBack = isOther || step < this.step;
    if (isBack && !this.#log.complete) return 'So much has been done to this scene that its past is not kept; reset it.';
    const keyframe = this.#keyframes.at(step);
    if (!keyframe) return 'Nothing is kept of that time.';
    const isNearer = isBack || keyframe.step > this.step;
    if (step - (isNearer ? keyframe.step : this.step) > maximumStepsPerRequest)
      return 'That step is too far from what is kept of this run.';
    this.isTravelling = true;
    if (isNearer) {
      const applied = Math.min(keyframe.applied, this.#log.entries.length);
      const scene = lastRevised(this.#log.entries, applied) ?? this.#base;
      const problem = this.#restore(keyframe.snapshot, scene);
      if (problem !== '') return problem;
      if (world.stepCount !== keyframe.step) return 'What is kept of that time is of another step.';
      this.step = keyframe.step;
      this.#work = keyframe.work;
      this.#applied = applied;
      this.#scene = scene;
      this.#flags = 0;
      this.#recorder.goTo(world, this.step);
    }
    return this.#applyDue() ? '' : this.#refusal;
  }

  // The engine restores snapshots of the scene that it has or had; those of another version of it in this run once it has loaded that one.
  #restore(snapshot: Uint8Array, scene: unknown): string {
    const problem = this.world.restore(snapshot);
    if (problem === '') return '';
    return this.world.load(scene) || this.world.restore(snapshot);
  }

  /** The sentence about a command that was refused on the way, or ''. */
  get refusal(): string {
    return this.#refusal;
  }

  /** After travelling: the world as the page has to know it, where it is another one. */
  arrive(): WorldInfo | null {
    this.isTravelling = false;
    this.#recorder.forgetImpacts();
    const { world } = this;
    const isKnown = this.#described === this.#scene && this.poses.isOf(world) && world.jointCount === this.#jointCount;
    if (!isKnown) {
      this.#describer.forget();
      return this.describe();
    }
    this.#bodiesVersion = world.bodiesVersion;
    this.poses.reset(world);
    this.matrices.settle(world);
    return null;
  }

  /** Returns a function that brings back world, scene, log and past as they are now, but for commands that the engine refused. */
  mark(): () => void {
    const { world, step } = this;
    const work = this.#work;
    const [before, scene, flags, applied, described] = [world.snapshot().slice(), this.#scene, this.#flags, this.#applied, this.#described];
    const bringBack = [this.#keyframes.mark(), this.#checkpoints.mark()];
    const entries = this.#log.entries.slice();
    return () => {
      const message = this.#refusal;
      const refused = message === '' ? Infinity : this.#applied;
      const isOwn = entries[refused] !== undefined && entries[refused] === this.#log.entries[refused];
      this.#refusal = '';
      this.#restore(before, scene);
      this.step = step;
      this.#work = work;
      this.#scene = scene;
      this.#applied = applied;
      this.#log.set(entries, this.#log.complete);
      for (const part of bringBack) part();
      this.#flags = flags;
      this.#recorder.goTo(world, step);
      this.#described = described;
      this.isTravelling = false;
      this.#bodiesVersion = world.bodiesVersion;
      if (isOwn) this.#dropRefused(refused, message);
    };
  }

  // ---- what the page sees ----

  /** The flags of the steps since the last call. */
  drainFlags(): number {
    const flags = this.#flags;
    this.#flags = 0;
    return flags;
  }

  watch(watch: Watch | null): void {
    this.#recorder.set(watch, this.world, this.step);
    const moments: unknown = watch?.moments;
    this.#moments = Array.isArray(moments) ? moments.slice(0, mostMoments).map(Number) : [];
  }

  /** The present step is the first one not before a moment that the page watches. */
  get isMoment(): boolean {
    const { stepsPerSecond } = this.world;
    return this.#moments.some((seconds) => Math.ceil(seconds * stepsPerSecond - 1e-6) === this.step);
  }

  /** The body whose state comes with each frame; its past is kept from here on. */
  select(body: number | null): void {
    this.selected = body;
    if (body !== null && this.isLoaded) this.#recorder.select(body, this.world, this.step);
  }

  /** Sums of the world after the newest step. */
  get measures(): Float64Array {
    return this.isLoaded ? this.#recorder.measures : this.world.measures();
  }

  /** Puts what was recorded since the last frame into the message. */
  fill(message: FrameMessage): void {
    this.#recorder.fill(message, this.world, this.selected);
  }

  #announce(info: WorldInfo): void {
    this.#post({ type: 'changed', info, applied: this.#applied }, [info.shapes.buffer]);
  }

  #kept(): Keyframe | null {
    const { step, checkpoints } = this;
    const snapshot = this.world.snapshot();
    return snapshot.length > kLargestKept
      ? null
      : { step, applied: this.#applied, work: this.#work, snapshot: snapshot.slice(), checkpoints };
  }

  #giveKept(): void {
    const keyframe = this.#log.complete ? this.#kept() : null;
    if (keyframe) this.#post({ type: 'kept', keyframe }, [keyframe.snapshot.buffer as ArrayBuffer]);
  }
}
