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
  type Port,
  type ToHost,
} from './protocol';
import type { Keyframe } from './keyframes';
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
  readonly #clock = new FixedClock(60);
  #playing = false;

  constructor(port: Port, engine: EngineModule, options: HostOptions) {
    this.#port = port;
    this.#milliseconds = options.milliseconds ?? (() => performance.now());
    this.#frameBudget = options.frameBudget ?? kFrameBudget;
    const run = new RunningWorld(new engine.World(), (message, transfer) => this.#post(message, transfer), this.#milliseconds);
    this.#run = run;
    this.#jobs = new BatchedJobs({
      world: () => run.world,
      stepOnce: () => this.#stepOnce(),
      step: () => run.step,
      applied: () => run.applied,
      checkpoints: () => run.checkpoints,
      isLoaded: () => run.isLoaded,
      ended: () => this.#clock.begin(run.world.stepsPerSecond),
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
        return this.#load(message);
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
      case 'stand':
        return this.#stand(message.request);
      case 'seek':
        return this.#travel(message.request, message.step);
      case 'rewrite':
        return this.#travel(message.request, message.step, () => this.#run!.rewrite(message.keep, message.tail));
      case 'halt':
        return this.#jobs.endJourneys();
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

  #load({ request, scene, log, keyframe }: Extract<ToHost, { type: 'load' }>): void {
    const run = this.#run!;
    const left = run.leave();
    const problem = run.load(scene, log, keyframe ?? null);
    if (problem !== '') return this.#refuse(request, problem);
    this.#begin(request, left);
  }

  #reset(request: number): void {
    const run = this.#run!;
    const left = run.leave();
    const problem = run.reload();
    if (problem !== '') return this.#refuse(request, problem);
    this.#begin(request, left);
  }

  #begin(request: number, left: Keyframe | null): void {
    const run = this.#run!;
    this.#jobs.cancel();
    this.#clock.begin(run.world.stepsPerSecond);
    const info = run.describe();
    this.#frame.fill(run.world, run.step, run.selected, run.drainFlags(), run.measures);
    this.#post({ type: 'loaded', request, info, left }, [info.shapes.buffer]);
  }

  #stand(request: number): void {
    if (this.#run!.isLoaded) this.#jobs.answerStepped(request);
    else this.#refuse(request, 'There is no scene to run.');
  }

  // To another step, once `prepare` has found no problem. A refusal leaves everything as it was, but for commands that the engine refused.
  #travel(request: number, step: number, prepare: () => string = () => ''): void {
    const run = this.#run!;
    if (!run.isLoaded) return this.#refuse(request, 'There is no past to go back to.');
    let undo = (): void => {};
    const depart = (): string => {
      const wasPlaying = this.#playing;
      const bringBack = run.mark();
      undo = () => {
        bringBack();
        this.#playing = wasPlaying;
      };
      this.#playing = false;
      return prepare() || run.depart(step);
    };
    this.#jobs.travel(request, step, { depart, refusal: () => run.refusal, arrive: () => run.arrive(), undo: () => undo() });
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
    const run = this.#run!;
    const isTaken = run.advance();
    if (run.world.stepsPerSecond !== this.#clock.stepsPerSecond) this.#clock.stepsPerSecond = run.world.stepsPerSecond;
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

  // Takes steps as far as the time of a frame allows, and no moment is passed that the page watches; gives the number left out for want of time.
  #advanceBy(due: number): number {
    const start = due > 1 ? this.#milliseconds() : 0;
    for (let taken = 1; taken <= due; taken += 1) {
      if (!this.#stepOnce() || this.#run!.isMoment) break;
      if (taken < due && this.#milliseconds() - start > this.#frameBudget) return due - taken;
    }
    return 0;
  }

  #answerFrame(now: number, returned: Float32Array | null, target: FrameTarget | null): void {
    const droppedSteps = target ? this.#advanceTo(Math.floor(Number(target.step))) : Number.isFinite(now) ? this.#advance(now) : 0;
    const run = this.#run!;
    // On the way to another step the picture is that of the departure.
    const message = run.isTravelling
      ? this.#frame.message
      : this.#frame.fill(run.world, run.step, run.selected, run.drainFlags(), run.measures);
    message.playing = this.#playing;
    message.alpha = target ? shareOf(target.alpha) : this.#playing ? this.#clock.alpha : 1;
    message.droppedSteps = droppedSteps;
    message.slotCount = run.poses.slotCount;
    message.poses = isArrayFor(returned, run.poses.length) ? returned : new Float32Array(run.poses.length);
    run.poses.writeTo(message.poses);
    message.matrices = run.matrices.rows;
    if (run.isTravelling) message.samples = message.details = message.joints = message.impacts = message.impactPeaks = null;
    else run.fill(message);
    this.#transfer[0] = message.poses.buffer;
    this.#port.postMessage(message, this.#transfer);
  }

  // ---- commands and steps by number ----

  #command(request: number, command: Command): void {
    const run = this.#run!;
    if (!run.isLoaded) return this.#refuse(request, 'There is no scene to act on.');
    if (this.#jobs.isTravelling) return this.#refuse(request, 'Time is on its way to another step: please wait until it is there.');
    const next = run.world.stepCount;
    const problem = run.act(command);
    if (problem !== '') return this.#refuse(request, problem);
    const at = run.applied - 1;
    const { step } = run.log[at] ?? { step: Math.max(Number(command.step) || 0, next) };
    const state = step === next && typeof command.body === 'number' ? this.#frame.stateOf(run.world, command.body, next) : null;
    const info = command.type === 'revise' ? run.describe() : null;
    if (info) this.#clock.stepsPerSecond = info.stepsPerSecond;
    this.#post({ type: 'accepted', request, issuedAtStep: next, step, at, state, info }, info ? [info.shapes.buffer] : []);
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
