// Notices a host that does not answer: an endless step cannot be interrupted from inside its own thread.

const ticksPerLimit = 10;

export class Watchdog {
  #timer: ReturnType<typeof setInterval>;
  #ticks = 0;

  /** `patience` gives the time that the open request may take, in units of `limit` (ms); 0 when none is open. Calls `onSilence` with
   *  that time when it has passed without heard().
   *  It counts ticks of a timer and not time: a hidden or frozen page ticks slowly or not at all, and must not take its
   *  own sleep for the host's silence. */
  constructor(limit: number, patience: () => number, onSilence: (milliseconds: number) => void) {
    this.#timer = setInterval(() => {
      const limits = patience();
      this.#ticks = limits > 0 ? this.#ticks + 1 : 0;
      if (this.#ticks === 0 || this.#ticks <= limits * ticksPerLimit) return;
      this.#ticks = 0;
      onSilence(limits * limit);
    }, limit / ticksPerLimit);
  }

  heard(): void {
    this.#ticks = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
