// The link to a host: starts one, watches over it, and when it dies brings another one to where it was (recovery.ts).
import { CommandLog } from './command-log';
import type { Connect, Connection } from './connection';
import { FrameExchange } from './frame-exchange';
import { lastRevised, revision } from './kept-bodies';
import { EngineError } from './problems';
import type { Command, FromHost, LogEntry, WorldInfo } from './protocol';
import { recover, type Failure, type Memory, type Recoverable } from './recovery';
import { RequestChannel } from './request-channel';
import { Watchdog } from './watchdog';

/** Reading a scene of 20,000 bodies takes seconds on a slow phone, and cannot be done in slices. */
const patienceWithLoads = 3;

export type Stepped = { readonly step: number; readonly hash: string };

/** Receives the messages of the host. */
export type HostListener = {
  receive(message: FromHost): void;
  loaded(answer: FromHost): WorldInfo;
  stepped(answer: FromHost): Stepped;
  /** A host died; the recovery has ended. */
  failed(failure: Failure): void;
};

export class HostLink {
  readonly channel = new RequestChannel(async () => this.#attach(await this.#connect()));
  readonly exchange = new FrameExchange();
  readonly log = new CommandLog();
  readonly memory: Memory = { scene: undefined, base: undefined, step: 0, playing: false, rate: 1, selected: null, watch: null, kept: null, lastFailure: null };
  readonly #connect: Connect;
  readonly #silenceLimit: number; // ms
  readonly #listener: HostListener;
  readonly #watchdog: Watchdog;

  constructor(connect: Connect, silenceLimit: number, listener: HostListener) {
    this.#connect = connect;
    this.#silenceLimit = silenceLimit;
    this.#listener = listener;
    const patience = (): number => {
      if (this.channel.connection?.where !== 'worker') return 0; // a host in the page is silent only when the page is
      if (this.channel.waitsFor('load') || this.channel.waitsFor('read')) return patienceWithLoads;
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

  /** The host has sent `failed`. */
  lose(reason: string): void {
    this.#lose(reason, false);
  }

  /** Clears log and snapshot: a scene begins. */
  forgetPast(): void {
    this.log.clear();
    this.memory.step = 0;
    this.memory.kept = null;
  }

  /** Records an accepted command. */
  record(command: Command, issuedAtStep: number, step: number): void {
    this.log.add(command, issuedAtStep, step);
    if (command.type === 'revise') this.memory.scene = command.scene;
  }

  /** The log until a step, and behind it the change to the current version of the scene, where that came later. */
  pastUntil(step: number): LogEntry[] {
    const entries = this.log.entries.filter((entry) => entry.issuedAtStep <= step);
    const then = lastRevised(entries) ?? this.memory.base;
    if (then !== this.memory.scene) entries.push({ issuedAtStep: step, step, command: revision(then, this.memory.scene, true) });
    return entries;
  }

  /** The host went back to a step: later entries are dropped. */
  backTo(step: number, entries: readonly LogEntry[]): void {
    this.log.clear();
    this.log.append(entries);
    if (this.memory.kept && this.memory.kept.step > step) this.memory.kept = null;
  }

  dispose(): void {
    this.channel.isClosed = true;
    this.#watchdog.stop();
    this.#disconnect();
    this.channel.refuseAll('The simulation was closed.');
    this.log.clear();
    this.memory.scene = this.memory.base = undefined;
  }

  #attach(connection: Connection): void {
    if (this.channel.isClosed) {
      connection.close();
      throw new EngineError('The simulation was closed.');
    }
    this.channel.connection = connection;
    connection.port.onmessage = (event) => {
      this.#watchdog.heard();
      this.#listener.receive(event.data as FromHost);
    };
    connection.onDeath((reason) => this.#lose(`The physics engine stopped: ${reason}`, false));
  }

  #disconnect(): void {
    this.channel.disconnect();
    this.exchange.forget();
  }

  #lose(reason: string, hung: boolean): void {
    const { channel } = this;
    if (channel.isClosed || !channel.connection) return;
    this.#disconnect();
    channel.refuseAll(`${reason.replace(/\.$/, '')}.`);
    if (channel.recovery) return; // the recovery sees its request refused
    channel.recovery = recover(this.#asRecoverable(), reason, hung).then((failure) => {
      channel.recovery = null;
      if (!channel.isClosed) this.#listener.failed(failure);
    });
  }

  // The part of this link that a recovery uses.
  #asRecoverable(): Recoverable {
    const { channel } = this;
    return {
      memory: this.memory,
      log: this.log,
      timeLimit: 2 * this.#silenceLimit,
      isDisposed: () => channel.isClosed,
      connect: () => this.begin(),
      disconnect: () => this.#disconnect(),
      load: (scene) => channel.askNow({ type: 'load', scene }, (answer) => this.#listener.loaded(answer)),
      replay: (log, step) => channel.askNow({ type: 'replay', log, step }, (answer) => this.#listener.stepped(answer)),
      rewind: (log, step, snapshot) => channel.askNow({ type: 'rewind', log, step, snapshot }, (answer) => this.#listener.stepped(answer)),
      send: (message) => channel.connection?.port.postMessage(message),
    };
  }
}
