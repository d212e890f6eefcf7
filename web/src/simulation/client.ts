// The simulation as the page sees it: typed methods and events over the protocol. It remembers the scene and the commands that
// were accepted; host-link.ts starts the host and brings both back when it dies.
//
// The host decides at which step a command applies and answers with it; the log holds that step.
import { connect as connectHost, type Connect } from './connection';
import type { Listener } from './emitter';
import { HostEvents } from './host-events';
import type { HostLink, Stepped } from './host-link';
import { hasSameSteps, revision } from './kept-bodies';
import { SceneError } from './problems';
import type { Accepted, Command, FrameTarget, Frame, LogEntry, Vector, Watch, WorldInfo } from './protocol';
import type { Failure } from './recovery';
import { expected } from './request-channel';

export { EngineError, SceneError } from './problems';
export type { Failure } from './recovery';
export type { Stepped } from './host-link';

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
  readonly #events: HostEvents;
  readonly #link: HostLink;
  readonly #channel: HostLink['channel'];
  readonly #log: HostLink['log'];
  readonly #memory: HostLink['memory'];
  #revision: Promise<unknown> = Promise.resolve(); // the last one requested

  /** Starts a host. Rejects with EngineError when the engine can run neither in a Worker nor in the page. */
  static async start(options: SimulationOptions = {}): Promise<Simulation> {
    const simulation = new Simulation(options.connect ?? (() => connectHost(options)), options.silenceLimit ?? defaultSilenceLimit);
    try {
      await simulation.#link.begin();
    } catch (error) {
      simulation.dispose();
      throw error;
    }
    return simulation;
  }

  private constructor(connect: Connect, silenceLimit: number) {
    this.#events = new HostEvents(connect, silenceLimit);
    this.#link = this.#events.link;
    ({ channel: this.#channel, log: this.#log, memory: this.#memory } = this.#link);
  }

  // ---- state ----

  /** Where the host runs; null while there is none. */
  get where(): 'worker' | 'page' | null {
    return this.#channel.connection?.where ?? null;
  }

  /** Why there is no Worker, when the host runs in the page. */
  get workerProblem(): string | null {
    return this.#channel.connection?.workerProblem ?? null;
  }

  get info(): WorldInfo | null {
    return this.#events.info;
  }

  /** The newest frame. Its poses go back to the host when the next one has come. */
  get frame(): Frame | null {
    return this.#link.exchange.frame;
  }

  /** The scene, with the changes since it was loaded. */
  get scene(): unknown {
    return this.#memory.scene;
  }

  /** The commands accepted since step 0; null when there were too many to keep. */
  get log(): readonly LogEntry[] | null {
    return this.#log.complete ? this.#log.entries : null;
  }

  // ---- events; each returns a function that removes the listener ----

  readonly onFrame = (listener: Listener<Frame>): (() => void) => this.#events.frames.on(listener);

  /** After a load, a reset, a restart, and whenever bodies come or go. */
  readonly onChanged = (listener: Listener<WorldInfo>): (() => void) => this.#events.changes.on(listener);

  /** A command was accepted. */
  readonly onAccepted = (listener: Listener<Accepted>): (() => void) => this.#events.accepted.on(listener);

  readonly onFailed = (listener: Listener<Failure>): (() => void) => this.#events.failures.on(listener);

  // ---- requests ----

  /** Loads a scene (parsed JSON, not to be changed afterwards). Rejects with SceneError; then the scene before runs on. */
  load(scene: unknown): Promise<WorldInfo> {
    return this.#channel.ask({ type: 'load', scene }, (answer) => {
      this.#memory.scene = this.#memory.base = scene;
      this.#memory.selected = null;
      return this.#events.loaded(answer);
    });
  }

  /** Parses a scene where the engine runs, without loading it. Rejects with SceneError. */
  read(text: Blob | string): Promise<unknown> {
    return this.#channel.ask({ type: 'read', text }, (answer) => expected(answer, 'read').scene);
  }

  /** Back to step 0 of the scene. */
  reset(): Promise<WorldInfo> {
    return this.#channel.ask({ type: 'reset' }, (answer) => {
      this.#memory.base = this.#memory.scene;
      return this.#events.loaded(answer);
    });
  }

  /** Goes on as a changed scene, from the current state; an edited start of a body is applied to it now. With another length of steps
   *  the scene is loaded instead. Rejects with SceneError; then the scene before runs on. */
  revise(scene: unknown): Promise<void> {
    const done = this.#revision.then(async () => {
      const { scene: before } = this.#memory;
      if (before === undefined || !hasSameSteps(before, scene)) await this.load(scene);
      else await this.command(revision(before, scene));
    });
    this.#revision = done.catch(() => {}); // each is made against the one before
    return done;
  }

  play(): void {
    this.#memory.playing = true;
    this.#channel.send({ type: 'play' });
  }

  pause(): void {
    this.#memory.playing = false;
    this.#channel.send({ type: 'pause' });
  }

  /** Simulated seconds per second, 0.01 to 4. */
  setRate(rate: number): void {
    this.#memory.rate = rate;
    this.#channel.send({ type: 'rate', rate });
  }

  /** Pauses and takes steps. */
  step(count = 1): Promise<Stepped> {
    this.#memory.playing = false;
    return this.#channel.ask({ type: 'step', count }, (answer) => this.#events.stepped(answer));
  }

  /** Resolves with the step at whose start the command applies. Rejects with SceneError. */
  command(command: Command): Promise<number> {
    return this.#channel.ask({ type: 'command', command }, (answer) => {
      const { issuedAtStep, step, state, info } = expected(answer, 'accepted');
      this.#link.record(command, issuedAtStep, step);
      if (info) this.#events.announce(info);
      this.#events.accepted.emit({ command, step, state });
      return step;
    });
  }

  /** An impulse (N s) at a point (m, world axes); without a point at the centre of mass. */
  push({ body, impulse, point }: { body: number; impulse: Vector; point?: Vector }): Promise<number> {
    return this.command({ type: 'impulse', body, impulse, ...(point ? { point } : {}) });
  }

  /** The body whose state comes with each frame. */
  select(body: number | null): void {
    this.#memory.selected = body;
    this.#channel.send({ type: 'select', body });
  }

  /** Chooses the data that come with each frame beside the picture, until the next call. */
  watch(watch: Watch | null): void {
    this.#memory.watch = watch;
    this.#channel.send({ type: 'watch', watch });
  }

  /** Takes steps and gives the hash of all state after each. */
  hashes(steps: number): Promise<string[]> {
    return this.#channel.ask({ type: 'hashes', steps }, (answer) => expected(answer, 'hashes').hashes);
  }

  /** Runs the loaded scene on to `step` with the commands of a recording. */
  replay(log: readonly LogEntry[], step: number): Promise<Stepped> {
    const entries = log.filter((entry) => entry.issuedAtStep <= step);
    return this.#channel.ask({ type: 'replay', log: entries, step }, (answer) => {
      for (const entry of entries) this.#link.record(entry.command, entry.issuedAtStep, entry.step);
      return this.#events.stepped(answer);
    });
  }

  /** Pauses and goes back to an earlier step, with all commands until then; from there on the current version of the scene holds.
   *  Rejects with SceneError where the log is incomplete. */
  async rewind(step: number): Promise<Stepped> {
    if (!this.#log.complete) throw new SceneError('So much has been done to this scene that its past is not kept; reset it.');
    this.#memory.playing = false;
    const entries = this.#link.pastUntil(step);
    return this.#channel.ask({ type: 'rewind', log: entries, step }, (answer) => {
      const stepped = this.#events.stepped(answer);
      this.#link.backTo(step, entries);
      return stepped;
    });
  }

  /** Asks for the next frame; once per displayed frame, `now` as requestAnimationFrame gives it. With `target` the host
   *  runs to that step instead of by its own clock. False while the last one is still on its way. */
  requestFrame(now: number, target: FrameTarget | null = null): boolean {
    const { connection, recovery } = this.#channel;
    if (!connection || this.#link.exchange.isUnderWay || recovery) return false;
    this.#link.exchange.ask(connection.port, now, target);
    return true;
  }

  /** Closes the simulation; may be called again. */
  dispose(): void {
    this.#events.dispose();
  }
}
