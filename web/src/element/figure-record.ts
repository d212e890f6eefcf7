// The record of a figure for the plots about it: all steps of its run, which stay when the figure freezes and are there again when it goes on.
import type { Figure } from '../figure/figure';
import { History } from '../instruments/history';
import { Emitter } from '../simulation/emitter';
import { mostWatchedBodies, mostWatchedJoints, type Frame } from '../simulation/protocol';
import { SpokenError } from '../words/spoken-error';

const records = new WeakMap<object, FigureRecord>();

/** Ids of bodies, indices of joints. */
type Wanted = { readonly bodies: readonly number[]; readonly joints: readonly number[] };

export class FigureRecord {
  readonly history = new History();
  /** A frame is on display, and what it brought is in the history. */
  readonly frames = new Emitter<Frame>();
  readonly #wanted = new Map<object, Wanted>();
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

  /** These bodies and joints are on record as long as `owner` wants them, which may change. Throws with a sentence where there are too many. */
  want(owner: object, bodies: readonly number[], joints: readonly number[]): void {
    const before = JSON.stringify(this.#all);
    const mine = this.#wanted.get(owner);
    this.#wanted.set(owner, { bodies, joints });
    const now = this.#all;
    const isFull = now.bodies.length > mostWatchedBodies;
    if (isFull || now.joints.length > mostWatchedJoints) {
      if (mine) this.#wanted.set(owner, mine);
      else this.#wanted.delete(owner);
      if (isFull) throw new SpokenError('At most {most} bodies of a figure can be plotted.', { most: mostWatchedBodies });
      throw new SpokenError('At most {most} joints of a figure can be plotted.', { most: mostWatchedJoints });
    }
    if (JSON.stringify(now) !== before) this.#begin();
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

  get #all(): Wanted {
    const all = [...this.#wanted.values()];
    return { bodies: [...new Set(all.flatMap(({ bodies }) => bodies))], joints: [...new Set(all.flatMap(({ joints }) => joints))] };
  }

  // From its first step on.
  #begin(): void {
    const { bodies, joints } = this.#all;
    this.history.clear(bodies, joints);
    this.#ask();
  }

  #ask(): void {
    this.#figure?.watches.set('plots', this.#all);
    this.#figure?.wake();
  }

  #add(frame: Frame): void {
    this.#base = this.#figure?.simulation.base;
    if (frame.samples) this.history.add(frame.samples);
    this.frames.emit(frame);
  }
}
