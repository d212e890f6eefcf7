// The host: owns one World, its clock and its buffers, and answers the messages of one port. It runs in a Worker, or in
// the page where no Worker can start; it cannot tell the difference.
//
// When the engine traps, the host says `failed` once and never calls the instance again: a trapped module still answers,
// but what it answers means nothing.
import { FixedClock } from './fixed-clock';
import { FrameWriter } from './frame-message';
import { LongWork } from './long-work';
import { PosePair } from './pose-pair';
import { sentenceOf } from './problems';
import {
  highestRate, lowestRate, protocolVersion, stepFlags, type Command, type Follow, type FromHost, type LogEntry, type Port, type ToHost,
} from './protocol';
import { Recorder } from './recorder';
import { Timeline } from './timeline';
import { WorldDescriber } from './world-info';
import type { EngineModule, World } from './load-engine';

export type HostOptions = {
  /** A clock in milliseconds; it limits work, it never moves the simulation. */
  readonly milliseconds?: () => number;
  /** At most about this much stepping in a frame, ms: the rest is dropped, so that a slow scene still shows frames. */
  readonly frameBudget?: number;
  /** Length of a slice of long work, ms. */
  readonly sliceBudget?: number;
};

export type Host = { dispose(): void };

const kFrameBudget = 25;
const kSliceBudget = 12;
/** Steps between two snapshots that go to the client, and the largest that do, bytes. */
const kKeptSteps = 600;
const kLargestKept = 8 << 20;

export function createHost(port: Port, engine: EngineModule, options: HostOptions = {}): Host {
  const host = new SimulationHost(port, engine, options);
  return { dispose: () => host.dispose() };
}

class SimulationHost {
  #port: Port;
  #world: World | null;
  #milliseconds: () => number;
  #frameBudget: number;

  #scene: unknown = undefined;
  #loaded = false;
  #playing = false;
  #selected: number | null = null;
  #flags = 0; // of the steps since the last frame
  #step = 0;
  #bodiesVersion = 0;

  #clock = new FixedClock(60);
  #poses = new PosePair();
  #describer = new WorldDescriber();
  #frame = new FrameWriter();
  #recorder = new Recorder();
  #timeline = new Timeline();
  #transfer: Transferable[] = [];
  #work: LongWork;

  constructor(port: Port, engine: EngineModule, options: HostOptions) {
    this.#port = port;
    this.#milliseconds = options.milliseconds ?? (() => performance.now());
    this.#frameBudget = options.frameBudget ?? kFrameBudget;
    this.#world = new engine.World();
    this.#work = new LongWork({
      world: () => this.#world!,
      stepOnce: () => this.#stepOnce(),
      step: () => this.#step,
      isLoaded: () => this.#loaded,
      ended: () => this.#clock.restart(),
      replayed: (command, step) => this.#recorder.note(command, step),
      post: (message) => this.#post(message),
      guard: (action) => this.#guard(action),
      milliseconds: this.#milliseconds,
      sliceBudget: options.sliceBudget ?? kSliceBudget,
    });
    port.onmessage = (event) => this.#guard(() => this.#receive(event.data as ToHost));
    this.#post({ type: 'ready', version: protocolVersion });
  }

  dispose(): void {
    const world = this.#world;
    this.#world = null;
    this.#work.stop();
    this.#port.onmessage = null;
    world?.delete();
  }

  #post(message: FromHost, transfer?: Transferable[]): void {
    this.#port.postMessage(message, transfer ?? []);
  }

  #guard(action: () => void): void {
    if (!this.#world) return;
    try {
      action();
    } catch (error) {
      this.#world = null; // poisoned: not even delete() may be called
      this.#work.stop();
      this.#post({ type: 'failed', message: `The physics engine stopped after step ${this.#step}: ${sentenceOf(error)}` });
    }
  }

  #receive(message: ToHost | null): void {
    switch (message?.type) {
      case 'frame': return this.#answerFrame(Number(message.now), message.poses, message.follow ?? null);
      case 'load': return this.#load(message.request, message.scene);
      case 'reset': return this.#reset(message.request);
      case 'play': return this.#play();
      case 'pause': this.#playing = false; return;
      case 'rate': return this.#setRate(Number(message.rate));
      case 'step': return this.#runSteps(message.request, Number(message.count));
      case 'command': return this.#command(message.request, message.command);
      case 'select': this.#selected = typeof message.body === 'number' ? message.body >>> 0 : null; return;
      case 'watch': return this.#recorder.set(message.watch, this.#world!, this.#step);
      case 'hashes': return this.#work.hashes(message.request, Number(message.steps));
      case 'replay': return this.#work.replay(message.request, message.log, Number(message.step));
      case 'rewind': return this.#rewind(message.request, message.log, Number(message.step), message.snapshot);
      case 'dispose': return this.dispose();
    }
  }

  #refuse(request: number, message: string): void {
    this.#post({ type: 'refused', request, message });
  }

  // ---- loading ----

  #load(request: number, scene: unknown): void {
    const problem = this.#world!.load(scene);
    if (problem !== '') return this.#refuse(request, problem);
    this.#scene = scene;
    this.#selected = null;
    this.#begin(request);
  }

  #reset(request: number): void {
    if (!this.#loaded) return this.#refuse(request, 'There is no scene to reset.');
    const problem = this.#world!.load(this.#scene);
    if (problem !== '') return this.#refuse(request, problem);
    this.#begin(request);
  }

  #begin(request: number): void {
    const world = this.#world!;
    const rate = this.#clock.rate;
    this.#work.cancel();
    this.#loaded = true;
    this.#flags = 0;
    this.#step = world.stepCount;
    this.#bodiesVersion = world.bodiesVersion;
    this.#clock = new FixedClock(world.stepsPerSecond);
    this.#clock.rate = rate;
    this.#poses.reset(world);
    this.#describer.forget();
    this.#recorder.begin(world, this.#scene, this.#step);
    this.#timeline.begin(world, this.#step);
    const info = this.#describer.describe(world);
    this.#post({ type: 'loaded', request, info }, [info.shapes.buffer]);
  }

  // Back in time: to the last snapshot before, and on from there with the commands that came after it.
  #rewind(request: number, log: readonly LogEntry[], step: number, snapshot?: Uint8Array): void {
    const world = this.#world!;
    if (!this.#loaded || !Array.isArray(log)) return this.#refuse(request, 'There is no past to go back to.');
    const bytes = snapshot ?? this.#timeline.backTo(step)?.bytes;
    const problem = bytes ? world.restore(bytes) : 'Nothing is kept of that time.';
    if (problem !== '') return this.#refuse(request, problem);
    this.#work.cancel();
    this.#playing = false;
    this.#flags = 0;
    this.#step = world.stepCount;
    this.#bodiesVersion = world.bodiesVersion;
    if (snapshot) this.#timeline.begin(world, this.#step);
    this.#poses.reset(world);
    this.#recorder.begin(world, this.#scene, this.#step);
    const info = this.#describer.describe(world);
    this.#post({ type: 'changed', info }, [info.shapes.buffer]);
    this.#work.replay(request, log.filter((entry) => entry.present >= this.#step), step);
  }

  // ---- time ----

  #play(): void {
    if (this.#playing) return;
    this.#playing = true;
    this.#clock.restart();
  }

  #setRate(rate: number): void {
    if (Number.isFinite(rate)) this.#clock.rate = Math.min(highestRate, Math.max(lowestRate, rate));
  }

  /** One step of the world. False when it was not taken: the simulation pauses at the last good state. */
  #stepOnce(): boolean {
    const world = this.#world!;
    const flags = world.step();
    this.#flags |= flags;
    if (flags & stepFlags.pairOverload) {
      this.#playing = false;
      return false;
    }
    this.#step = world.stepCount;
    this.#recorder.add(world, this.#step);
    this.#timeline.add(world, this.#step);
    if (this.#step % kKeptSteps === 0) this.#giveKept(world);
    if (world.bodiesVersion === this.#bodiesVersion) {
      this.#poses.advance(world);
      return true;
    }
    this.#bodiesVersion = world.bodiesVersion;
    this.#poses.advanceWithOtherBodies(world);
    const info = this.#describer.describe(world);
    this.#post({ type: 'changed', info }, [info.shapes.buffer]);
    return true;
  }

  #giveKept(world: World): void {
    const snapshot = world.snapshot();
    if (snapshot.length > kLargestKept) return;
    const copy = snapshot.slice();
    this.#post({ type: 'kept', step: this.#step, snapshot: copy }, [copy.buffer]);
  }

  // Steps for this frame; gives the number left out.
  #advance(now: number): number {
    if (!this.#playing || !this.#loaded || this.#work.busy) return 0;
    const due = this.#clock.advance(now);
    return this.#clock.droppedSteps + this.#take(due);
  }

  #followTo(step: number): number {
    const due = step - this.#step;
    return this.#loaded && !this.#work.busy && due > 0 ? this.#take(due) : 0;
  }

  // Takes steps as far as the time of a frame allows; gives the number left out.
  #take(due: number): number {
    const start = due > 1 ? this.#milliseconds() : 0;
    for (let taken = 1; taken <= due; taken += 1) {
      if (!this.#stepOnce()) break;
      if (taken < due && this.#milliseconds() - start > this.#frameBudget) return due - taken;
    }
    return 0;
  }

  #answerFrame(now: number, returned: Float32Array | null, follow: Follow | null): void {
    const droppedSteps = follow ? this.#followTo(Math.floor(Number(follow.step))) : this.#advance(now);
    const message = this.#frame.fill(this.#world!, this.#step, this.#selected, this.#flags);
    this.#flags = 0;
    message.playing = this.#playing;
    message.alpha = follow ? Math.min(1, Math.max(0, Number(follow.alpha))) : this.#playing ? this.#clock.alpha : 1;
    message.droppedSteps = droppedSteps;
    message.slotCount = this.#poses.slotCount;
    message.poses = this.#fits(returned) ? returned : new Float32Array(this.#poses.length);
    this.#poses.writeTo(message.poses);
    this.#recorder.fill(message, this.#world!);
    this.#transfer[0] = message.poses.buffer;
    this.#port.postMessage(message, this.#transfer);
  }

  #fits(poses: Float32Array | null): poses is Float32Array {
    const canMove = poses instanceof Float32Array && poses.buffer instanceof ArrayBuffer && poses.length > 0;
    return canMove && poses.length >= this.#poses.length;
  }

  // ---- commands and steps by number ----

  #command(request: number, command: Command): void {
    if (!this.#loaded) return this.#refuse(request, 'There is no scene to act on.');
    if (this.#work.isReplaying) return this.#refuse(request, 'A recording is being replayed: please wait until it is done.');
    const world = this.#world!;
    const problem = world.command(command);
    if (problem !== '') return this.#refuse(request, problem);
    const next = world.commandStep;
    const step = typeof command.step === 'number' ? Math.max(command.step, next) : next;
    this.#recorder.note(command, step);
    const state = step === next && typeof command.body === 'number' ? this.#frame.stateOf(world, command.body, next) : null;
    this.#post({ type: 'accepted', request, present: next, step, state });
  }

  #runSteps(request: number, count: number): void {
    if (!this.#work.mayRun(request, count)) return;
    this.#playing = false;
    this.#work.steps(request, count);
  }
}
