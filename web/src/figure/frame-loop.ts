// The frame loop of a figure: once per displayed frame it draws and asks the simulation for the next frame. It stops while the page
// is hidden or scrolled out of sight, and asks seldom while nothing moves.

const kIdleMilliseconds = 250; // between requests while nothing moves
const kAwakeMilliseconds = 600; // after an action, how long every frame is requested

export class FrameLoop {
  readonly #onFrame: (now: number, asks: boolean) => void;
  readonly #listeners = new AbortController();
  readonly #observer: IntersectionObserver;
  #frame = 0;
  #isInView = true;
  #awakeUntil = 0;
  #lastAsked = 0;
  #isMoving = false;

  constructor(figure: Element, onFrame: (now: number, asks: boolean) => void) {
    this.#onFrame = onFrame;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isInView = entries.at(-1)?.isIntersecting ?? true;
      this.#schedule();
    });
    this.#observer.observe(figure);
    document.addEventListener('visibilitychange', () => this.#schedule(), { signal: this.#listeners.signal });
    this.#schedule();
  }

  /** The last frame moved (or did not). */
  set isMoving(isMoving: boolean) {
    this.#isMoving = isMoving;
  }

  /** An action was sent to the simulation: requests every frame for a while. */
  wake(): void {
    this.#awakeUntil = performance.now() + kAwakeMilliseconds;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#listeners.abort();
  }

  #schedule(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!document.hidden && this.#isInView) this.#frame = requestAnimationFrame((now) => this.#run(now));
  }

  #run(now: number): void {
    this.#frame = requestAnimationFrame((next) => this.#run(next));
    const asks = this.#isMoving || now < this.#awakeUntil || now - this.#lastAsked > kIdleMilliseconds;
    if (asks) this.#lastAsked = now;
    this.#onFrame(now, asks);
  }
}
