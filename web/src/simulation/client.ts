// The simulation as a page sees it: what it can ask, and the events it can listen to. What was asked and accepted is kept by the
// session (session.ts), which speaks with the host through its link (host-link.ts).
//
// The host decides at which step a command applies and answers with it; the log holds that step.
import { connect as connectHost, type Connect } from './connection';
import type { Listener } from './emitter';
import { hasSameSteps, revision } from './kept-bodies';
import { SceneError } from './problems';
import type { Accepted, Command, FrameTarget, Frame, LogEntry, Vector, Watch, WorldInfo } from './protocol';
import type { Failure } from './recovery';
import { expected } from './request-channel';
import { Session, type Stepped } from './session';

export { EngineError, SceneError } from './problems';
export type { Failure } from './recovery';
export type { Stepped } from './session';

export type SimulationOptions = {
  /** False: run in the page, do not try a Worker. */
  readonly worker?: boolean;
  /** Another way to a host: an embedding page, a test. */
  readonly connect?: Connect;
  /** Time without an answer after which the host counts as dead, ms. */
  readonly silenceLimit?: number;
};

const defaultSilenceLimit = 5000;

export class Simulation {
  readonly #session: Session;
  #revision: Promise<unknown> = Promise.resolve(); // the last one requested

  /** Starts a host. Rejects with EngineError when the engine can run neither in a Worker nor in the page. */
  static async start(options: SimulationOptions = {}): Promise<Simulation> {
    const session = new Session(options.connect ?? (() => connectHost(options)), options.silenceLimit ?? defaultSilenceLimit);
    try {
      await session.link.connect();
    } catch (error) {
      session.dispose();
      throw error;
    }
    return new Simulation(session);
  }

  private constructor(session: Session) {
    this.#session = session;
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

  get info(): WorldInfo | null {
    return this.#session.info;
  }

  /** The newest frame. Its poses go back to the host when the next one has come. */
  get frame(): Frame | null {
    return this.#session.link.frame;
  }

  /** The scene, with the changes since it was loaded. */
  get scene(): unknown {
    return this.#session.scene;
  }

  /** The scene as it was loaded: where the log begins. */
  get base(): unknown {
    return this.#session.base;
  }

  /** The commands accepted since step 0; null when there were too many to keep. */
  get log(): readonly LogEntry[] | null {
    const { complete, entries } = this.#session.log;
    return complete ? entries : null;
  }

  // ---- events; each returns a function that removes the listener ----

  readonly onFrame = (listener: Listener<Frame>): (() => void) => this.#session.frames.on(listener);

  /** After a load, a reset, a restart, and whenever bodies come or go. */
  readonly onChanged = (listener: Listener<WorldInfo>): (() => void) => this.#session.changes.on(listener);

  /** A command was accepted. */
  readonly onAccepted = (listener: Listener<Accepted>): (() => void) => this.#session.accepted.on(listener);

  readonly onFailed = (listener: Listener<Failure>): (() => void) => this.#session.failures.on(listener);

  // ---- requests ----

  /** Loads a scene (parsed JSON, not to be changed afterwards). Rejects with SceneError; then the scene before runs on. */
  load(scene: unknown): Promise<WorldInfo> {
    return this.#session.load(scene);
  }

  /** Parses a scene where the engine runs, without loading it. Rejects with SceneError. */
  read(text: Blob | string): Promise<unknown> {
    return this.#session.link.ask({ type: 'read', text }, (answer) => expected(answer, 'read').scene);
  }

  /** Back to step 0 of the scene. */
  reset(): Promise<WorldInfo> {
    return this.#session.reset();
  }

  /** Goes on as a changed scene, from the current state; an edited start of a body is applied to it now. With another length of steps
   *  the scene is loaded instead. Rejects with SceneError; then the scene before runs on. */
  revise(scene: unknown): Promise<void> {
    const done = this.#revision.then(async () => {
      const { scene: before } = this.#session;
      if (before === undefined || !hasSameSteps(before, scene)) await this.load(scene);
      else await this.command(revision(before, scene));
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

  /** Resolves with the step at whose start the command applies. Rejects with SceneError. */
  command(command: Command): Promise<number> {
    return this.#session.command(command);
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

  /** Runs the loaded scene on to `step` with the commands of a recording. */
  replay(log: readonly LogEntry[], step: number): Promise<Stepped> {
    return this.#session.replay(
      log.filter((entry) => entry.issuedAtStep <= step),
      step,
    );
  }

  /** Pauses and goes back to an earlier step, with all commands until then; from there on the current version of the scene holds.
   *  Rejects with SceneError where the log is incomplete. */
  async rewind(step: number): Promise<Stepped> {
    if (!this.#session.log.complete) throw new SceneError('So much has been done to this scene that its past is not kept; reset it.');
    return this.#session.rewind(step);
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
