// Jobs of a host that may take longer than a frame: steps by number, hashes, replays. They run in slices, so that messages
// are answered in between; another scene ends them.
import { maximumStepsPerRequest, type Command, type FromHost, type LogEntry } from './protocol';
import { SlicedWork } from './slices';
import type { World } from './load-engine';

/** What the jobs need of the host they belong to. */
export type JobOwner = {
  readonly world: () => World;
  /** One step; false when it was not taken. */
  readonly stepOnce: () => boolean;
  readonly step: () => number;
  readonly isLoaded: () => boolean;
  /** A job is done: time went by without frames. */
  readonly ended: () => void;
  /** Applies a command at once. "" or the sentence of the refusal. */
  readonly command: (command: Command) => string;
  readonly replayed: (command: Command, step: number) => void;
  readonly post: (message: FromHost) => void;
  readonly guard: (action: () => void) => void;
  readonly milliseconds: () => number;
  readonly sliceBudget: number; // ms
};

export class BatchedJobs {
  isReplaying = false;
  readonly #owner: JobOwner;
  readonly #work: SlicedWork;
  #waiting: number[] = []; // requests whose job is not done

  constructor(owner: JobOwner) {
    this.#owner = owner;
    this.#work = new SlicedWork(owner.guard);
  }

  get busy(): boolean {
    return this.#work.busy;
  }

  /** Refuses a number of steps that cannot be taken. */
  mayRun(request: number, steps: number): boolean {
    const isLoaded = this.#owner.isLoaded();
    const fits = Number.isInteger(steps) && steps >= 0 && steps <= maximumStepsPerRequest;
    if (!isLoaded) this.#refuse(request, 'There is no scene to run.');
    else if (!fits) this.#refuse(request, `The number of steps must be a whole number from 0 to ${maximumStepsPerRequest}, not ${steps}.`);
    return isLoaded && fits;
  }

  steps(request: number, count: number): void {
    let left = count;
    this.#inSlices(
      request,
      () => {
        if (left > 0 && this.#owner.stepOnce()) left -= 1;
        else left = 0;
        return left === 0;
      },
      () => this.#answerStepped(request),
    );
  }

  hashes(request: number, steps: number): void {
    if (!this.mayRun(request, steps)) return;
    const hashes: string[] = [];
    this.#inSlices(
      request,
      () => {
        if (hashes.length === steps || !this.#owner.stepOnce()) return true;
        hashes.push(this.#owner.world().hash());
        return hashes.length === steps;
      },
      () => this.#owner.post({ type: 'hashes', request, hashes }),
    );
  }

  /** Applies each command at the step at which it was issued, so that the order within a step and the ids of bodies are the same.
   *  `undo` is called before a refusal. */
  replay(request: number, log: readonly LogEntry[], target: number, undo: () => void = () => {}): void {
    if (!this.mayRun(request, target - this.#owner.step())) return undo();
    let next = 0;
    this.isReplaying = true;
    this.#inSlices(
      request,
      () => {
        for (; next < log.length && log[next]!.issuedAtStep <= this.#owner.step(); next += 1) {
          const { command, step } = log[next]!;
          const problem = this.#owner.command({ ...command, step });
          if (problem !== '') {
            undo();
            return `Command ${next} of the recording was refused: ${problem}`;
          }
          this.#owner.replayed(command, step);
        }
        return this.#owner.step() >= target || !this.#owner.stepOnce();
      },
      () => this.#answerStepped(request),
    );
  }

  /** Refuses all unfinished jobs: another scene was loaded. */
  cancel(): void {
    this.#work.cancel();
    for (const request of this.#waiting) this.#refuse(request, 'Another scene was loaded, or time went back, before this was done.');
    this.#waiting = [];
    this.isReplaying = false;
  }

  /** Stops without an answer: the host is gone. */
  stop(): void {
    this.#work.cancel();
  }

  #refuse(request: number, message: string): void {
    this.#owner.post({ type: 'refused', request, message });
  }

  #answerStepped(request: number): void {
    this.#owner.post({ type: 'stepped', request, step: this.#owner.step(), hash: this.#owner.world().hash() });
  }

  // Repeats a short action until it gives true (then `end` answers) or a sentence (a refusal).
  #inSlices(request: number, action: () => boolean | string, end: () => void): void {
    const { milliseconds, sliceBudget } = this.#owner;
    this.#waiting.push(request);
    this.#work.add(() => {
      const start = milliseconds();
      let result: boolean | string;
      do result = action();
      while (result === false && milliseconds() - start < sliceBudget);
      if (result === false) return false;
      this.#waiting.shift();
      this.isReplaying = false;
      this.#owner.ended();
      if (typeof result === 'string') this.#refuse(request, result);
      else end();
      return true;
    });
  }
}
