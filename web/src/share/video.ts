// A stretch of simulated time as a video: frame by frame from a rendering of its own (rendering.ts), so that neither the speed of this
// machine nor what is done meanwhile to the figure on display leaves a trace in it.
import type { Figure } from '../figure/figure';
import { sceneText } from '../figure/scene-look';
import { cssColor } from '../instruments/quantities';
import { paintLabels, paintText, wrap } from './canvas-text';
import { Rendering } from './rendering';
import type { Course } from './rerun';
import { frameCount, momentOf, timeOf, type Pace, type Stretch } from './video-plan';
import type { FrameEncoder } from './video-encoder';

export type VideoOptions = {
  readonly stretch: Stretch;
  readonly pace: Pace;
  readonly width: number;
  readonly height: number;
  readonly isGif: boolean;
  /** Title and time stand in the picture. */
  readonly hasText: boolean;
};

export type VideoProgress = { readonly done: number; readonly frames: number; readonly canvas: HTMLCanvasElement };

export type Video = { readonly file: Blob; readonly ending: string; readonly frames: number };

const kMargin = 0.03; // of the height
const kTitle = 0.042;
const kTime = 0.032;
const kPaletteFrames = 5;

/** Rejects with a sentence; with the signal's reason when it is broken off. */
export async function makeVideo(
  figure: Figure,
  course: Course,
  options: VideoOptions,
  report: (progress: VideoProgress) => void,
  signal: AbortSignal,
): Promise<Video> {
  const { stretch, pace, width, height, hasText, isGif } = options;
  const top = hasText ? height * (2 * kMargin + kTitle) : 0;
  const rendering = await Rendering.begin(figure, course, {
    width,
    height,
    pixelRatio: 1,
    insets: { left: 0, right: 0, top, bottom: hasText ? height * (kMargin + kTime) : 0 },
  });
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: isGif });
  const { title } = sceneText(figure.simulation.scene);
  const frames = frameCount(stretch, pace);
  const paint = async (frame: number): Promise<void> => {
    signal.throwIfAborted();
    const { step, alpha } = momentOf(frame, stretch, pace);
    await rendering.draw(step, alpha, (frame / pace.frameRate) * 1000);
    context!.drawImage(rendering.canvas, 0, 0, width, height);
    paintLabels(context!, rendering.labels);
    if (hasText) paintTitle(context!, title, timeOf(frame, stretch, pace));
  };
  let encoder: FrameEncoder | null = null;
  try {
    if (!context) throw new Error('This browser draws no pictures.');
    encoder = await encoderFor(canvas, options, frames, paint);
    for (let frame = 0; frame < frames; frame += 1) {
      await paint(frame);
      await encoder.add(frame / pace.frameRate, 1 / pace.frameRate);
      report({ done: frame + 1, frames, canvas });
    }
    signal.throwIfAborted();
    const file = await encoder.finish();
    return { file, ending: encoder.ending, frames };
  } catch (error) {
    await encoder?.cancel().catch(() => {});
    throw error;
  } finally {
    rendering.dispose();
  }
}

async function encoderFor(
  canvas: HTMLCanvasElement,
  { isGif, pace }: VideoOptions,
  frames: number,
  paint: (frame: number) => Promise<void>,
): Promise<FrameEncoder> {
  if (!isGif) {
    const { videoEncoder } = await import('./video-encoder');
    const encoder = await videoEncoder(canvas, pace.frameRate);
    if (!encoder) throw new Error('This browser encodes no video of this size: choose another size, or an animated GIF.');
    return encoder;
  }
  const { GifPalette, gifEncoder } = await import('./gif-encoder');
  const palette = new GifPalette();
  for (let sample = 0; sample < kPaletteFrames; sample += 1) {
    await paint(Math.round((sample / (kPaletteFrames - 1)) * (frames - 1)));
    palette.add(canvas);
  }
  return gifEncoder(canvas, palette.colors);
}

function paintTitle(context: CanvasRenderingContext2D, title: string, seconds: number): void {
  const { width, height } = context.canvas;
  const margin = kMargin * height;
  context.textAlign = 'left';
  context.font = `600 ${Math.round(kTitle * height)}px ${cssColor('--serif')}`;
  const [line = ''] = wrap((text) => context.measureText(text).width, title, width - 2 * margin, 1);
  paintText(context, { text: line, x: margin, y: margin + kTitle * height * 0.8 }, cssColor('--ink'));
  context.font = `${Math.round(kTime * height)}px ${cssColor('--sans')}`;
  context.textAlign = 'left';
  paintText(context, { text: `t = ${seconds.toFixed(2)} s`, x: margin, y: height - margin }, cssColor('--ink-soft'));
}
