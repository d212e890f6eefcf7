// The viewer in a figure: its size, theme and graphics context, and the card where there is no WebGL. Without a picture the figure goes
// on: time, numbers and scenes work.
import { make, part } from '../dom/elements';
import { PushReadout } from '../instruments/push-readout';
import { cssColor, quantityColor } from '../instruments/quantities';
import { Emitter } from '../simulation/emitter';
import type { Allowed } from '../viewer/pointer-names';
import type { SharedRenderer } from '../viewer/shared-renderer';
import type { Insets } from '../viewer/orbit-camera';
import { shownQuantities, type MarkColors, type ShownQuantity } from '../viewer/readouts';
import { Viewer } from '../viewer/viewer';
import { translatorOf } from '../words/translate';
import { offerBringBack } from './bring-back';
import { GraphicsContext } from './graphics-context';
import type { Notices } from './notices';

const kOnPaper = 'on-paper';

export type PictureOptions = {
  /** Wheel and vertical swipes stay with the page around the figure. */
  readonly isEmbedded: boolean;
  /** What the page's bars and panels cover of the figure, CSS pixels. */
  readonly insets: () => Insets;
  /** What may be done by hand; left out: all. */
  readonly allows?: ReadonlySet<Allowed>;
  /** Draws all figures of the page; without it the picture has a graphics context of its own. */
  readonly renderer?: SharedRenderer;
  /** Light or dark; left out: as the system has it. */
  readonly theme?: { readonly isDark: boolean; readonly changed: Emitter<void> };
};

export class Picture {
  /** Null where the browser gives no WebGL 2. */
  readonly viewer: Viewer | null;
  /** The graphics card dropped the picture, and it does not come back. */
  readonly lost = new Emitter<void>();
  readonly #stage: HTMLElement;
  readonly #context: GraphicsContext | null = null;
  readonly #insets: () => Insets;
  readonly #paper = window.matchMedia('print');

  constructor(root: Element, { isEmbedded, insets, allows, renderer, theme }: PictureOptions, notices: Notices, signal: AbortSignal) {
    this.#stage = part(root, 'stage');
    this.#insets = insets;
    const canvas = part<HTMLCanvasElement>(root, 'picture');
    const translate = translatorOf(root);
    try {
      const labels = part(root, 'labels');
      this.viewer = new Viewer({
        canvas,
        labels,
        isEmbedded,
        pushReadout: new PushReadout(),
        drawing: renderer?.drawingOn(canvas),
        allows,
      });
    } catch {
      this.viewer = null;
      const title = translate('No picture here');
      const text = translate(
        'This browser gives the page no WebGL 2, which the picture needs. It may be switched off, or blocked for this graphics card. Time, numbers and scenes go on working.',
      );
      canvas.after(make('div', { class: 'card card-low', role: 'alert' }, make('h2', {}, title), make('p', {}, text)));
      return;
    }
    watchTheme(this.viewer, this.#stage, theme ?? null, signal);
    if (renderer)
      signal.addEventListener(
        'abort',
        renderer.restored.on(() => this.viewer?.contextRestored()),
      );
    else this.#context = new GraphicsContext(this.viewer, canvas, notices, translate, signal);
    offerBringBack(this.viewer, notices, translate, signal);
    this.#context?.lost.on(() => this.lost.emit());
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(this.#stage);
    for (const over of ['time', 'controls']) observer.observe(part(root, over)); // they lie over the picture, and their height changes
    signal.addEventListener('abort', () => observer.disconnect());
    this.fit();
  }

  /** The figure, or what covers it, has another size. */
  fit(): void {
    if (this.#paper.matches) return; // the picture has another size there
    const { clientWidth, clientHeight, style } = this.#stage;
    style.setProperty('--wide', String(clientWidth));
    this.viewer?.resize(clientWidth, clientHeight, this.#insets());
  }

  /** Draws what has changed; `now` in ms as requestAnimationFrame gives it. True when it drew, and where nothing can be drawn. */
  draw(now: number): boolean {
    if (!this.viewer || this.#paper.matches) return true;
    const hasDrawn = this.viewer.draw(now);
    if (hasDrawn) this.#context?.drew(now);
    return hasDrawn;
  }
}

/** Of the present theme, in the page or in a figure. */
export function arrowColors(where?: Element): MarkColors {
  const own = Object.fromEntries(shownQuantities.map((name) => [name, quantityColor(name, where)])) as Record<ShownQuantity, string>;
  return {
    ...own,
    impulse: quantityColor('impulse', where),
    ink: cssColor('--ink', where),
    axisX: cssColor('--axis-x', where),
    axisY: cssColor('--axis-y', where),
    axisZ: cssColor('--axis-z', where),
  };
}

function watchTheme(viewer: Viewer, stage: HTMLElement, theme: PictureOptions['theme'] | null, signal: AbortSignal): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');
  const apply = (): void => {
    viewer.setTheme((theme?.isDark ?? dark.matches) && !stage.classList.contains(kOnPaper), arrowColors(stage));
    viewer.camera.eases = !still.matches;
  };
  dark.addEventListener('change', apply, { signal });
  still.addEventListener('change', apply, { signal });
  if (theme) signal.addEventListener('abort', theme.changed.on(apply));
  apply();
  // Light, and drawn at once: no frame comes before the paper.
  const print = ({ type }: Event): void => {
    stage.classList.toggle(kOnPaper, type === 'beforeprint');
    apply();
    viewer.redraw();
  };
  for (const type of ['beforeprint', 'afterprint']) window.addEventListener(type, print, { signal });
}
