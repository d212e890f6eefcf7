// The fixed-step clock: turns the times of displayed frames into whole numbers of steps, so that the motion is the same
// on every display. It reads no clock of its own; the host gives it the time of each frame.
//
// steps accumulated += elapsed * rate * stepsPerSecond; whole steps are taken, the fraction left is `alpha`, the place of the
// picture between the older and the newer pose. (Glenn Fiedler, "Fix Your Timestep!", 2004.)

/** A longer gap between two frames is a hidden tab or a sleeping machine; a shorter one is a page that draws slowly. */
export const longestFrameMilliseconds = 1000;
/** Such a gap counts as one frame of a 60 Hz display. */
const frameMilliseconds = 1000 / 60;
/** At least this many steps may be taken in a frame. */
const stepsPerFrame = 4;
/** A 30 Hz display shows every second frame of a 60 Hz one; one frame more is for uneven displays. */
const slowestDisplayFrames = 3;

export class FixedClock {
  /** Steps left out by the last advance() because more were due than a frame may take. */
  droppedSteps = 0;
  stepsPerSecond: number;
  #rate = 1;
  #stepsAccumulated = 1;
  #lastTime = Number.NaN;
  #sawGap = false;

  constructor(stepsPerSecond: number) {
    this.stepsPerSecond = stepsPerSecond;
  }

  /** Simulated seconds per second. */
  get rate(): number {
    return this.#rate;
  }

  set rate(rate: number) {
    this.#rate = rate;
  }

  /** The place of the current time between the older (0) and the newer (1) pose. */
  get alpha(): number {
    return this.#stepsAccumulated;
  }

  /** The most steps one frame may take: more would make a slow machine slower still. */
  get maximumSteps(): number {
    return Math.max(stepsPerFrame, Math.ceil((this.#rate * this.stepsPerSecond * slowestDisplayFrames) / 60));
  }

  /** Another scene. */
  begin(stepsPerSecond: number): void {
    this.stepsPerSecond = stepsPerSecond;
    this.restart();
  }

  /** Starts afresh: at a load, and when play follows a pause. The first frame takes one step and draws the pose before
   *  it, which is the one that was on display while paused: nothing jumps. */
  restart(): void {
    this.#stepsAccumulated = 1;
    this.#lastTime = Number.NaN;
    this.#sawGap = false;
    this.droppedSteps = 0;
  }

  /** The number of steps to take for the frame shown at `now` (ms). */
  advance(now: number): number {
    this.#stepsAccumulated += (this.#elapsed(now) * this.#rate * this.stepsPerSecond) / 1000;
    const due = Math.floor(this.#stepsAccumulated);
    this.#stepsAccumulated -= due;
    const steps = Math.min(due, this.maximumSteps);
    this.droppedSteps = due - steps;
    return steps;
  }

  // maximumSteps keeps the clock from catching up with gaps. Steps that do not fit into a frame are dropped and counted, except for the
  // gap of a hidden tab, which is no fault of the machine. Successive gaps are a page that draws very slowly.
  #elapsed(now: number): number {
    const elapsed = now - this.#lastTime;
    this.#lastTime = now;
    if (!(elapsed > 0)) return 0; // the first frame, or a time that stands still
    const isGap = elapsed > longestFrameMilliseconds;
    const isPause = isGap && !this.#sawGap;
    this.#sawGap = isGap;
    return isPause ? frameMilliseconds : Math.min(elapsed, longestFrameMilliseconds);
  }
}
