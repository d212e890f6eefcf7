// The commands of a run since step 0 of its scene, by the step at which they were issued; also those of a future that was recorded before time
// went back. Scene and log together determine the run.
import type { LogEntry } from './protocol';

/** About half an hour of dragging at 60 commands a second. */
export const longestLog = 100_000;

export class CommandLog {
  #entries: LogEntry[] = [];
  #complete = true;
  #version = 0;

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** False when it grew too long, and entries were dropped. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Another one after each change. */
  get version(): number {
    return this.#version;
  }

  add(entry: LogEntry): void {
    this.#version += 1;
    if (this.#entries.length >= longestLog) {
      this.#entries = [];
      this.#complete = false;
    }
    if (this.#complete) this.#entries.push(entry);
  }

  /** Puts `tail` in place of the entries from `keep` on; gives these. */
  replace(keep: number, tail: readonly LogEntry[] = []): LogEntry[] {
    this.#version += 1;
    const lost = this.#entries.slice(keep);
    this.#entries.length = Math.min(this.#entries.length, keep);
    for (const entry of tail) this.#entries.push(entry);
    return lost;
  }

  /** Another run. */
  set(entries: readonly LogEntry[], complete = true): void {
    this.#version += 1;
    this.#entries = [...entries];
    this.#complete = complete;
  }
}
