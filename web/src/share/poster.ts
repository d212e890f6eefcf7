// The poster: a moment of a run at 1200 × 630, the size that previews of links have, with title, sentence, and the badge that says which
// moment it is. It is rendered at this size from the stage, at twice the pixels, whatever the window shows.
import type { Figure } from '../figure/figure';
import { sceneText } from '../figure/scene-look';
import { cssColor } from '../instruments/quantities';
import { paintLabels, paintText, wrap } from './canvas-text';
import { Rendering } from './rendering';
import type { Course } from './rerun';

export const posterSize = { width: 1200, height: 630 } as const;

const kPixelRatio = 2; // drawn finely and made smaller: smooth edges
const kMargin = 48;
const kTitlePixels = 50;
const kSentencePixels = 25;
const kBadgePixels = 20;
const kInsets = { left: 0, right: 0, top: 132, bottom: 44 };
const kTrailSteps = 300; // before the moment, that are drawn for the trails

export type Poster = { readonly canvas: HTMLCanvasElement; readonly step: number; readonly hash: string };

/** Renders a moment. Rejects with a sentence. */
export async function renderPoster(figure: Figure, course: Course, step: number): Promise<Poster> {
  const rendering = await Rendering.begin(figure, course, { ...posterSize, pixelRatio: kPixelRatio, insets: kInsets });
  try {
    rendering.eases = false;
    if (figure.marks.isOn('trail')) {
      for (let at = Math.max(0, step - kTrailSteps); at < step; at += 3) await rendering.draw(at, 1, 0);
    }
    await rendering.draw(step, 1, 0);
    await rendering.draw(step, 1, 0); // where no floor is the camera has gone after the bodies
    const canvas = document.createElement('canvas');
    Object.assign(canvas, posterSize);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('This browser draws no pictures.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(rendering.canvas, 0, 0, posterSize.width, posterSize.height);
    paintLabels(context, rendering.labels);
    const { hash } = await rendering.goTo(step);
    const { title, expect } = sceneText(figure.simulation.scene);
    paintHeading(context, title, expect);
    paintBadge(context, badgeText(step, rendering.secondsAt(step), hash));
    return { canvas, step, hash };
  } finally {
    rendering.dispose();
  }
}

/** Which moment it is, and the proof: a state that is reached again has the same digits. */
export const badgeText = (step: number, seconds: number, hash: string): string =>
  `t = ${seconds.toFixed(2)} s · step ${step} · ${hash.slice(0, 8)}`;

function paintHeading(context: CanvasRenderingContext2D, title: string, sentence: string): void {
  const width = posterSize.width - 2 * kMargin;
  const measure = (text: string): number => context.measureText(text).width;
  context.textAlign = 'left';
  context.font = `600 ${kTitlePixels}px ${cssColor('--serif')}`;
  const [line = ''] = wrap(measure, title, width, 1);
  paintText(context, { text: line, x: kMargin, y: kMargin + 34 }, cssColor('--ink'));
  context.font = `${kSentencePixels}px ${cssColor('--serif')}`;
  wrap(measure, sentence, width, 2).forEach((text, index) =>
    paintText(context, { text, x: kMargin, y: kMargin + 78 + index * 33 }, cssColor('--ink-soft')),
  );
}

function paintBadge(context: CanvasRenderingContext2D, text: string): void {
  const y = posterSize.height - 30;
  context.textAlign = 'left';
  context.font = `600 ${kBadgePixels + 4}px ${cssColor('--serif')}`;
  paintText(context, { text: 'Tumble', x: kMargin, y }, cssColor('--ink'));
  context.textAlign = 'right';
  context.font = `${kBadgePixels}px ${cssColor('--sans')}`;
  paintText(context, { text, x: posterSize.width - kMargin, y }, cssColor('--ink-soft'));
}
