// The record of a figure for the plots about it: all steps of its run, which stay when the figure freezes and are there again when it goes on.
import type { Figure } from '../figure/figure';
import { History } from '../instruments/history';
import { Emitter } from '../simulation/emitter';
import { mostWatchedBodies, type Frame } from '../simulation/protocol';
import { SpokenError } from '../words/spoken-error';

const records = new WeakMap<object, FigureRecord>();

export class FigureRecord {
  readonly history = new History();
  /** A frame is on display, and what it brought is in the history. */
  readonly frames = new Emitter<Frame>();
  readonly #wanted = new Map<object, readonly number[]>();
  #figure: Figure | null = null;
  #base: unknown = null; // where the run on record begins
  #leave: (() => void)[] = [];

  /** That of an element. */
  static of(element: object): FigureRecord {
    let record = records.get(element);
    if (!record) records.set(element, (record = new FigureRecord()));
    return record;
  }

  /** The figure runs in the element. */
  follow(figure: Figure): void {
    if (figure === this.#figure) return;
    this.#leave.forEach((off) => off());
    this.#figure = figure;
    this.#leave = [figure.shown.on((frame) => this.#add(frame)), figure.worlds.on(({ change }) => change === 'scene' && this.#begin())];
    if (figure.simulation.base === this.#base)
      this.#ask(); // it goes on
    else this.#begin();
  }

  /** These bodies are on record as long as `owner` wants them, which may change. Throws with a sentence where there are too many. */
  want(owner: object, bodies: readonly number[]): void {
    const before = this.#bodies;
    const mine = this.#wanted.get(owner);
    this.#wanted.set(owner, bodies);
    const now = this.#bodies;
    if (now.length > mostWatchedBodies) {
      if (mine) this.#wanted.set(owner, mine);
      else this.#wanted.delete(owner);
      throw new SpokenError('At most {most} bodies of a figure can be plotted.', { most: mostWatchedBodies });
    }
    if (now.join() !== before.join()) this.#begin();
  }

  leave(owner: object): void {
    this.#wanted.delete(owner);
    if (this.#wanted.size > 0) return;
    this.#figure?.watches.set('plots', {});
    this.#leave.forEach((off) => off());
    this.#leave = [];
    this.#figure = null;
    this.history.clear([]);
  }

  get #bodies(): number[] {
    return [...new Set([...this.#wanted.values()].flat())];
  }

  // From its first step on.
  #begin(): void {
    this.history.clear(this.#bodies);
    this.#ask();
  }

  #ask(): void {
    this.#figure?.watches.set('plots', { bodies: this.#bodies });
    this.#figure?.wake();
  }

  #add(frame: Frame): void {
    this.#base = this.#figure?.simulation.base;
    if (frame.samples) this.history.add(frame.samples);
    this.frames.emit(frame);
  }
}
