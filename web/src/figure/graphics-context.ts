// The graphics context of a picture, of which a browser gives a page about 16: a figure far out of sight gives its own back, and takes it
// again when it comes near. While there is none, given back or dropped by the browser, a copy of the last picture stands in its place.
import { Emitter } from '../simulation/emitter';
import type { Viewer } from '../viewer/viewer';
import type { Translate } from '../words/translate';
import type { Notices } from './notices';
import { Still } from './still';

const kNear = '100% 0px'; // around the window: within its height above and below; browsers ignore it in a frame of another origin
const kFarMilliseconds = 1000; // out of sight: longer than a reader scrolls past
const kRestoreMilliseconds = 5000; // after which a dropped context is unlikely to come back by itself
const kCopyMilliseconds = 2000; // between copies of a moving picture: one takes 2 to 10 ms

export class GraphicsContext {
  /** The browser dropped the context, and it does not come back. */
  readonly lost = new Emitter<void>();
  readonly #viewer: Viewer;
  readonly #notices: Notices;
  readonly #still: Still;
  readonly #translate: Translate;
  #isNear = true;
  #isLost = false;
  #isGivenBack = false; // lost by our own will
  #isRestored = false; // nothing has been drawn since it came back
  #timer = 0;
  #lastCopy = 0;

  constructor(viewer: Viewer, canvas: HTMLCanvasElement, notices: Notices, translate: Translate, signal: AbortSignal) {
    this.#translate = translate;
    this.#viewer = viewer;
    this.#notices = notices;
    this.#still = new Still(canvas);
    canvas.addEventListener('webglcontextlost', () => this.#lose(), { signal });
    canvas.addEventListener('webglcontextrestored', () => this.#restore(), { signal });
    window.addEventListener('beforeprint', () => this.#copy(), { signal });
    const observer = new IntersectionObserver((entries) => this.#move(entries.at(-1)?.isIntersecting ?? true), { rootMargin: kNear });
    observer.observe(canvas);
    signal.addEventListener('abort', () => {
      observer.disconnect();
      window.clearTimeout(this.#timer);
    });
  }

  /** A picture was just drawn. */
  drew(now: number): void {
    if (this.#isLost) return;
    if (this.#isRestored) this.#still.isSeen = this.#isRestored = false;
    if (now - this.#lastCopy < kCopyMilliseconds) return;
    this.#lastCopy = now;
    this.#still.take();
  }

  #copy(): void {
    if (!this.#isLost && this.#viewer.redraw()) this.#still.take();
  }

  #move(isNear: boolean): void {
    if (isNear === this.#isNear) return;
    this.#isNear = isNear;
    if (!this.#isLost) {
      window.clearTimeout(this.#timer);
      if (!isNear) this.#giveBackSoon();
    } else if (isNear) this.#comeNear();
  }

  // The copy is made at once, because a browser that runs out of contexts takes those that are not seen first.
  #giveBackSoon(): void {
    this.#copy();
    this.#timer = window.setTimeout(() => {
      this.#isGivenBack = this.#viewer.stage.giveContextBack();
    }, kFarMilliseconds);
  }

  #lose(): void {
    this.#isLost = true;
    this.#still.isSeen = true;
    window.clearTimeout(this.#timer);
    if (this.#isNear) this.#comeNear();
  }

  // The figure is near, and there is no context.
  #comeNear(): void {
    if (this.#isGivenBack) return this.#viewer.stage.takeContext();
    this.#notices.show('picture', {
      text: this.#translate('The graphics card dropped the picture; it comes back by itself. The simulation goes on.'),
    });
    this.#timer = window.setTimeout(() => {
      this.#notices.show('picture', { text: this.#translate('The picture has not come back.') });
      this.lost.emit();
    }, kRestoreMilliseconds);
  }

  #restore(): void {
    window.clearTimeout(this.#timer);
    this.#isLost = this.#isGivenBack = false;
    this.#isRestored = true;
    this.#notices.clear('picture');
    this.#viewer.contextRestored();
    if (!this.#isNear) this.#giveBackSoon();
  }
}
