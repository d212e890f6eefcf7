// A loaded world with what is updated at each step: the poses to draw, the record for instruments, the snapshots of its past, and the
// message that bodies came or went.
import type { FrameMessage } from './frame-message';
import type { World } from './load-engine';
import { PosePair } from './pose-pair';
import { maximumStepsPerRequest, stepNotTaken, type Command, type FromHost, type Watch, type WorldInfo } from './protocol';
import { Recorder } from './recorder';
import { Timeline } from './timeline';
import { WorldDescriber } from './world-info';

type Post = (message: FromHost, transfer?: Transferable[]) => void;

/** Steps between two snapshots that go to the client, and the largest that do, bytes. */
const kKeptSteps = 600;
const kLargestKept = 8 << 20;

const isFar = (steps: number): boolean => steps < 0 || steps > maximumStepsPerRequest;

export class RunningWorld {
  readonly world: World;
  readonly poses = new PosePair();
  step = 0;
  isLoaded = false;
  selected: number | null = null;
  readonly #post: Post;
  readonly #describer = new WorldDescriber();
  readonly #recorder = new Recorder();
  readonly #timeline = new Timeline();
  #scene: unknown = undefined;
  #flags = 0; // of the steps since drainFlags()
  #bodiesVersion = 0;

  constructor(world: World, post: Post) {
    this.world = world;
    this.#post = post;
  }

  /** Loads a scene: the problem, or ''. */
  load(scene: unknown): string {
    const problem = this.world.load(scene);
    if (problem !== '') return problem;
    this.#scene = scene;
    this.selected = null;
    return '';
  }

  /** The same scene from its start: the problem, or ''. */
  reload(): string {
    return this.isLoaded ? this.world.load(this.#scene) : 'There is no scene to reset.';
  }

  /** After a load. */
  begin(): WorldInfo {
    this.isLoaded = true;
    this.#flags = 0;
    this.#recorder.begin(this.world, this.#scene, this.world.stepCount, false);
    this.#timeline.begin(this.world, this.world.stepCount);
    this.#describer.forget();
    const info = this.describe();
    this.select(this.selected); // a reset keeps it
    return info;
  }

  /** Describes the world after a change that was not a step. */
  describe(): WorldInfo {
    const { world } = this;
    this.step = world.stepCount;
    this.#bodiesVersion = world.bodiesVersion;
    this.poses.reset(world);
    return this.#describer.describe(world);
  }

  /** Applies a command of the engine, or `revise`: the world goes on as a changed scene. The problem, or ''. */
  apply(command: Command): string {
    const { world } = this;
    if (command?.type !== 'revise') return world.command(command);
    const problem = world.revise(command.scene, command.kept);
    if (problem !== '') return problem;
    this.#scene = command.scene;
    this.#describer.forget();
    this.#recorder.goOn(world, this.#scene, this.step);
    return '';
  }

  /** Applies a command of a recording again. The problem, or ''. */
  applyAgain(command: Command): string {
    const problem = this.apply(command);
    if (problem === '' && command.type === 'revise') this.#announce(this.describe());
    return problem;
  }

  /** Returns a function that restores world, scene and past as they are now. */
  mark(): () => void {
    const [before, scene, flags, bringBack] = [this.world.snapshot().slice(), this.#scene, this.#flags, this.#timeline.mark()];
    return () => {
      this.world.restore(before);
      this.#scene = scene;
      bringBack();
      this.#goOn(flags);
    };
  }

  /** To the last snapshot at `step` or before, or to the one given: the problem, or ''. After a problem the caller
   *  restores the state with `mark`. */
  backTo(step: number, snapshot?: Uint8Array): string {
    const { world } = this;
    const kept = snapshot ? null : this.#timeline.at(step);
    const bytes = snapshot ?? kept?.bytes;
    if (!bytes) return 'Nothing is kept of that time.';
    const problem = world.restore(bytes);
    if (problem !== '') return problem;
    if (isFar(step - world.stepCount)) return 'That step is too far from what is kept of the past.';
    this.#timeline.cutAfter(kept ?? { step: world.stepCount, bytes });
    this.#goOn(0);
    return '';
  }

  // After a state was restored.
  #goOn(flags: number): void {
    this.#flags = flags;
    this.#recorder.begin(this.world, this.#scene, this.world.stepCount, true);
    this.#announce(this.describe());
  }

  /** One step. False when it was not taken: the world stays at its last good state. */
  advance(): boolean {
    const { world } = this;
    const flags = world.step();
    this.#flags |= flags;
    if (flags & stepNotTaken) return false;
    this.step = world.stepCount;
    this.#recorder.add(world, this.step);
    this.#timeline.add(world, this.step);
    if (this.step % kKeptSteps === 0) this.#giveKept();
    if (world.bodiesVersion === this.#bodiesVersion) {
      this.poses.advance(world);
      return true;
    }
    this.#bodiesVersion = world.bodiesVersion;
    this.poses.advanceWithOtherBodies(world);
    this.#announce(this.#describer.describe(world));
    return true;
  }

  /** The flags of the steps since the last call. */
  drainFlags(): number {
    const flags = this.#flags;
    this.#flags = 0;
    return flags;
  }

  watch(watch: Watch | null): void {
    this.#recorder.set(watch, this.world, this.step);
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

  /** Records a command that will act at the start of a step. */
  recordCommand(command: Command, step: number): void {
    this.#recorder.recordCommand(command, step);
  }

  /** Puts what was recorded since the last frame into the message. */
  fill(message: FrameMessage): void {
    this.#recorder.fill(message, this.world, this.selected);
  }

  #announce(info: WorldInfo): void {
    this.#post({ type: 'changed', info }, [info.shapes.buffer]);
  }

  #giveKept(): void {
    const snapshot = this.world.snapshot();
    if (snapshot.length > kLargestKept) return;
    const copy = snapshot.slice();
    this.#post({ type: 'kept', step: this.step, snapshot: copy }, [copy.buffer]);
  }
}
