// The line to a host: attaches one, watches over it, and when it dies brings another one to where it was (recovery.ts).
import { CommandLog } from './command-log';
import type { Connect, Connection } from './connection';
import { Conversation } from './conversation';
import { FrameExchange } from './frame-exchange';
import { lastRevised, revision } from './kept-bodies';
import { EngineError } from './problems';
import type { Command, FromHost, LogEntry, WorldInfo } from './protocol';
import { recover, type Failure, type Memory, type Recoverable } from './recovery';
import { Watchdog } from './watchdog';

/** Reading a scene of 20,000 bodies takes seconds on a slow phone, and cannot be done in slices. */
const patienceWithLoads = 3;

export type Stepped = { readonly step: number; readonly hash: string };

/** What the simulation does with what comes along the line. */
export type LineEnd = {
  receive(message: FromHost): void;
  loaded(answer: FromHost): WorldInfo;
  stepped(answer: FromHost): Stepped;
  /** A host died, and what became of it. */
  failed(failure: Failure): void;
};

export class Lifeline {
  readonly talk = new Conversation(async () => this.#attach(await this.#connect()));
  readonly exchange = new FrameExchange();
  readonly log = new CommandLog();
  readonly memory: Memory = { scene: undefined, base: undefined, step: 0, playing: false, rate: 1, selected: null, watch: null, kept: null, lastFailure: null };
  readonly #connect: Connect;
  readonly #silenceLimit: number; // ms
  readonly #end: LineEnd;
  readonly #watchdog: Watchdog;

  constructor(connect: Connect, silenceLimit: number, end: LineEnd) {
    this.#connect = connect;
    this.#silenceLimit = silenceLimit;
    this.#end = end;
    const patience = (): number => {
      if (this.talk.connection?.where !== 'worker') return 0; // in the page its silence is the page's own
      if (this.talk.waitsFor('load') || this.talk.waitsFor('read')) return patienceWithLoads;
      return this.exchange.isUnderWay ? 1 : 0;
    };
    this.#watchdog = new Watchdog(silenceLimit, patience, (silence) => {
      this.#lose(`The physics engine did not answer for ${silence / 1000} s`, true);
    });
  }

  /** The first host. Rejects with EngineError when there is none. */
  async begin(): Promise<void> {
    this.#attach(await this.#connect());
  }

  /** The host says that it died. */
  lose(reason: string): void {
    this.#lose(reason, false);
  }

  /** A scene begins. */
  forgetPast(): void {
    this.log.clear();
    this.memory.step = 0;
    this.memory.kept = null;
  }

  /** A command was accepted. */
  note(command: Command, present: number, step: number): void {
    this.log.add(command, present, step);
    if (command.type === 'revise') this.memory.scene = command.scene;
  }

  /** What was done until a step, and behind it the change to the scene as it is now, where that came later. */
  pastUntil(step: number): LogEntry[] {
    const entries = this.log.entries.filter((entry) => entry.present <= step);
    const then = lastRevised(entries) ?? this.memory.base;
    if (then !== this.memory.scene) entries.push({ present: step, step, command: revision(then, this.memory.scene, true) });
    return entries;
  }

  /** The host went back to a step: what came later is not kept. */
  backTo(step: number, entries: readonly LogEntry[]): void {
    this.log.clear();
    this.log.append(entries);
    if (this.memory.kept && this.memory.kept.step > step) this.memory.kept = null;
  }

  dispose(): void {
    this.talk.isClosed = true;
    this.#watchdog.stop();
    this.#disconnect();
    this.talk.refuseAll('The simulation was closed.');
    this.log.clear();
    this.memory.scene = this.memory.base = undefined;
  }

  #attach(connection: Connection): void {
    if (this.talk.isClosed) {
      connection.close();
      throw new EngineError('The simulation was closed.');
    }
    this.talk.connection = connection;
    connection.port.onmessage = (event) => {
      this.#watchdog.heard();
      this.#end.receive(event.data as FromHost);
    };
    connection.onDeath((reason) => this.#lose(`The physics engine stopped: ${reason}`, false));
  }

  #disconnect(): void {
    this.talk.disconnect();
    this.exchange.forget();
  }

  #lose(reason: string, hung: boolean): void {
    const { talk } = this;
    if (talk.isClosed || !talk.connection) return;
    this.#disconnect();
    talk.refuseAll(`${reason.replace(/\.$/, '')}.`);
    if (talk.recovery) return; // the recovery sees its question refused
    talk.recovery = recover(this.#asRecoverable(), reason, hung).then((failure) => {
      talk.recovery = null;
      if (!talk.isClosed) this.#end.failed(failure);
    });
  }

  // What a recovery may do with this simulation.
  #asRecoverable(): Recoverable {
    const { talk } = this;
    return {
      memory: this.memory,
      log: this.log,
      timeLimit: 2 * this.#silenceLimit,
      isDisposed: () => talk.isClosed,
      connect: () => this.begin(),
      disconnect: () => this.#disconnect(),
      load: (scene) => talk.askNow({ type: 'load', scene }, (answer) => this.#end.loaded(answer)),
      replay: (log, step) => talk.askNow({ type: 'replay', log, step }, (answer) => this.#end.stepped(answer)),
      rewind: (log, step, snapshot) => talk.askNow({ type: 'rewind', log, step, snapshot }, (answer) => this.#end.stepped(answer)),
      tell: (message) => talk.connection?.port.postMessage(message),
    };
  }
}
