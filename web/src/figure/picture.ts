// The viewer in a figure: its size, theme and graphics context, and the card where there is no WebGL. Without a picture the figure goes
// on: time, numbers and scenes work.
import { make, part } from '../dom/elements';
import { PushReadout } from '../instruments/push-readout';
import { cssColor, quantityColor } from '../instruments/quantities';
import { Emitter } from '../simulation/emitter';
import type { Insets } from '../viewer/orbit-camera';
import { shownQuantities, type MarkColors, type ShownQuantity } from '../viewer/readouts';
import { Viewer } from '../viewer/viewer';
import { offerBringBack } from './bring-back';
import { GraphicsContext } from './graphics-context';
import type { Notices } from './notices';

const kNoPicture =
  'This browser gives the page no WebGL 2, which the picture needs. It may be switched off, or blocked for this graphics card. Time, numbers and scenes go on working.';

export type PictureOptions = {
  /** Wheel and vertical swipes stay with the page around the figure. */
  readonly isEmbedded: boolean;
  /** What the page's bars and panels cover of the figure, CSS pixels. */
  readonly insets: () => Insets;
};

export class Picture {
  /** Null where the browser gives no WebGL 2. */
  readonly viewer: Viewer | null;
  /** The graphics card dropped the picture, and it does not come back. */
  readonly lost = new Emitter<void>();
  readonly #stage: HTMLElement;
  readonly #context: GraphicsContext | null = null;
  readonly #insets: () => Insets;

  constructor(root: Element, { isEmbedded, insets }: PictureOptions, notices: Notices, signal: AbortSignal) {
    this.#stage = part(root, 'stage');
    this.#insets = insets;
    const canvas = part<HTMLCanvasElement>(root, 'picture');
    try {
      this.viewer = new Viewer({ canvas, labels: part(root, 'labels'), isEmbedded, pushReadout: new PushReadout() });
    } catch {
      this.viewer = null;
      canvas.after(make('div', { class: 'card card-low', role: 'alert' }, make('h2', {}, 'No picture here'), make('p', {}, kNoPicture)));
      return;
    }
    watchTheme(this.viewer, signal);
    this.#context = new GraphicsContext(this.viewer, canvas, notices, signal);
    offerBringBack(this.viewer, notices, signal);
    this.#context.lost.on(() => this.lost.emit());
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(this.#stage);
    signal.addEventListener('abort', () => observer.disconnect());
    this.fit();
  }

  /** The figure, or what covers it, has another size. */
  fit(): void {
    if (window.matchMedia('print').matches) return; // the copy on the paper has another size
    this.viewer?.resize(this.#stage.clientWidth, this.#stage.clientHeight, this.#insets());
  }

  /** Draws what has changed; `now` in ms as requestAnimationFrame gives it. True when it drew, and where nothing can be drawn. */
  draw(now: number): boolean {
    if (!this.viewer) return true;
    const hasDrawn = this.viewer.draw(now);
    if (hasDrawn) this.#context?.drew(now);
    return hasDrawn;
  }
}

/** Of the present theme. */
export function arrowColors(): MarkColors {
  const own = Object.fromEntries(shownQuantities.map((name) => [name, quantityColor(name)])) as Record<ShownQuantity, string>;
  return {
    ...own,
    impulse: quantityColor('impulse'),
    ink: cssColor('--ink'),
    axisX: cssColor('--axis-x'),
    axisY: cssColor('--axis-y'),
    axisZ: cssColor('--axis-z'),
  };
}

function watchTheme(viewer: Viewer, signal: AbortSignal): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');
  const apply = (): void => {
    viewer.setTheme(dark.matches, arrowColors());
    viewer.camera.eases = !still.matches;
  };
  dark.addEventListener('change', apply, { signal });
  still.addEventListener('change', apply, { signal });
  apply();
}
