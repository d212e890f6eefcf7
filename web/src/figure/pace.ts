// How fast simulated time runs, against the speed that is wanted; and what is slow where it falls behind: the engine, drawing, or a tab that
// is busy with other work.

export type Slowness = 'engine' | 'drawing' | 'tab';

/** Means over a window of time, ms. */
export type Load = {
  /** Of real time between two steps, at the wanted speed. */
  readonly stepInterval: number;
  /** That the engine takes for a step. */
  readonly step: number;
  /** Between two frames. */
  readonly frameInterval: number;
  /** That the page itself takes to draw one. */
  readonly draw: number;
  /** That a timer of no delay comes late: the tab does something else. */
  readonly lateness: number;
};

/** A pace to show: simulated seconds per second, and what is slow. */
export type Pace = { readonly reached: number; readonly slow: Slowness };

const kWindowMilliseconds = 1500; // over which is measured
const kSlow = 0.9; // of the wanted speed: it is said after two successive windows below it
const kWell = 0.96; // of the wanted speed: from here on it is not said any more
const kEngineShare = 0.6; // of the time between two steps
const kTabShare = 0.4; // of the time between two frames

/** What keeps time from running as fast as it should. */
export function slowPart({ stepInterval, step, frameInterval, draw, lateness }: Load): Slowness {
  if (step > kEngineShare * stepInterval) return 'engine';
  return lateness > kTabShare * frameInterval && lateness > draw ? 'tab' : 'drawing';
}

/** What a frame says of its pace. */
type PacedFrame = {
  readonly step: number;
  readonly playing: boolean;
  readonly droppedSteps: number;
  readonly report: { readonly stageMilliseconds: Readonly<Record<string, number>> };
};

export class PaceMeter {
  /** Null while time runs as it should. */
  pace: Pace | null = null;
  /** A window has passed before, and time ran too slowly in it: now it matters what is slow. */
  isSuspicious = false;
  #start = 0;
  #startStep = 0;
  #frames = 0;
  #dropped = 0;
  #stepping = 0;
  #drawing = 0;
  #late = 0;

  /** Begins anew: in another scene, at another speed, after a pause. */
  restart(): void {
    this.#start = 0;
    this.isSuspicious = false;
  }

  /** The page took so long to draw, ms. */
  drew(milliseconds: number): void {
    this.#drawing += milliseconds;
  }

  /** A timer came so late, ms. */
  waited(milliseconds: number): void {
    this.#late += milliseconds;
  }

  /** A frame came at `now` (ms). True when another pace is to be shown. */
  update(frame: PacedFrame, now: number, rate: number, stepsPerSecond: number): boolean {
    if (!frame.playing) {
      const wasShown = this.pace !== null;
      this.restart();
      this.pace = null; // nothing is slow while time stands still
      return wasShown;
    }
    if (this.#start === 0 || frame.step < this.#startStep) {
      this.#start = now;
      this.#startStep = frame.step;
      this.#frames = this.#dropped = this.#stepping = this.#drawing = this.#late = 0;
      return false;
    }
    this.#frames += 1;
    this.#dropped += frame.droppedSteps;
    for (const milliseconds of Object.values(frame.report.stageMilliseconds)) this.#stepping += milliseconds;
    const elapsed = now - this.#start;
    if (elapsed < kWindowMilliseconds) return false;
    const before = this.pace;
    const reached = ((frame.step - this.#startStep) * 1000) / (elapsed * stepsPerSecond);
    const isSlow = reached < kSlow * rate && this.#dropped > 0;
    if (isSlow && this.isSuspicious) {
      const frames = this.#frames;
      this.pace = {
        reached,
        slow: slowPart({
          stepInterval: 1000 / (rate * stepsPerSecond),
          step: this.#stepping / frames,
          frameInterval: elapsed / frames,
          draw: this.#drawing / frames,
          lateness: this.#late / frames,
        }),
      };
    } else if (reached > kWell * rate) this.pace = null;
    this.isSuspicious = isSlow;
    this.#start = 0;
    return this.pace !== before;
  }
}
