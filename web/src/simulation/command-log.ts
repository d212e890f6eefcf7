// The commands that the host accepted since step 0 of its scene. Scene and log together determine the run.
import type { Command, LogEntry } from './protocol';

/** About half an hour of dragging at 60 commands a second. */
const longestLog = 100_000;

export class CommandLog {
  #entries: LogEntry[] = [];
  #complete = true;

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** False when it grew too long, and entries were dropped. */
  get complete(): boolean {
    return this.#complete;
  }

  add(command: Command, issuedAtStep: number, step: number): void {
    if (this.#entries.length >= longestLog) {
      this.#entries = [];
      this.#complete = false;
    }
    if (this.#complete) this.#entries.push({ issuedAtStep, step, command });
  }

  append(entries: readonly LogEntry[]): void {
    for (const { command, issuedAtStep, step } of entries) this.add(command, issuedAtStep, step);
  }

  /** Forgets commands that take effect at `step` or later. */
  cutAt(step: number): void {
    this.#entries = this.#entries.filter((entry) => entry.step < step);
  }

  clear(): void {
    this.#entries = [];
    this.#complete = true;
  }
}
