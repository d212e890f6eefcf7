// The link to a host: its port, requests with their answers, the exchange of frames, and the watchdog. What a host sends goes on to the
// session (session.ts), which alone knows what it means.
import type { Connect, Connection } from './connection';
import { FrameExchange } from './frame-exchange';
import { EngineError } from './problems';
import type { Frame, FrameTarget, FromHost, ToHost } from './protocol';
import type { Failure } from './recovery';
import { RequestChannel, type Question } from './request-channel';
import { Watchdog } from './watchdog';

/** Reading a scene of 20,000 bodies takes seconds on a slow phone, and cannot be done in slices. */
const patienceWithLoads = 3;

/** What answers no request, or not finally. */
export type HostEvent = Extract<FromHost, { type: 'frame' | 'kept' | 'changed' | 'progress' | 'cut' }>;

/** Receives what a link brings. */
export type HostListener = {
  receive(event: HostEvent): void;
  /** A host died: starts another one. Requests wait meanwhile. */
  recover(reason: string, hung: boolean): Promise<Failure>;
  /** The recovery has ended. */
  failed(failure: Failure): void;
};

export class HostLink {
  readonly #channel = new RequestChannel(() => this.connect());
  readonly #exchange = new FrameExchange();
  #connect: Connect;
  readonly #listener: HostListener;
  readonly #watchdog: Watchdog;

  /** `silenceLimit`: time without an answer after which a host counts as dead, ms. */
  constructor(connect: Connect, silenceLimit: number, listener: HostListener) {
    this.#connect = connect;
    this.#listener = listener;
    const patience = (): number => {
      if (this.connection?.where !== 'worker') return 0; // a host in the page is silent only when the page is
      if (this.#channel.waitsFor('load') || this.#channel.waitsFor('read')) return patienceWithLoads;
      return this.#exchange.isUnderWay ? 1 : 0;
    };
    this.#watchdog = new Watchdog(silenceLimit, patience, (silence) => {
      this.#lose(`The physics engine did not answer for ${silence / 1000} s`, true);
    });
  }

  /** Null while there is no host. */
  get connection(): Connection | null {
    return this.#channel.connection;
  }

  get isClosed(): boolean {
    return this.#channel.isClosed;
  }

  /** The newest frame. */
  get frame(): Frame | null {
    return this.#exchange.frame;
  }

  /** Rejects with EngineError when there is no host. */
  async connect(): Promise<void> {
    const connection = await this.#connect();
    if (this.isClosed) {
      connection.close();
      throw new EngineError('The simulation was closed.');
    }
    this.#channel.connection = connection;
    connection.port.onmessage = (event) => {
      this.#watchdog.heard();
      this.#receive(event.data as FromHost);
    };
    connection.onDeath((reason) => this.#lose(`The physics engine stopped: ${reason}`, false));
  }

  /** Another way to a host, for as long as nothing else is said: the present host goes. Rejects with EngineError when there is none that way;
   *  then the next load starts one the way before. */
  async change(connect: Connect): Promise<void> {
    await this.#channel.recovery;
    const before = this.#connect;
    this.disconnect();
    this.#channel.refuseAll('Another physics engine takes over.');
    this.#connect = connect;
    try {
      await this.connect();
    } catch (error) {
      this.#connect = before;
      throw error;
    }
  }

  disconnect(): void {
    this.#channel.disconnect();
    this.#exchange.forget();
  }

  /** Dropped during a recovery. */
  send(message: ToHost): void {
    this.#channel.send(message);
  }

  /** A message of the recovery itself. */
  sendNow(message: ToHost): void {
    this.connection?.port.postMessage(message);
  }

  /** `accept` makes the value of the answer, before later messages are received. Waits for a recovery. */
  ask<Value>(question: Question, accept: (answer: FromHost) => Value): Promise<Value> {
    return this.#channel.ask(question, accept);
  }

  /** A request of the recovery itself. */
  askNow<Value>(question: Question, accept: (answer: FromHost) => Value): Promise<Value> {
    return this.#channel.askNow(question, accept);
  }

  /** False while the last frame is still on its way, or there is no host. */
  requestFrame(now: number, target: FrameTarget | null): boolean {
    if (!this.connection || this.#exchange.isUnderWay || this.#channel.recovery) return false;
    this.#exchange.ask(this.connection.port, now, target);
    return true;
  }

  dispose(): void {
    this.#channel.isClosed = true;
    this.#watchdog.stop();
    this.disconnect();
    this.#channel.refuseAll('The simulation was closed.');
  }

  #receive(message: FromHost): void {
    switch (message.type) {
      case 'frame':
        this.#exchange.receive(message);
        return this.#listener.receive(message);
      case 'kept':
      case 'changed':
      case 'progress':
      case 'cut':
        return this.#listener.receive(message);
      case 'failed':
        return this.#lose(message.message, false);
      case 'ready':
        return;
      default:
        return this.#channel.answer(message);
    }
  }

  #lose(reason: string, hung: boolean): void {
    const channel = this.#channel;
    if (channel.isClosed || !channel.connection) return;
    this.disconnect();
    channel.refuseAll(`${reason.replace(/\.$/, '')}.`);
    if (channel.recovery) return; // the recovery sees its request refused
    channel.recovery = this.#listener.recover(reason, hung).then((failure) => {
      channel.recovery = null;
      if (!channel.isClosed) this.#listener.failed(failure);
    });
  }
}
