// The session: the only writer of the run (scene, log, history), playing, rate, selection and watch. Requests go from the client (client.ts) through it to
// the host link; answers and messages of the host come back through it and become events. What it knows is enough to bring another
// host to the same bits when one dies (recovery.ts).
import { CommandLog } from './command-log';
import type { Connect } from './connection';
import { Emitter } from './emitter';
import { HostLink, type HostEvent, type HostListener } from './host-link';
import { lastRevised } from './kept-bodies';
import type { Keyframe } from './keyframes';
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
import { recover, type Failure, type Recoverable } from './recovery';
import { expected, type Question } from './request-channel';
import { labelOf, RunHistory, type Change, type Run } from './run-history';
import type { SceneVersions } from './scene-versions';
import { timelineOf, type Span } from './timeline';

/** Where a run stands: its step, and the hash of all state there. */
export type Stepped = { readonly step: number; readonly hash: string };

/** What proves a run: with the checkpoints before that step (checkpoints.ts). */
export type Proof = Stepped & { readonly checkpoints: string };

/** How far a seek has come. */
export type Progress = { readonly from: number; readonly step: number; readonly target: number };

/** The scene at step 0 and what was done to it, with what lies ahead of the present step. */
export type RunState = {
  readonly scene: unknown;
  readonly log: readonly LogEntry[];
  /** The present step. */
  readonly step: number;
  /** The last step that was seen. */
  readonly end: number;
};

/** Two deaths within so many steps count as one fault. */
const samePlaceSteps = 120;

export class Session implements HostListener, Recoverable {
  readonly frames = new Emitter<Frame>();
  readonly changes = new Emitter<WorldInfo>();
  readonly accepted = new Emitter<Accepted>();
  readonly failures = new Emitter<Failure>();
  readonly progress = new Emitter<Progress | null>(); // null: it is there
  /** The run is another one from this step on. */
  readonly branches = new Emitter<number>();
  /** The rest of the log was refused: why. */
  readonly cuts = new Emitter<string>();
  readonly history = new RunHistory();
  readonly link: HostLink;
  readonly timeLimit: number; // ms, for each part of a recovery
  readonly #log = new CommandLog();
  #info: WorldInfo | null = null;
  #origin: object | null = null; // stands for the opening of a scene, of which the present one is a version
  #base: unknown = undefined; // the scene at step 0, where the log begins; undefined while none is loaded
  #scene: unknown = undefined; // as it is at the present step
  #step = 0; // last one known
  #end = 0; // the last step that was seen
  #isPlaying = false; // as the page wants it
  #rate = 1;
  #selected: number | null = null;
  #watch: Watch | null = null;
  #timeline: { readonly version: number; readonly spans: readonly Span[] } | null = null;
  #keyframe: Keyframe | null = null; // the newest of this run
  #lastDeath: { readonly scene: unknown; readonly step: number } | null = null;
  #isTold = false; // of the progress of a seek
  #given = new Set<Promise<unknown>>(); // commands without an answer
  #exchange: Promise<unknown> = Promise.resolve(); // the last undo or redo

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

  get origin(): object | null {
    return this.#origin;
  }

  get step(): number {
    return this.#step;
  }

  get run(): RunState {
    return { scene: this.#base, log: this.#log.entries, step: this.#step, end: this.#end };
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get keyframe(): Keyframe | null {
    return this.#keyframe;
  }

  get timeline(): readonly Span[] {
    const { version } = this.#log;
    if (this.#timeline?.version !== version) this.#timeline = { version, spans: timelineOf(this.#base, this.#log.entries) };
    return this.#timeline.spans;
  }

  get versions(): SceneVersions {
    return this.history.versionsOf(this.#present);
  }

  get log(): Pick<CommandLog, 'entries' | 'complete'> {
    return this.#log;
  }

  // ---- requests of the client ----

  load(scene: unknown, log: readonly LogEntry[] = []): Promise<WorldInfo> {
    const question: Question = { type: 'load', scene, ...(log.length > 0 ? { log } : {}) };
    return this.link.ask(question, (answer) => {
      const { info, left } = expected(answer, 'loaded');
      this.#remember('scene', left);
      this.#origin = {};
      this.#selected = null;
      this.#begin(scene, log);
      this.history.open(log);
      return this.#announce(info);
    });
  }

  reset(): Promise<WorldInfo> {
    return this.link.ask({ type: 'reset' }, (answer) => {
      const { info, left } = expected(answer, 'loaded');
      this.#remember('reset', left);
      this.#begin(this.#scene, []);
      return this.#announce(info);
    });
  }

  /** Another engine takes over: nothing of the run before is known to it. */
  async changeEngine(connect: Connect): Promise<void> {
    this.history.clear();
    this.#keyframe = null;
    this.#isPlaying = false;
    this.#log.set([]);
    this.#base = this.#scene = undefined;
    await this.link.change(connect);
    this.resume();
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

  proof(): Promise<Proof> {
    return this.link.ask({ type: 'stand' }, (answer) => ({
      ...this.#stepped(answer),
      checkpoints: expected(answer, 'stepped').checkpoints,
    }));
  }

  /** Pauses and goes to a step of the run. */
  seek(step: number): Promise<Stepped> {
    this.#isPlaying = false;
    this.history.endGesture();
    return this.#arriving(this.link.ask({ type: 'seek', step }, (answer) => this.#stepped(answer)));
  }

  /** Ends a seek where it stands. */
  halt(): void {
    this.link.send({ type: 'halt' });
  }

  /** Successive commands of one `gesture` are one change for undo. */
  command(command: Command, gesture: string | null): Promise<number> {
    const asked = this.link.ask({ type: 'command', command }, (answer) => {
      const { issuedAtStep, step, at, state, info } = expected(answer, 'accepted');
      this.#record({ issuedAtStep, step, command }, at, gesture);
      if (info) this.#announce(info);
      this.accepted.emit({ command, step, state });
      return step;
    });
    this.#given.add(asked);
    const forget = (): unknown => this.#given.delete(asked);
    asked.then(forget, forget);
    return asked;
  }

  /** Puts another command in the place of one of the log; what followed it is dropped. */
  async amend(command: Command, changed: Command): Promise<boolean> {
    const keep = this.#log.entries.findIndex((entry) => entry.command === command);
    const entry = this.#log.entries[keep];
    if (!entry) return false;
    const tail = [{ ...entry, command: changed }];
    const { issuedAtStep: step } = entry;
    this.#isPlaying = false;
    await this.link.ask({ type: 'rewrite', keep, tail, step }, (answer) => {
      const end = this.#end;
      this.history.add({
        type: 'commands',
        label: labelOf(changed.type),
        gesture: null,
        step,
        keep,
        tail: this.#log.replace(keep, tail),
        end,
      });
      this.#leave(step, step);
      this.#stepped(answer);
    });
    return true;
  }

  /** Takes back the last change (-1), or brings it again (1): to the step where it was made, playing as before. False when there is none. */
  exchange(by: -1 | 1): Promise<boolean> {
    const done = this.#exchange.then(async () => {
      await Promise.allSettled(this.#given);
      const change = this.history.peek(by);
      if (!change) return false;
      const plays = this.#isPlaying;
      if (change.type === 'run') await this.#enter(change, by);
      else await this.#rewrite(change, by);
      if (plays) this.setPlaying(true);
      return true;
    });
    this.#exchange = done.catch(() => {});
    return done;
  }

  /** Versions that the scene had in an earlier visit, before and after the present one: each is a run from its start. */
  adoptVersions(before: readonly unknown[], after: readonly unknown[]): void {
    const origin = this.#origin;
    const change = (base: unknown): Change => {
      const run: Run = { origin, base, log: [], isComplete: true, end: 0 };
      return { type: 'run', label: 'edit', gesture: null, step: 0, run, keyframe: null };
    };
    this.history.adopt(origin, before.map(change), after.map(change).reverse());
  }

  dispose(): void {
    this.link.dispose();
    this.#scene = this.#base = undefined;
    this.#log.set([]);
    this.#info = null;
    for (const listeners of [this.frames, this.changes, this.failures, this.accepted, this.progress, this.branches, this.cuts])
      listeners.clear();
  }

  // ---- messages of the host ----

  receive(event: HostEvent): void {
    switch (event.type) {
      case 'kept':
        this.#keyframe = event.keyframe;
        return;
      case 'changed':
        this.#findScene(event.applied);
        return void this.#announce(event.info);
      case 'progress':
        this.#isTold = true;
        return void this.progress.emit({ from: this.#step, step: event.step, target: event.target });
      case 'cut':
        this.#log.replace(event.keep);
        this.#end = this.#step;
        this.history.cut(event.keep);
        this.branches.emit(this.#step);
        return void this.cuts.emit(event.message);
      case 'frame':
        this.#standAt(event.step);
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

  recordDeath(hung: boolean): void {
    const last = this.#lastDeath;
    const isSamePlace = last !== null && last.scene === this.#scene && Math.abs(last.step - this.#step) < samePlaceSteps;
    this.#lastDeath = { scene: this.#scene, step: this.#step };
    if (hung || isSamePlace) this.#isPlaying = false;
    if (!isSamePlace) return;
    // A command not yet applied may be what kills it.
    const { entries } = this.#log;
    const first = entries.findIndex(({ step }) => step >= this.#step);
    if (first < 0) return;
    this.#log.replace(
      first,
      entries.slice(first).filter(({ step }) => step < this.#step),
    );
    this.history.cut(first);
    this.#findScene(this.#log.entries.length);
  }

  async loadAgain(scene: unknown, log: readonly LogEntry[], keyframe: Keyframe | null): Promise<void> {
    const question: Question = { type: 'load', scene, log, ...(keyframe ? { keyframe } : {}) };
    await this.link.askNow(question, (answer) => {
      const { info } = expected(answer, 'loaded');
      this.#begin(scene, log, this.#end);
      this.#keyframe = keyframe;
      return this.#announce(info);
    });
  }

  async seekAgain(step: number): Promise<void> {
    await this.link.askNow({ type: 'seek', step }, (answer) => this.#stepped(answer));
  }

  beginAnew(): void {
    this.#end = 0;
    this.history.clear();
  }

  resume(): void {
    const { link } = this;
    link.sendNow({ type: 'rate', rate: this.#rate });
    link.sendNow({ type: 'select', body: this.#selected });
    link.sendNow({ type: 'watch', watch: this.#watch });
    if (this.#isPlaying) link.sendNow({ type: 'play' });
  }

  // ---- the run ----

  // Another run begins.
  #begin(base: unknown, log: readonly LogEntry[], end = 0): void {
    this.#base = this.#scene = base;
    this.#log.set(log);
    this.#step = 0;
    this.#end = end;
    this.#keyframe = null;
    this.branches.emit(end);
  }

  #record(entry: LogEntry, at: number, gesture: string | null): void {
    const [label, { issuedAtStep: step }] = [labelOf(entry.command.type), entry];
    if (at < 0) {
      this.#log.set([], false);
      this.history.clear();
    } else {
      const end = this.#end;
      const tail = this.#log.replace(at, [entry]);
      this.history.add({ type: 'commands', label, gesture, step, keep: at, tail, end });
      if (entry.command.type === 'release') this.history.endGesture();
    }
    if (entry.command.type === 'revise') this.#scene = entry.command.scene;
    this.#step = step;
    this.#leave(step, step);
  }

  // The run takes another course at a step.
  #leave(step: number, end: number): void {
    if (this.#keyframe && this.#keyframe.step > step) this.#keyframe = null;
    this.#end = end;
    this.branches.emit(step);
  }

  get #present(): Run {
    const { entries, complete } = this.#log;
    return { origin: this.#origin, base: this.#base, log: entries, isComplete: complete, end: this.#end };
  }

  // The run that another one takes the place of, as a change.
  #remember(label: string, keyframe: Keyframe | null): void {
    const change = this.#changeFrom(label, keyframe);
    if (change) this.history.add(change);
  }

  #changeFrom(label: string, keyframe: Keyframe | null): Change | null {
    if (this.#base === undefined) return null;
    const run: Run = { ...this.#present, log: [...this.#log.entries] };
    const step = keyframe?.step ?? this.#step;
    return { type: 'run', label, gesture: null, step: run.isComplete ? step : 0, run, keyframe };
  }

  async #enter(change: Extract<Change, { type: 'run' }>, by: -1 | 1): Promise<void> {
    const { run, keyframe, step, label } = change;
    const log = run.log;
    await this.link.ask({ type: 'load', scene: run.base, log, ...(keyframe ? { keyframe } : {}) }, (answer) => {
      const { info, left } = expected(answer, 'loaded');
      this.history.exchange(by, this.#changeFrom(label, left)!);
      this.#origin = run.origin;
      this.#begin(run.base, log, run.end);
      this.#keyframe = keyframe;
      this.#announce(info);
      this.branches.emit(0);
    });
    await this.seek(step);
  }

  async #rewrite(change: Extract<Change, { type: 'commands' }>, by: -1 | 1): Promise<void> {
    const { keep, tail, step, end } = change;
    const asked = this.link.ask({ type: 'rewrite', keep, tail, step }, (answer) => {
      const other = { ...change, tail: this.#log.replace(keep, tail), end: this.#end };
      this.history.exchange(by, other);
      this.#leave(step, end);
      this.#stepped(answer);
    });
    await this.#arriving(asked);
  }

  async #arriving<Value>(asked: Promise<Value>): Promise<Value> {
    try {
      return await asked;
    } finally {
      if (this.#isTold) this.progress.emit(null);
      this.#isTold = false;
    }
  }

  #stepped(answer: FromHost): Stepped {
    const { step, hash, applied, info } = expected(answer, 'stepped');
    this.#standAt(step);
    this.#findScene(applied);
    if (info) this.#announce(info);
    return { step, hash };
  }

  #standAt(step: number): void {
    this.#step = step;
    if (step > this.#end) this.#end = step;
  }

  #findScene(applied: number): void {
    if (!this.#log.complete) return;
    this.#scene = lastRevised(this.#log.entries, applied) ?? this.#base;
  }

  #announce(info: WorldInfo): WorldInfo {
    this.#info = info;
    this.changes.emit(info);
    return info;
  }
}
