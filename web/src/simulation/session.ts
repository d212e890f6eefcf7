// The session: the only writer of scene, log, playing, rate, selection and watch. Requests go from the client (client.ts) through it to
// the host link; answers and messages of the host come back through it and become events. What it knows is enough to bring another
// host to the same bits when one dies (recovery.ts).
import { CommandLog } from './command-log';
import type { Connect } from './connection';
import { Emitter } from './emitter';
import { HostLink, type HostEvent, type HostListener } from './host-link';
import { lastRevised, revision } from './kept-bodies';
import {
  stepNotTaken,
  type Accepted,
  type Command,
  type Frame,
  type FromHost,
  type LogEntry,
  type Watch,
  type WorldInfo,
} from './protocol';
import { recover, type Failure, type Recoverable, type Snapshot } from './recovery';
import { expected } from './request-channel';

/** Where a run stands: its step, and the hash of all state there. */
export type Stepped = { readonly step: number; readonly hash: string };

/** Two deaths within so many steps count as one fault. */
const samePlaceSteps = 120;

export class Session implements HostListener, Recoverable {
  readonly frames = new Emitter<Frame>();
  readonly changes = new Emitter<WorldInfo>();
  readonly accepted = new Emitter<Accepted>();
  readonly failures = new Emitter<Failure>();
  readonly link: HostLink;
  readonly timeLimit: number; // ms, for each part of a recovery
  readonly #log = new CommandLog();
  #info: WorldInfo | null = null;
  #scene: unknown = undefined; // with its changes; undefined while none is loaded
  #base: unknown = undefined; // as it was loaded: where the log begins
  #step = 0; // last one known
  #isPlaying = false; // as the page wants it
  #rate = 1;
  #selected: number | null = null;
  #watch: Watch | null = null;
  #snapshot: Snapshot | null = null; // the newest of this scene
  #lastDeath: { readonly scene: unknown; readonly step: number } | null = null;

  /** `silenceLimit`: time without an answer after which a host counts as dead, ms. */
  constructor(connect: Connect, silenceLimit: number) {
    this.timeLimit = 2 * silenceLimit;
    this.link = new HostLink(connect, silenceLimit, this);
  }

  get info(): WorldInfo | null {
    return this.#info;
  }

  get scene(): unknown {
    return this.#scene;
  }

  get base(): unknown {
    return this.#base;
  }

  get step(): number {
    return this.#step;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get snapshot(): Snapshot | null {
    return this.#snapshot;
  }

  get log(): Pick<CommandLog, 'entries' | 'complete'> {
    return this.#log;
  }

  // ---- requests of the client ----

  load(scene: unknown): Promise<WorldInfo> {
    return this.link.ask({ type: 'load', scene }, (answer) => {
      this.#scene = this.#base = scene;
      this.#selected = null;
      return this.#loaded(answer);
    });
  }

  reset(): Promise<WorldInfo> {
    return this.link.ask({ type: 'reset' }, (answer) => {
      this.#base = this.#scene;
      return this.#loaded(answer);
    });
  }

  setPlaying(isPlaying: boolean): void {
    this.#isPlaying = isPlaying;
    this.link.send({ type: isPlaying ? 'play' : 'pause' });
  }

  setRate(rate: number): void {
    this.#rate = rate;
    this.link.send({ type: 'rate', rate });
  }

  select(body: number | null): void {
    this.#selected = body;
    this.link.send({ type: 'select', body });
  }

  watch(watch: Watch | null): void {
    this.#watch = watch;
    this.link.send({ type: 'watch', watch });
  }

  takeSteps(count: number): Promise<Stepped> {
    this.#isPlaying = false;
    return this.link.ask({ type: 'step', count }, (answer) => this.#stepped(answer));
  }

  command(command: Command): Promise<number> {
    return this.link.ask({ type: 'command', command }, (answer) => {
      const { issuedAtStep, step, state, info } = expected(answer, 'accepted');
      this.#record({ issuedAtStep, step, command });
      if (info) this.#announce(info);
      this.accepted.emit({ command, step, state });
      return step;
    });
  }

  replay(log: readonly LogEntry[], step: number): Promise<Stepped> {
    return this.link.ask({ type: 'replay', log, step }, (answer) => {
      for (const entry of log) this.#record(entry);
      return this.#stepped(answer);
    });
  }

  /** Pauses and goes back; from there on the current version of the scene holds. */
  rewind(step: number): Promise<Stepped> {
    this.#isPlaying = false;
    const log = this.#pastUntil(step);
    return this.link.ask({ type: 'rewind', log, step }, (answer) => {
      const stepped = this.#stepped(answer);
      this.#log.clear();
      this.#log.append(log);
      if (this.#snapshot && this.#snapshot.step > step) this.#snapshot = null;
      return stepped;
    });
  }

  dispose(): void {
    this.link.dispose();
    this.#log.clear();
    this.#scene = this.#base = undefined;
    this.#info = null;
    for (const listeners of [this.frames, this.changes, this.failures, this.accepted]) listeners.clear();
  }

  // ---- messages of the host ----

  receive(event: HostEvent): void {
    switch (event.type) {
      case 'kept':
        this.#snapshot = event;
        return;
      case 'changed':
        return void this.#announce(event.info);
      case 'frame':
        this.#step = event.step;
        if (event.report.flags & stepNotTaken) this.#isPlaying = false; // the host paused by itself
        if (this.#info) this.frames.emit(event);
    }
  }

  recover(reason: string, hung: boolean): Promise<Failure> {
    return recover(this, reason, hung);
  }

  failed(failure: Failure): void {
    this.failures.emit(failure);
  }

  // ---- steps of a recovery ----

  get isDisposed(): boolean {
    return this.link.isClosed;
  }

  noteDeath(hung: boolean): void {
    const last = this.#lastDeath;
    const isSamePlace = last !== null && last.scene === this.#scene && Math.abs(last.step - this.#step) < samePlaceSteps;
    this.#lastDeath = { scene: this.#scene, step: this.#step };
    if (hung || isSamePlace) this.#isPlaying = false;
    if (!isSamePlace) return;
    this.#log.cutAt(this.#step); // a command not yet applied may be what kills it
    this.#scene = lastRevised(this.#log.entries) ?? this.#base;
  }

  async loadAgain(scene: unknown): Promise<void> {
    await this.link.askNow({ type: 'load', scene }, (answer) => this.#loaded(answer));
  }

  async runAgain(log: readonly LogEntry[], step: number, from: Snapshot | null): Promise<void> {
    const question = from ? ({ type: 'rewind', log, step, snapshot: from.snapshot } as const) : ({ type: 'replay', log, step } as const);
    await this.link.askNow(question, (answer) => this.#stepped(answer));
    if (from) this.#snapshot = from;
    this.#log.append(log);
  }

  beginAnew(): void {
    this.#base = this.#scene;
  }

  resume(): void {
    const { link } = this;
    link.sendNow({ type: 'rate', rate: this.#rate });
    link.sendNow({ type: 'select', body: this.#selected });
    link.sendNow({ type: 'watch', watch: this.#watch });
    if (this.#isPlaying) link.sendNow({ type: 'play' });
  }

  // ---- writing ----

  // A scene begins: log and snapshot are of another run.
  #loaded(answer: FromHost): WorldInfo {
    const { info } = expected(answer, 'loaded');
    this.#log.clear();
    this.#step = 0;
    this.#snapshot = null;
    return this.#announce(info);
  }

  #stepped(answer: FromHost): Stepped {
    const { step, hash } = expected(answer, 'stepped');
    this.#step = step;
    return { step, hash };
  }

  #record({ issuedAtStep, step, command }: LogEntry): void {
    this.#log.add(command, issuedAtStep, step);
    if (command.type === 'revise') this.#scene = command.scene;
  }

  #announce(info: WorldInfo): WorldInfo {
    this.#info = info;
    this.changes.emit(info);
    return info;
  }

  // The log until a step, and behind it the change to the current version of the scene, where that came later.
  #pastUntil(step: number): LogEntry[] {
    const entries = this.#log.entries.filter((entry) => entry.issuedAtStep <= step);
    const then = lastRevised(entries) ?? this.#base;
    if (then !== this.#scene) entries.push({ issuedAtStep: step, step, command: revision(then, this.#scene, true) });
    return entries;
  }
}
