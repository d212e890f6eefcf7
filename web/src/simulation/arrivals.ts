// What comes from a host: frames, worlds, failures. It is told to whoever listens, and what a recovery must know is remembered.
import type { Connect } from './connection';
import { expected } from './conversation';
import { Emitter } from './emitter';
import { Lifeline, type LineEnd, type Stepped } from './lifeline';
import { stepNotTaken, type Accepted, type Frame, type FromHost, type WorldInfo } from './protocol';
import type { Failure } from './recovery';

export class Arrivals implements LineEnd {
  readonly line: Lifeline;
  readonly frames = new Emitter<Frame>();
  readonly changes = new Emitter<WorldInfo>();
  readonly failures = new Emitter<Failure>();
  readonly accepted = new Emitter<Accepted>();
  info: WorldInfo | null = null;

  /** `silenceLimit` in ms. */
  constructor(connect: Connect, silenceLimit: number) {
    this.line = new Lifeline(connect, silenceLimit, this);
  }

  receive(message: FromHost): void {
    switch (message.type) {
      case 'frame': return this.#receiveFrame(message);
      case 'kept': this.line.memory.kept = { step: message.step, snapshot: message.snapshot }; return;
      case 'changed': this.tellOf(message.info); return;
      case 'loaded':
      case 'read':
      case 'accepted':
      case 'stepped':
      case 'hashes':
      case 'refused': return this.line.talk.answer(message);
      case 'failed': return this.line.lose(message.message);
      case 'ready': return;
    }
  }

  loaded(answer: FromHost): WorldInfo {
    const { info } = expected(answer, 'loaded');
    this.line.forgetPast();
    return this.tellOf(info);
  }

  stepped(answer: FromHost): Stepped {
    const { step, hash } = expected(answer, 'stepped');
    this.line.memory.step = step;
    return { step, hash };
  }

  failed(failure: Failure): void {
    this.failures.emit(failure);
  }

  tellOf(info: WorldInfo): WorldInfo {
    this.info = info;
    this.changes.emit(info);
    return info;
  }

  dispose(): void {
    this.line.dispose();
    for (const listeners of [this.frames, this.changes, this.failures, this.accepted]) listeners.clear();
    this.info = null;
  }

  #receiveFrame(frame: Frame): void {
    this.line.exchange.receive(frame);
    this.line.memory.step = frame.step;
    if (frame.report.flags & stepNotTaken) this.line.memory.playing = false; // the host paused by itself
    if (this.info) this.frames.emit(frame);
  }
}
