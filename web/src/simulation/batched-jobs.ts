// Jobs of a host that may take longer than a frame: steps by number, hashes, journeys to another step. They run in slices, so that messages
// are answered in between; another scene ends them.
import { maximumStepsPerRequest, type FromHost, type WorldInfo } from './protocol';
import { SlicedWork } from './slices';
import type { World } from './load-engine';

/** What the jobs need of the host they belong to. */
export type JobOwner = {
  readonly world: () => World;
  /** One step; false when it was not taken. */
  readonly stepOnce: () => boolean;
  readonly step: () => number;
  /** Commands of the log that are applied. */
  readonly applied: () => number;
  readonly checkpoints: () => string;
  readonly isLoaded: () => boolean;
  /** A job is done: time went by without frames. */
  readonly ended: () => void;
  readonly post: (message: FromHost) => void;
  readonly guard: (action: () => void) => void;
  readonly milliseconds: () => number;
  readonly sliceBudget: number; // ms
};

/** The way to another step of the run. */
export type Journey = {
  /** The problem, or ''. */
  readonly depart: () => string;
  /** Why a step was not taken: a sentence, or ''. */
  readonly refusal: () => string;
  /** There, or as far as it came; the world, where the page has to know it anew. */
  readonly arrive: () => WorldInfo | null;
  /** Back to where it departed. */
  readonly undo: () => void;
};

/** Between two reports of progress, ms. */
const kReportMilliseconds = 100;

export class BatchedJobs {
  readonly #owner: JobOwner;
  readonly #work: SlicedWork;
  #waiting: number[] = []; // requests whose job is not done
  #journeys = 0; // not done
  #ended = 0; // of these, how many are to end where they stand

  constructor(owner: JobOwner) {
    this.#owner = owner;
    this.#work = new SlicedWork(owner.guard);
  }

  get busy(): boolean {
    return this.#work.busy;
  }

  /** On the way to another step, or about to be. */
  get isTravelling(): boolean {
    return this.#journeys > 0;
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
      () => this.answerStepped(request),
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

  /** Runs to a step. A refusal on the way brings it back. */
  travel(request: number, target: number, { depart, refusal, arrive, undo }: Journey): void {
    const { step, stepOnce, milliseconds, post } = this.#owner;
    this.endJourneys();
    this.#journeys += 1;
    let hasDeparted = false;
    let reportedAt = milliseconds();
    this.#inSlices(
      request,
      () => {
        const isEnded = this.#ended > 0;
        let problem = '';
        if (!hasDeparted && !isEnded) problem = depart();
        hasDeparted = true;
        let isThere = isEnded || step() >= target;
        if (problem === '' && !isThere && !stepOnce()) {
          problem = refusal();
          isThere = true;
        }
        if (problem === '' && !isThere && milliseconds() - reportedAt > kReportMilliseconds) {
          reportedAt = milliseconds();
          post({ type: 'progress', request, step: step(), target });
        }
        if (problem === '' && !isThere) return false;
        this.#journeys -= 1;
        if (isEnded) this.#ended -= 1;
        if (problem === '') return true;
        undo();
        return problem;
      },
      () => this.#answerStepped(request, arrive()),
    );
  }

  /** Journeys that are not done end where they stand. */
  endJourneys(): void {
    this.#ended = this.#journeys;
  }

  /** Refuses all unfinished jobs: the scene begins anew, or another one does. */
  cancel(): void {
    this.#work.cancel();
    for (const request of this.#waiting) this.#refuse(request, 'The scene began anew before this was done.');
    this.#waiting = [];
    this.#journeys = this.#ended = 0;
  }

  /** Stops without an answer: the host is gone. */
  stop(): void {
    this.#work.cancel();
  }

  #refuse(request: number, message: string): void {
    this.#owner.post({ type: 'refused', request, message });
  }

  /** Says where the run stands. */
  answerStepped(request: number): void {
    this.#answerStepped(request, null);
  }

  #answerStepped(request: number, info: WorldInfo | null): void {
    const { step, applied, checkpoints, world, post } = this.#owner;
    post({ type: 'stepped', request, step: step(), applied: applied(), hash: world().hash(), checkpoints: checkpoints(), info });
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
      this.#owner.ended();
      if (typeof result === 'string') this.#refuse(request, result);
      else end();
      return true;
    });
  }
}
