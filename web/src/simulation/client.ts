// The simulation as the page sees it: typed methods and events over the protocol. It starts a host, remembers the scene and
// the commands that were accepted, and brings both back when the host dies (recovery.ts).
//
// The client stamps nothing: the host answers with the step at which a command applies, and the log holds that.
import { CommandLog } from './command-log';
import { connect as connectHost, type Connect, type Connection } from './connection';
import { Conversation } from './conversation';
import { Emitter, type Listener } from './emitter';
import { FrameExchange } from './frame-exchange';
import { EngineError, SceneError } from './problems';
import { stepFlags, type Accepted, type Command, type Follow, type Frame, type FromHost, type LogEntry, type Vector, type Watch, type WorldInfo } from './protocol';
import { recover, type Memory, type Recoverable } from './recovery';
import { Watchdog } from './watchdog';

export { EngineError, SceneError } from './problems';
export { compileEngine } from './compile-engine';

export type SimulationOptions = {
  /** False: run in the page, do not try a Worker. */
  readonly worker?: boolean;
  /** Another way to a host: an embedding page, a test. */
  readonly connect?: Connect;
  /** Silence of the host after which it is given up, ms. */
  readonly silenceLimit?: number;
};

/** The host died. `message` is one sentence for the page. When not `recovered`, load() starts anew. */
export type Failure = { readonly message: string; readonly recovered: boolean; readonly step: number };

export type Stepped = { readonly step: number; readonly hash: string };

const defaultSilenceLimit = 5000;
/** Reading a scene of 20,000 bodies takes seconds on a slow phone, and cannot be done in slices. */
const patienceWithLoads = 3;

export class Simulation {
  #connect: Connect;
  #silenceLimit: number;
  #watchdog: Watchdog;
  #talk = new Conversation(async () => this.#attach(await this.#connect()));

  #frames = new Emitter<Frame>();
  #changes = new Emitter<WorldInfo>();
  #failures = new Emitter<Failure>();
  #accepted = new Emitter<Accepted>();

  #info: WorldInfo | null = null;
  #exchange = new FrameExchange();
  #log = new CommandLog();
  #memory: Memory = { scene: undefined, step: 0, playing: false, rate: 1, selected: null, watch: null, kept: null, lastFailure: null };

  /** Starts a host. Rejects with EngineError when the engine can run neither in a Worker nor in the page. */
  static async start(options: SimulationOptions = {}): Promise<Simulation> {
    const connect = options.connect ?? (() => connectHost(options));
    const simulation = new Simulation(connect, options.silenceLimit ?? defaultSilenceLimit);
    try {
      simulation.#attach(await connect());
    } catch (error) {
      simulation.dispose();
      throw error;
    }
    return simulation;
  }

  private constructor(connect: Connect, silenceLimit: number) {
    this.#connect = connect;
    this.#silenceLimit = silenceLimit;
    const patience = (): number => {
      if (this.where !== 'worker') return 0; // in the page its silence is the page's own
      if (this.#talk.waitsFor('load')) return patienceWithLoads;
      return this.#exchange.isUnderWay ? 1 : 0;
    };
    this.#watchdog = new Watchdog(silenceLimit, patience, (silence) => {
      this.#lose(`The physics engine did not answer for ${silence / 1000} s`, true);
    });
  }

  // ---- what is known ----

  /** Where the host runs; null while there is none. */
  get where(): 'worker' | 'page' | null {
    return this.#talk.connection?.where ?? null;
  }

  /** Why there is no Worker, when the host runs in the page. */
  get workerProblem(): string | null {
    return this.#talk.connection?.workerProblem ?? null;
  }

  get info(): WorldInfo | null {
    return this.#info;
  }

  /** The newest frame. Its poses go back to the host when the next one has come. */
  get frame(): Frame | null {
    return this.#exchange.frame;
  }

  /** The scene as it was loaded. */
  get scene(): unknown {
    return this.#memory.scene;
  }

  /** The commands accepted since step 0; null when there were too many to keep. */
  get log(): readonly LogEntry[] | null {
    return this.#log.complete ? this.#log.entries : null;
  }

  // ---- events; each gives a function that takes the listener away ----

  onFrame(listener: Listener<Frame>): () => void {
    return this.#frames.on(listener);
  }

  /** After a load, a reset, a restart, and whenever bodies come or go. */
  onChanged(listener: Listener<WorldInfo>): () => void {
    return this.#changes.on(listener);
  }

  /** A command will act. */
  onAccepted(listener: Listener<Accepted>): () => void {
    return this.#accepted.on(listener);
  }

  onFailed(listener: Listener<Failure>): () => void {
    return this.#failures.on(listener);
  }

  // ---- what a page can ask for ----

  /** Loads a scene (parsed JSON, not to be changed afterwards). Rejects with SceneError; what ran before runs on then. */
  load(scene: unknown): Promise<WorldInfo> {
    return this.#talk.ask({ type: 'load', scene }, (answer) => {
      this.#memory.scene = scene;
      this.#memory.selected = null;
      return this.#beginScene(answer);
    });
  }

  /** Back to step 0 of the scene. */
  reset(): Promise<WorldInfo> {
    return this.#talk.ask({ type: 'reset' }, (answer) => this.#beginScene(answer));
  }

  play(): void {
    this.#memory.playing = true;
    this.#talk.tell({ type: 'play' });
  }

  pause(): void {
    this.#memory.playing = false;
    this.#talk.tell({ type: 'pause' });
  }

  /** Simulated seconds per second, 0.01 to 4. */
  setRate(rate: number): void {
    this.#memory.rate = rate;
    this.#talk.tell({ type: 'rate', rate });
  }

  /** Pauses and takes steps. */
  step(count = 1): Promise<Stepped> {
    this.#memory.playing = false;
    return this.#talk.ask({ type: 'step', count }, (answer) => this.#stepped(answer));
  }

  /** Resolves with the step at whose start the command applies. Rejects with SceneError. */
  command(command: Command): Promise<number> {
    return this.#talk.ask({ type: 'command', command }, (answer) => {
      if (answer.type !== 'accepted') throw unexpected(answer);
      this.#log.add(command, answer.present, answer.step);
      this.#accepted.emit({ command, step: answer.step, state: answer.state });
      return answer.step;
    });
  }

  /** An impulse (N s) at a point (m, world axes); without a point at the centre of mass. */
  push({ body, impulse, point }: { body: number; impulse: Vector; point?: Vector }): Promise<number> {
    return this.command({ type: 'impulse', body, impulse, ...(point ? { point } : {}) });
  }

  /** The body whose state comes with each frame. */
  select(body: number | null): void {
    this.#memory.selected = body;
    this.#talk.tell({ type: 'select', body });
  }

  /** What comes with each frame beside the picture, until told otherwise. */
  watch(watch: Watch | null): void {
    this.#memory.watch = watch;
    this.#talk.tell({ type: 'watch', watch });
  }

  /** Takes steps and gives the hash of all state after each. */
  hashes(steps: number): Promise<string[]> {
    return this.#talk.ask({ type: 'hashes', steps }, (answer) => {
      if (answer.type !== 'hashes') throw unexpected(answer);
      return answer.hashes;
    });
  }

  /** Runs the loaded scene on to `step` with the commands of a recording. */
  replay(log: readonly LogEntry[], step: number): Promise<Stepped> {
    const entries = log.filter((entry) => entry.present <= step);
    return this.#talk.ask({ type: 'replay', log: entries, step }, (answer) => {
      for (const entry of entries) this.#log.add(entry.command, entry.present, entry.step);
      return this.#stepped(answer);
    });
  }

  /** Pauses and goes back to a step that has been, with all that was done until then. Rejects with SceneError where too much was
   *  done for the log. */
  async rewind(step: number): Promise<Stepped> {
    if (!this.#log.complete) throw new SceneError('So much has been done to this scene that its past is not kept; reset it.');
    this.#memory.playing = false;
    const entries = this.#log.entries.filter((entry) => entry.present <= step);
    return this.#talk.ask({ type: 'rewind', log: entries, step }, (answer) => {
      const stepped = this.#stepped(answer);
      this.#log.clear();
      for (const entry of entries) this.#log.add(entry.command, entry.present, entry.step);
      if (this.#memory.kept && this.#memory.kept.step > step) this.#memory.kept = null;
      return stepped;
    });
  }

  /** Asks for the next frame; once per displayed frame, `now` as requestAnimationFrame gives it. With `follow` the host
   *  runs to that step instead of by its own clock. False while the last one is still on its way. */
  requestFrame(now: number, follow: Follow | null = null): boolean {
    const { connection, recovery } = this.#talk;
    if (!connection || this.#exchange.isUnderWay || recovery) return false;
    this.#exchange.ask(connection.port, now, follow);
    return true;
  }

  /** Ends everything; may be called again. */
  dispose(): void {
    this.#talk.isClosed = true;
    this.#watchdog.stop();
    this.#disconnect();
    this.#talk.refuseAll('The simulation was closed.');
    this.#frames.clear();
    this.#changes.clear();
    this.#failures.clear();
    this.#accepted.clear();
    this.#info = null;
    this.#log.clear();
    this.#memory.scene = undefined;
  }

  // ---- messages ----

  #receive(message: FromHost): void {
    this.#watchdog.heard();
    switch (message.type) {
      case 'frame': return this.#receiveFrame(message);
      case 'kept': this.#memory.kept = { step: message.step, snapshot: message.snapshot }; return;
      case 'changed': this.#info = message.info; return this.#changes.emit(message.info);
      case 'loaded':
      case 'accepted':
      case 'stepped':
      case 'hashes':
      case 'refused': return this.#talk.answer(message);
      case 'failed': return this.#lose(message.message, false);
      case 'ready': return;
    }
  }

  #receiveFrame(frame: Frame): void {
    this.#exchange.receive(frame);
    this.#memory.step = frame.step;
    if (frame.report.flags & stepFlags.pairOverload) this.#memory.playing = false; // the host paused by itself
    if (this.#info) this.#frames.emit(frame);
  }

  #beginScene(answer: FromHost): WorldInfo {
    if (answer.type !== 'loaded') throw unexpected(answer);
    this.#log.clear();
    this.#memory.step = 0;
    this.#memory.kept = null;
    this.#info = answer.info;
    this.#changes.emit(answer.info);
    return answer.info;
  }

  #stepped(answer: FromHost): Stepped {
    if (answer.type !== 'stepped') throw unexpected(answer);
    this.#memory.step = answer.step;
    return { step: answer.step, hash: answer.hash };
  }

  // ---- life and death of hosts ----

  #attach(connection: Connection): void {
    if (this.#talk.isClosed) {
      connection.close();
      throw new EngineError('The simulation was closed.');
    }
    this.#talk.connection = connection;
    connection.port.onmessage = (event) => this.#receive(event.data as FromHost);
    connection.onDeath((reason) => this.#lose(`The physics engine stopped: ${reason}`, false));
  }

  #disconnect(): void {
    this.#talk.disconnect();
    this.#exchange.forget();
  }

  #lose(reason: string, hung: boolean): void {
    const talk = this.#talk;
    if (talk.isClosed || !talk.connection) return;
    this.#disconnect();
    talk.refuseAll(`${reason.replace(/\.$/, '')}.`);
    if (talk.recovery) return; // the recovery sees its question refused
    talk.recovery = recover(this.#asRecoverable(), reason, hung).then((failure) => {
      talk.recovery = null;
      if (!talk.isClosed) this.#failures.emit(failure);
    });
  }

  // What a recovery may do with this simulation.
  #asRecoverable(): Recoverable {
    return {
      memory: this.#memory,
      log: this.#log,
      timeLimit: 2 * this.#silenceLimit,
      isDisposed: () => this.#talk.isClosed,
      connect: async () => this.#attach(await this.#connect()),
      disconnect: () => this.#disconnect(),
      load: (scene) => this.#talk.askNow({ type: 'load', scene }, (answer) => this.#beginScene(answer)),
      replay: (log, step) => this.#talk.askNow({ type: 'replay', log, step }, (answer) => this.#stepped(answer)),
      rewind: (log, step, snapshot) => this.#talk.askNow({ type: 'rewind', log, step, snapshot }, (answer) => this.#stepped(answer)),
      tell: (message) => this.#talk.connection?.port.postMessage(message),
    };
  }
}

function unexpected(answer: FromHost): EngineError {
  return new EngineError(`The physics engine gave an answer of the wrong kind (${answer.type}).`);
}
