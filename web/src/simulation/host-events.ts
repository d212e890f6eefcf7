// The messages of a host become events of the simulation: frames, worlds, failures. What a recovery needs is remembered.
import type { Connect } from './connection';
import { Emitter } from './emitter';
import { HostLink, type HostListener, type Stepped } from './host-link';
import { stepNotTaken, type Accepted, type Frame, type FromHost, type WorldInfo } from './protocol';
import type { Failure } from './recovery';
import { expected } from './request-channel';

export class HostEvents implements HostListener {
  readonly link: HostLink;
  readonly frames = new Emitter<Frame>();
  readonly changes = new Emitter<WorldInfo>();
  readonly failures = new Emitter<Failure>();
  readonly accepted = new Emitter<Accepted>();
  info: WorldInfo | null = null;

  /** `silenceLimit` in ms. */
  constructor(connect: Connect, silenceLimit: number) {
    this.link = new HostLink(connect, silenceLimit, this);
  }

  receive(message: FromHost): void {
    switch (message.type) {
      case 'frame': return this.#receiveFrame(message);
      case 'kept': this.link.memory.kept = { step: message.step, snapshot: message.snapshot }; return;
      case 'changed': this.announce(message.info); return;
      case 'loaded':
      case 'read':
      case 'accepted':
      case 'stepped':
      case 'hashes':
      case 'refused': return this.link.channel.answer(message);
      case 'failed': return this.link.lose(message.message);
      case 'ready': return;
    }
  }

  loaded(answer: FromHost): WorldInfo {
    const { info } = expected(answer, 'loaded');
    this.link.forgetPast();
    return this.announce(info);
  }

  stepped(answer: FromHost): Stepped {
    const { step, hash } = expected(answer, 'stepped');
    this.link.memory.step = step;
    return { step, hash };
  }

  failed(failure: Failure): void {
    this.failures.emit(failure);
  }

  announce(info: WorldInfo): WorldInfo {
    this.info = info;
    this.changes.emit(info);
    return info;
  }

  dispose(): void {
    this.link.dispose();
    for (const listeners of [this.frames, this.changes, this.failures, this.accepted]) listeners.clear();
    this.info = null;
  }

  #receiveFrame(frame: Frame): void {
    this.link.exchange.receive(frame);
    this.link.memory.step = frame.step;
    if (frame.report.flags & stepNotTaken) this.link.memory.playing = false; // the host paused by itself
    if (this.info) this.frames.emit(frame);
  }
}
