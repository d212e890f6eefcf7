// The frame loop of a figure: once per displayed frame it draws and asks the simulation for the next frame. It stops while the page
// is hidden or scrolled out of sight. While nothing moves and there is nothing to draw it asks seldom.

const kIdleMilliseconds = 250; // between requests while nothing moves
const kAwakeMilliseconds = 600; // after an action, how long every frame is requested

/** `asks`: the simulation is asked. Returns whether something was drawn. */
type OnFrame = (now: number, asks: boolean) => boolean;

export class FrameLoop {
  readonly #onFrame: OnFrame;
  readonly #listeners = new AbortController();
  readonly #observer: IntersectionObserver;
  #frame = 0;
  #timer = 0;
  #isInView = true;
  #awakeUntil = 0;
  #lastAsked = 0;
  #isMoving = false;

  constructor(figure: Element, onFrame: OnFrame) {
    this.#onFrame = onFrame;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? true;
      this.#schedule();
    });
    this.#observer.observe(figure);
    const { signal } = this.#listeners;
    document.addEventListener('visibilitychange', () => this.#schedule(), { signal });
    for (const type of ['pointerdown', 'wheel', 'keydown']) figure.addEventListener(type, () => this.nudge(), { signal, passive: true });
    this.#schedule();
  }

  /** The last frame moved (or did not). */
  set isMoving(isMoving: boolean) {
    this.#isMoving = isMoving;
    if (isMoving) this.nudge();
  }

  /** Nothing moves, and nothing was done for a while. */
  get isIdle(): boolean {
    return !this.#isMoving && performance.now() >= this.#awakeUntil;
  }

  /** An action was sent to the simulation: requests every frame for a while. */
  wake(): void {
    this.#awakeUntil = performance.now() + kAwakeMilliseconds;
    this.nudge();
  }

  /** There is something to draw. */
  nudge(): void {
    if (this.#timer !== 0) this.#schedule();
  }

  dispose(): void {
    this.#stop();
    this.#observer.disconnect();
    this.#listeners.abort();
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = this.#timer = 0;
  }

  #schedule(): void {
    this.#stop();
    if (!document.hidden && this.#isInView && !this.#listeners.signal.aborted) this.#frame = requestAnimationFrame((now) => this.#run(now));
  }

  #run(now: number): void {
    this.#stop();
    const isBusy = this.#isMoving || now < this.#awakeUntil;
    const asks = isBusy || now - this.#lastAsked >= kIdleMilliseconds;
    if (asks) this.#lastAsked = now;
    let hasDrawn = true; // where it throws it goes on, too
    try {
      hasDrawn = this.#onFrame(now, asks);
    } finally {
      if (isBusy || hasDrawn || this.#listeners.signal.aborted) this.#schedule();
      // The display is asked for nothing: each of its frames costs a page of many figures more than this does.
      else this.#timer = window.setTimeout(() => this.#run(performance.now()), kIdleMilliseconds);
    }
  }
}
