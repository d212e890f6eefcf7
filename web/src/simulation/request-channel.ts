// Messages to a host, requests with their answers, and which host is at the other end. While a recovery starts another host,
// requests wait and messages are dropped: the recovery sends the new host all it missed.
import type { Connection } from './connection';
import { causeOf, EngineError, SceneError } from './problems';
import type { FromHost, ToHost } from './protocol';
import { PendingRequests } from './requests';

// A message without its request number, for each kind that has one.
export type Question = ToHost extends infer Message ? (Message extends { request: number } ? Omit<Message, 'request'> : never) : never;
type Accept<Value> = (answer: FromHost) => Value;

export class RequestChannel {
  /** Null while there is no host. */
  connection: Connection | null = null;
  /** Set while another host is being started. */
  recovery: Promise<void> | null = null;
  isClosed = false;
  readonly #requests = new PendingRequests();
  readonly #connect: () => Promise<void>;

  /** `connect` brings a host when a scene is asked for and there is none. */
  constructor(connect: () => Promise<void>) {
    this.#connect = connect;
  }

  waitsFor(kind: Question['type']): boolean {
    return this.#requests.waitsFor(kind);
  }

  send(message: ToHost): void {
    if (!this.recovery) this.connection?.port.postMessage(message);
  }

  ask<Value>(question: Question, accept: Accept<Value>): Promise<Value> {
    return this.recovery || !this.connection ? this.#askLater(question, accept) : this.askNow(question, accept);
  }

  askNow<Value>(question: Question, accept: Accept<Value>): Promise<Value> {
    const { request, promise } = this.#requests.open(question.type, accept);
    try {
      this.connection!.port.postMessage({ ...question, request });
    } catch (error) {
      this.#requests.refuse(request, new SceneError(`This could not be sent to the physics engine: ${causeOf(error)}.`));
    }
    return promise;
  }

  answer(message: Extract<FromHost, { request: number }>): void {
    if (message.type === 'refused') this.#requests.refuse(message.request, new SceneError(message.message));
    else this.#requests.answer(message.request, message);
  }

  /** Lets the host go; what was asked of it stays open. */
  disconnect(): void {
    this.connection?.close();
    this.connection = null;
  }

  /** The host will not answer any more. */
  refuseAll(reason: string): void {
    this.#requests.refuseAll(new EngineError(reason));
  }

  async #askLater<Value>(question: Question, accept: Accept<Value>): Promise<Value> {
    await this.recovery;
    if (this.isClosed) throw new EngineError('The simulation was closed.');
    if (!this.connection) {
      if (question.type !== 'load') throw new EngineError('The physics engine is not running: load a scene to start it again.');
      await this.#connect();
    }
    return this.askNow(question, accept);
  }
}

/** An answer of the kind that the question asks for. */
export function expected<Kind extends FromHost['type']>(answer: FromHost, kind: Kind): Extract<FromHost, { type: Kind }> {
  if (answer.type !== kind) throw new EngineError(`The physics engine gave an answer of the wrong kind (${answer.type}).`);
  return answer as Extract<FromHost, { type: Kind }>;
}
