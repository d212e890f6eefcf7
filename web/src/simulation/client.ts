// The simulation as a page sees it: what it can ask, and the events it can listen to. What was asked and accepted is kept by the
// session (session.ts), which speaks with the host through its link (host-link.ts).
//
// The host decides at which step a command applies and answers with it; the log holds that step.
import { connect as connectHost, type Connect } from './connection';
import type { Listener } from './emitter';
import { revision } from './kept-bodies';
import type { Accepted, Command, FrameTarget, Frame, LogEntry, Vector, Watch, WorldInfo } from './protocol';
import type { Failure } from './recovery';
import { expected } from './request-channel';
import type { SceneVersions } from './scene-versions';
import { Session, type Progress, type Proof, type RunState, type Stepped } from './session';
import { exactStepAt, secondsAt, stepAt } from './timeline';

export { EngineError, SceneError } from './problems';
export type { Failure } from './recovery';
export type { Progress, Proof, RunState, Stepped } from './session';

export type SimulationOptions = {
  /** False: run in the page, do not try a Worker. */
  readonly worker?: boolean;
  /** Another way to a host: an embedding page, a test. */
  readonly connect?: Connect;
  /** Time without an answer after which the host counts as dead, ms. */
  readonly silenceLimit?: number;
};

const defaultSilenceLimit = 5000;

/** The engine of an earlier version, and the way to it. */
export type Engine = { readonly version: string; readonly connect: Connect };

export class Simulation {
  readonly #session: Session;
  readonly #connect: Connect;
  #engine: Engine | null = null;
  #revision: Promise<unknown> = Promise.resolve(); // the last one requested

  /** Starts a host. Rejects with EngineError when the engine can run neither in a Worker nor in the page. */
  static async start(options: SimulationOptions = {}): Promise<Simulation> {
    const connect = options.connect ?? (() => connectHost(options));
    const session = new Session(connect, options.silenceLimit ?? defaultSilenceLimit);
    try {
      await session.link.connect();
    } catch (error) {
      session.dispose();
      throw error;
    }
    return new Simulation(session, connect);
  }

  private constructor(session: Session, connect: Connect) {
    this.#session = session;
    this.#connect = connect;
  }

  // ---- state ----

  /** Where the host runs; null while there is none. */
  get where(): 'worker' | 'page' | null {
    return this.#session.link.connection?.where ?? null;
  }

  /** Why there is no Worker, when the host runs in the page. */
  get workerProblem(): string | null {
    return this.#session.link.connection?.workerProblem ?? null;
  }

  /** The engine of another version that runs; null: that of this page. */
  get engine(): Engine | null {
    return this.#engine;
  }

  get info(): WorldInfo | null {
    return this.#session.info;
  }

  /** The newest frame. Its poses go back to the host when the next one has come. */
  get frame(): Frame | null {
    return this.#session.link.frame;
  }

  /** The scene as it is at the present step, with the changes until there. */
  get scene(): unknown {
    return this.#session.scene;
  }

  /** The scene at step 0: where the log begins. */
  get base(): unknown {
    return this.#session.base;
  }

  /** Stands for the opening of a scene, of which the present one is a version: another object after each load. */
  get origin(): object | null {
    return this.#session.origin;
  }

  /** The commands of the run, also those ahead of the present step; null when there were too many to keep. */
  get log(): readonly LogEntry[] | null {
    const { complete, entries } = this.#session.log;
    return complete ? entries : null;
  }

  /** Where the run stands, and how far it was seen. */
  get run(): RunState {
    return this.#session.run;
  }

  /** The time of a step of the run, s. */
  readonly secondsAt = (step: number): number => secondsAt(this.#session.timeline, step);

  /** The step nearest to a time of the run, s. */
  readonly stepAt = (seconds: number): number => stepAt(this.#session.timeline, seconds);

  /** The place of a time (s) of the run between two steps. */
  readonly exactStepAt = (seconds: number): number => exactStepAt(this.#session.timeline, seconds);

  /** What `undo` would take back and `redo` bring again, in a word; null: nothing. */
  get undoes(): string | null {
    return this.#session.history.undoes;
  }

  get redoes(): string | null {
    return this.#session.history.redoes;
  }

  /** The versions of the scene since it was opened. */
  get versions(): SceneVersions {
    return this.#session.versions;
  }

  // ---- events; each returns a function that removes the listener ----

  readonly onFrame = (listener: Listener<Frame>): (() => void) => this.#session.frames.on(listener);

  /** After a load, a reset, a restart, and whenever bodies come or go. */
  readonly onChanged = (listener: Listener<WorldInfo>): (() => void) => this.#session.changes.on(listener);

  /** A command was accepted. */
  readonly onAccepted = (listener: Listener<Accepted>): (() => void) => this.#session.accepted.on(listener);

  /** How far a seek has come, while it takes its time; null at its end. */
  readonly onProgress = (listener: Listener<Progress | null>): (() => void) => this.#session.progress.on(listener);

  /** The run is another one from this step on: something was done, undone or redone. */
  readonly onBranched = (listener: Listener<number>): (() => void) => this.#session.branches.on(listener);

  /** The engine refused a command of a log that was opened; it and all behind it are dropped: why. */
  readonly onCut = (listener: Listener<string>): (() => void) => this.#session.cuts.on(listener);

  /** Other changes can be undone or redone. */
  readonly onHistory = (listener: Listener<void>): (() => void) => this.#session.history.changed.on(listener);

  readonly onFailed = (listener: Listener<Failure>): (() => void) => this.#session.failures.on(listener);

  // ---- requests ----

  /** Loads a scene (parsed JSON, not to be changed afterwards), with what will be done to it. Rejects with SceneError; then the scene before runs on. */
  load(scene: unknown, log: readonly LogEntry[] = []): Promise<WorldInfo> {
    return this.#session.load(scene, log);
  }

  /** Another engine runs what is loaded next; null: that of this page. What was before cannot be undone from there. Rejects with EngineError when it
   *  does not start; then a load starts the one before. */
  async useEngine(engine: Engine | null): Promise<void> {
    if (engine?.version === this.#engine?.version) return;
    await this.#session.changeEngine(engine?.connect ?? this.#connect);
    this.#engine = engine;
  }

  /** Loads a scene with what is done to it, and goes to a step. Rejects with SceneError: where the scene is refused the one before runs on, where a
   *  command is refused this one stands at its start. */
  async open({ scene, log, step }: { scene: unknown; log: readonly LogEntry[]; step: number }): Promise<Stepped> {
    this.pause();
    await this.load(scene, log);
    return this.seek(step);
  }

  /** Parses a scene where the engine runs, without loading it. Rejects with SceneError. */
  read(text: Blob | string): Promise<unknown> {
    return this.#session.link.ask({ type: 'read', text }, (answer) => expected(answer, 'read').scene);
  }

  /** Back to step 0 of the scene. */
  reset(): Promise<WorldInfo> {
    return this.#session.reset();
  }

  /** Goes on as a changed scene, from the current state; an edited start of a body is applied to it now. Rejects with SceneError; then the scene
   *  before runs on. */
  revise(scene: unknown, gesture: string | null = null): Promise<void> {
    const done = this.#revision.then(async () => {
      const { scene: before } = this.#session;
      if (before === undefined) await this.load(scene);
      else await this.command(revision(before, scene), gesture);
    });
    this.#revision = done.catch(() => {}); // each is made against the one before
    return done;
  }

  play(): void {
    this.#session.setPlaying(true);
  }

  pause(): void {
    this.#session.setPlaying(false);
  }

  /** Simulated seconds per second, 0.01 to 4. */
  setRate(rate: number): void {
    this.#session.setRate(rate);
  }

  /** Pauses and takes steps. */
  step(count = 1): Promise<Stepped> {
    return this.#session.takeSteps(count);
  }

  /** Resolves with the step at whose start the command applies. Where the run has been seen farther, it takes another course from here on. Rejects with
   *  SceneError. Successive commands of one `gesture` are undone together; those of a drag are one by themselves. */
  command(command: Command, gesture: string | null = null): Promise<number> {
    const isDrag = command?.type === 'drag' || command?.type === 'release';
    return this.#session.command(command, isDrag ? `drag ${String(command.pointer)}` : gesture);
  }

  /** Gives a command of the log another form: the run takes another course from its step, where it stands then. False when it is not in the log. */
  amend(command: Command, changed: Command): Promise<boolean> {
    return this.#session.amend(command, changed);
  }

  /** Takes back what was done last: a command, an edit, a reset, another scene. Goes to the step where it was done. False when there is nothing. */
  undo(): Promise<boolean> {
    return this.#session.exchange(-1);
  }

  redo(): Promise<boolean> {
    return this.#session.exchange(1);
  }

  /** Versions that the scene had in an earlier visit, before and after the present one, for undo and redo. */
  adoptVersions(before: readonly unknown[], after: readonly unknown[]): void {
    this.#session.adoptVersions(before, after);
  }

  /** An impulse (N s) at a point (m, world axes); without a point at the centre of mass. */
  push({ body, impulse, point }: { body: number; impulse: Vector; point?: Vector }): Promise<number> {
    return this.command({ type: 'impulse', body, impulse, ...(point ? { point } : {}) });
  }

  /** The body whose state comes with each frame. */
  select(body: number | null): void {
    this.#session.select(body);
  }

  /** Chooses the data that come with each frame beside the picture, until the next call. */
  watch(watch: Watch | null): void {
    this.#session.watch(watch);
  }

  /** Takes steps and gives the hash of all state after each. */
  hashes(steps: number): Promise<string[]> {
    return this.#session.link.ask({ type: 'hashes', steps }, (answer) => expected(answer, 'hashes').hashes);
  }

  /** Where the run stands, with the hash of all state there; it plays on. */
  async stand(): Promise<Stepped> {
    const { step, hash } = await this.proof();
    return { step, hash };
  }

  /** The same with the checkpoints before that step. */
  proof(): Promise<Proof> {
    return this.#session.proof();
  }

  /** Pauses and goes to any step of the run, earlier or later: what was done is done again. A later seek, and `halt`, end it where it stands. Rejects
   *  with SceneError where the past is not kept. */
  seek(step: number): Promise<Stepped> {
    return this.#session.seek(step);
  }

  halt(): void {
    this.#session.halt();
  }

  /** Asks for the next frame; once per displayed frame, `now` as requestAnimationFrame gives it. With `target` the host
   *  runs to that step instead of by its own clock. False while the last one is still on its way. */
  requestFrame(now: number, target: FrameTarget | null = null): boolean {
    return this.#session.link.requestFrame(now, target);
  }

  /** Closes the simulation; may be called again. */
  dispose(): void {
    this.#session.dispose();
  }
}
