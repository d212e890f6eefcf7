// The runs beside the one on display: begun and ended together, by its clock, with all that is done to it. A figure has one such set: that of
// its scene, or that of the page "Compare".
import { cssColor } from '../instruments/quantities';
import { Emitter } from '../simulation/emitter';
import type { Accepted, Frame, LogEntry } from '../simulation/protocol';
import { Run, type Course, type Variant } from './comparison';
import type { Figure } from './figure';
import { runLines } from './run-lines';

/** Beside the one on display. */
export const mostRuns = runLines.length - 1;

const sets = new WeakMap<Figure, ComparedRuns>();

export class ComparedRuns {
  /** Other runs are there, or none are any more. */
  readonly changed = new Emitter<void>();
  /** What is conserved counts from here on. */
  readonly restarted = new Emitter<void>();
  readonly #figure: Figure;
  #runs: readonly Run[] = [];
  #lastPush: LogEntry | null = null; // that has acted
  #beginning = 0; // counts beginnings: only the last one counts

  static of(figure: Figure): ComparedRuns {
    let set = sets.get(figure);
    if (!set) sets.set(figure, (set = new ComparedRuns(figure)));
    return set;
  }

  private constructor(figure: Figure) {
    this.#figure = figure;
    figure.shown.on((frame) => this.#showFrame(frame, performance.now()));
    figure.simulation.onAccepted((accepted) => this.#pass(accepted));
    figure.actions.exchanged.on(() => this.#follow());
    figure.actions.restarted.on(() => this.#follow());
    figure.simulation.onCut(() => this.#follow());
    figure.ended.addEventListener('abort', () => this.end());
  }

  get all(): readonly Run[] {
    return this.#runs;
  }

  /** Begins these in place of those before. `body`: whose state they tell. False when others were asked for meanwhile. Rejects with the sentence of
   *  a refusal; then there are none. */
  async begin(variants: readonly Variant[], body: number | null): Promise<boolean> {
    this.end();
    const beginning = this.#beginning;
    const begun = await Promise.allSettled(
      variants.map((variant, index) =>
        Run.begin(this.#course, variant, cssColor(runLines[index + 1]!.colorProperty), this.#figure.viewer, body),
      ),
    );
    const runs = begun.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = begun.find((one) => one.status === 'rejected');
    const isLatest = beginning === this.#beginning;
    if (!isLatest || refused) {
      for (const run of runs) run.dispose();
      if (isLatest) throw refused!.reason;
      return false;
    }
    this.#runs = runs;
    this.changed.emit();
    this.#figure.wake();
    return true;
  }

  end(): void {
    this.#beginning += 1;
    if (this.#runs.length === 0) return;
    for (const run of this.#runs) run.dispose();
    this.#runs = [];
    this.changed.emit();
  }

  /** They tell the state of another body. */
  select(body: number): void {
    for (const run of this.#runs) run.select(body);
  }

  #showFrame(frame: Frame, now: number): void {
    if (this.#runs.length === 0) return;
    const seconds = Math.max(0, frame.seconds - (1 - frame.alpha) / this.#figure.stepsPerSecond);
    for (const run of this.#runs) run.advanceTo(frame.step === 0 ? 0 : seconds, now);
    this.#recordPush(frame.step);
  }

  #pass(accepted: Accepted): void {
    if (this.#runs.length === 0) return;
    const seconds = this.#figure.simulation.secondsAt(accepted.step);
    for (const run of this.#runs) run.command(accepted, seconds, this.#figure.stepsPerSecond);
    if (accepted.command.type !== 'drag') this.restarted.emit();
  }

  // Something was undone or redone, or the scene begins as it is now.
  #follow(): void {
    for (const run of this.#runs) run.follow(this.#course).catch(() => {});
    this.restarted.emit();
  }

  // What is done again on the way is a new beginning of what is conserved.
  #recordPush(step: number): void {
    const { log } = this.#figure.simulation.run;
    const last = log.findLast((entry) => entry.step < step && entry.command.type !== 'drag') ?? null;
    if (last === this.#lastPush) return;
    this.#lastPush = last;
    for (const run of this.#runs) run.restart();
    this.restarted.emit();
  }

  // Where so much was done that it was not kept, the scene as it is.
  get #course(): Course {
    const { scene, log, run } = this.#figure.simulation;
    return log ? run : { scene, log: [] };
  }
}
