// Drawn pixels per CSS pixel: that of the display up to 2, and less in steps when frames are slow. Where a step down
// does not make frames faster, drawing was not the cause, and it goes back up for good.

const kMost = 2;
const kScales = [1, 0.8, 0.65, 0.5] as const;
const kSlowMilliseconds = 26; // slower than about 38 frames a second: step down
const kFastMilliseconds = 17.5; // as fast as a 60 Hz display: try a step up
const kFramesToJudge = 24; // or fewer, when they took this long:
const kMillisecondsToJudge = 1500;
const kLongestFrame = 1000; // ms; a longer time was a sleep, not a frame
const kFramesToTrust = 240; // of fast frames before a step up
const kClimbs = 2; // steps up in all: no endless see-saw
const kWorthwhile = 0.93; // a step down must bring frame time below this part of what it was

export class Resolution {
  #level = 0;
  #frames = 0;
  #total = 0;
  #before = Infinity; // mean frame time before the last step down
  #climbsLeft = kClimbs;
  #isSettled = false;
  #fixed: number | null = null;

  /** For pictures that nobody watches: the same ratio for good. */
  fix(pixelRatio: number): void {
    this.#fixed = pixelRatio;
    this.#isSettled = true;
  }

  get pixelRatio(): number {
    return this.#fixed ?? Math.min(kMost, window.devicePixelRatio || 1) * (kScales[this.#level] ?? 1);
  }

  /** Starts a new judgement: after a pause, another scene or another size. */
  restart(): void {
    this.#frames = 0;
    this.#total = 0;
  }

  /** Records the time between two drawn frames; true when the pixel ratio changed. */
  record(milliseconds: number): boolean {
    if (this.#isSettled) return false;
    this.#frames += 1;
    this.#total += Math.min(milliseconds, kLongestFrame);
    const mean = this.#total / this.#frames;
    const isJudged = this.#frames >= kFramesToJudge || (this.#frames > 3 && this.#total > kMillisecondsToJudge);
    if (isJudged && mean > kSlowMilliseconds) return this.#stepDown(mean);
    if (this.#frames < kFramesToTrust) return false;
    this.restart();
    if (mean > kFastMilliseconds || this.#level === 0 || this.#climbsLeft === 0) return false;
    this.#climbsLeft -= 1;
    this.#level -= 1;
    this.#before = Infinity;
    return true;
  }

  #stepDown(mean: number): boolean {
    this.restart();
    if (mean > this.#before * kWorthwhile && this.#level > 0) {
      this.#level -= 1;
      this.#isSettled = true;
      return true;
    }
    if (this.#level === kScales.length - 1) return false;
    this.#before = mean;
    this.#level += 1;
    return true;
  }
}
