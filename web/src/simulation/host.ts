// The host: owns one world (running-world.ts), its clock and its buffers, and answers the messages of one port. It runs in a Worker, or in
// the page where no Worker can start, with the same code.
//
// When the engine traps, the host says `failed` once and never calls the instance again: a trapped module still answers,
// but its answers mean nothing.
import { BatchedJobs } from './batched-jobs';
import { kAnswered, messageProblem, requestOf } from './check-message';
import { FixedClock } from './fixed-clock';
import { FrameWriter } from './frame-message';
import { causeOf } from './problems';
import {
  highestRate,
  lowestRate,
  maximumStepsPerRequest,
  protocolVersion,
  type Command,
  type FrameTarget,
  type FromHost,
  type LogEntry,
  type Port,
  type ToHost,
} from './protocol';
import { readScene } from './read-scene';
import { RunningWorld } from './running-world';
import type { EngineModule } from './load-engine';

export type HostOptions = {
  /** A clock in milliseconds; it limits work, it never moves the simulation. */
  readonly milliseconds?: () => number;
  /** At most about this much stepping in a frame, ms: the rest is dropped, so that a slow scene still shows frames. */
  readonly frameBudget?: number;
  /** Length of a slice of a job, ms. */
  readonly sliceBudget?: number;
};

export type Host = { dispose(): void };

const kFrameBudget = 25;
const kSliceBudget = 12;

export function createHost(port: Port, engine: EngineModule, options: HostOptions = {}): Host {
  const host = new SimulationHost(port, engine, options);
  return { dispose: () => host.dispose() };
}

class SimulationHost {
  readonly #port: Port;
  readonly #milliseconds: () => number;
  readonly #frameBudget: number;
  readonly #frame = new FrameWriter();
  readonly #transfer: Transferable[] = [];
  readonly #jobs: BatchedJobs;
  #run: RunningWorld | null; // null after a trap or dispose()
  #clock = new FixedClock(60);
  #playing = false;

  constructor(port: Port, engine: EngineModule, options: HostOptions) {
    this.#port = port;
    this.#milliseconds = options.milliseconds ?? (() => performance.now());
    this.#frameBudget = options.frameBudget ?? kFrameBudget;
    const run = new RunningWorld(new engine.World(), (message, transfer) => this.#post(message, transfer));
    this.#run = run;
    this.#jobs = new BatchedJobs({
      world: () => run.world,
      stepOnce: () => this.#stepOnce(),
      step: () => run.step,
      isLoaded: () => run.isLoaded,
      ended: () => this.#clock.restart(),
      command: (command) => run.applyAgain(command),
      replayed: (command, step) => run.recordCommand(command, step),
      post: (message) => this.#post(message),
      guard: (action) => this.#guard(action),
      milliseconds: this.#milliseconds,
      sliceBudget: options.sliceBudget ?? kSliceBudget,
    });
    port.onmessage = (event) => this.#guard(() => this.#check(event.data));
    this.#post({ type: 'ready', version: protocolVersion });
  }

  dispose(): void {
    const run = this.#run;
    this.#run = null;
    this.#jobs.stop();
    this.#port.onmessage = null;
    run?.world.delete();
  }

  #post(message: FromHost, transfer?: Transferable[]): void {
    this.#port.postMessage(message, transfer ?? []);
  }

  #guard(action: () => void): void {
    const run = this.#run;
    if (!run) return;
    try {
      action();
    } catch (error) {
      this.#run = null; // poisoned: not even delete() may be called
      this.#jobs.stop();
      this.#post({ type: 'failed', message: `The physics engine stopped after step ${run.step}: ${causeOf(error)}.` });
    }
  }

  // Checks the whole message before any of it acts. A bad message without a request number is dropped: nobody waits for an answer.
  #check(message: unknown): void {
    const problem = messageProblem(message);
    const request = requestOf(message);
    const isNumbered = request !== null || !kAnswered.has((message as { type?: unknown } | null)?.type);
    if (problem === '' && isNumbered) this.#receive(message as ToHost);
    else if (request !== null) this.#refuse(request, problem);
  }

  #receive(message: ToHost): void {
    switch (message.type) {
      case 'frame':
        return this.#answerFrame(Number(message.now), message.poses, message.target ?? null);
      case 'load':
        return this.#load(message.request, message.scene);
      case 'reset':
        return this.#reset(message.request);
      case 'play':
        return this.#play();
      case 'pause':
        this.#playing = false;
        return;
      case 'rate':
        return this.#setRate(Number(message.rate));
      case 'read':
        void this.#read(message.request, message.text);
        return;
      case 'step':
        return this.#runSteps(message.request, message.count);
      case 'command':
        return this.#command(message.request, message.command);
      case 'select':
        return this.#run!.select(typeof message.body === 'number' ? message.body >>> 0 : null);
      case 'watch':
        return this.#run!.watch(message.watch);
      case 'hashes':
        return this.#jobs.hashes(message.request, message.steps);
      case 'replay':
        return this.#jobs.replay(message.request, message.log, message.step, this.#mark());
      case 'rewind':
        return this.#rewind(message.request, message.log, message.step, message.snapshot);
      case 'dispose':
        return this.dispose();
    }
  }

  #refuse(request: number, message: string): void {
    this.#post({ type: 'refused', request, message });
  }

  // ---- loading ----

  async #read(request: number, text: Blob | string): Promise<void> {
    const { scene, problem } = await readScene(text);
    if (!this.#run) return;
    if (problem !== '') this.#refuse(request, problem);
    else this.#post({ type: 'read', request, scene });
  }

  #load(request: number, scene: unknown): void {
    const problem = this.#run!.load(scene);
    if (problem !== '') return this.#refuse(request, problem);
    this.#begin(request);
  }

  #reset(request: number): void {
    const problem = this.#run!.reload();
    if (problem !== '') return this.#refuse(request, problem);
    this.#begin(request);
  }

  #begin(request: number): void {
    const run = this.#run!;
    const { rate } = this.#clock;
    this.#jobs.cancel();
    this.#clock = new FixedClock(run.world.stepsPerSecond);
    this.#clock.rate = rate;
    const info = run.begin();
    this.#post({ type: 'loaded', request, info }, [info.shapes.buffer]);
  }

  // Back in time: restores the last snapshot before the step, and replays the later commands from there. A refusal, also during the
  // replay, leaves everything as it was.
  #rewind(request: number, log: readonly LogEntry[], step: number, snapshot?: Uint8Array): void {
    const run = this.#run!;
    if (!run.isLoaded) return this.#refuse(request, 'There is no past to go back to.');
    const undo = this.#mark();
    const problem = run.backTo(step, snapshot);
    if (problem !== '') {
      undo();
      return this.#refuse(request, problem);
    }
    this.#jobs.cancel();
    this.#playing = false;
    this.#jobs.replay(
      request,
      log.filter((entry) => entry.issuedAtStep >= run.step),
      step,
      undo,
    );
  }

  #mark(): () => void {
    const wasPlaying = this.#playing;
    const bringBack = this.#run!.mark();
    return () => {
      bringBack();
      this.#playing = wasPlaying;
    };
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

  // Takes a step. When it is not taken the simulation pauses, and the result is false.
  #stepOnce(): boolean {
    const isTaken = this.#run!.advance();
    if (!isTaken) this.#playing = false;
    return isTaken;
  }

  // Takes the steps of this frame; gives the number left out.
  #advance(now: number): number {
    if (!this.#playing || !this.#run!.isLoaded || this.#jobs.busy) return 0;
    const due = this.#clock.advance(now);
    return this.#clock.droppedSteps + this.#advanceBy(due);
  }

  #advanceTo(step: number): number {
    const due = step - this.#run!.step;
    const isAhead = due > 0 && due <= maximumStepsPerRequest; // false for NaN
    return this.#run!.isLoaded && !this.#jobs.busy && isAhead ? this.#advanceBy(due) : 0;
  }

  // Takes steps as far as the time of a frame allows; gives the number left out.
  #advanceBy(due: number): number {
    const start = due > 1 ? this.#milliseconds() : 0;
    for (let taken = 1; taken <= due; taken += 1) {
      if (!this.#stepOnce()) break;
      if (taken < due && this.#milliseconds() - start > this.#frameBudget) return due - taken;
    }
    return 0;
  }

  #answerFrame(now: number, returned: Float32Array | null, target: FrameTarget | null): void {
    const droppedSteps = target ? this.#advanceTo(Math.floor(Number(target.step))) : Number.isFinite(now) ? this.#advance(now) : 0;
    const run = this.#run!;
    const message = this.#frame.fill(run.world, run.step, run.selected, run.drainFlags(), run.measures);
    message.playing = this.#playing;
    message.alpha = target ? shareOf(target.alpha) : this.#playing ? this.#clock.alpha : 1;
    message.droppedSteps = droppedSteps;
    message.slotCount = run.poses.slotCount;
    message.poses = isArrayFor(returned, run.poses.length) ? returned : new Float32Array(run.poses.length);
    run.poses.writeTo(message.poses);
    run.fill(message);
    this.#transfer[0] = message.poses.buffer;
    this.#port.postMessage(message, this.#transfer);
  }

  // ---- commands and steps by number ----

  #command(request: number, command: Command): void {
    const run = this.#run!;
    if (!run.isLoaded) return this.#refuse(request, 'There is no scene to act on.');
    if (this.#jobs.isReplaying) return this.#refuse(request, 'A recording is being replayed: please wait until it is done.');
    const problem = run.apply(command);
    if (problem !== '') return this.#refuse(request, problem);
    const next = run.world.stepCount;
    const step = typeof command.step === 'number' ? Math.max(command.step, next) : next;
    run.recordCommand(command, step);
    const state = step === next && typeof command.body === 'number' ? this.#frame.stateOf(run.world, command.body, next) : null;
    const info = command.type === 'revise' ? run.describe() : null;
    this.#post({ type: 'accepted', request, issuedAtStep: next, step, state, info }, info ? [info.shapes.buffer] : []);
  }

  #runSteps(request: number, count: number): void {
    if (!this.#jobs.mayRun(request, count)) return;
    this.#playing = false;
    this.#jobs.steps(request, count);
  }
}

// Clamped to 0 to 1; not a number: 1, the newer pose.
const shareOf = (alpha: unknown): number => (Number.isFinite(alpha) ? Math.min(1, Math.max(0, alpha as number)) : 1);

function isArrayFor(poses: Float32Array | null, length: number): poses is Float32Array {
  return poses instanceof Float32Array && poses.buffer instanceof ArrayBuffer && poses.length > 0 && poses.length >= length;
}
