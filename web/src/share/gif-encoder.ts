// Frames as an animated GIF (gifenc). One palette serves all frames, made of a few of them, so that still parts do not flicker; and a pixel that
// is as before is transparent, which leaves a file a fraction as large.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { FrameEncoder } from './video-encoder';

const kColors = 255; // and one that is transparent
const kHundredths = 100; // the format counts hundredths of a second
const kSampled = 4; // every so many pixels of a sample

/** Collects colours from some frames. */
export class GifPalette {
  readonly #pixels: number[] = [];

  add(canvas: HTMLCanvasElement): void {
    const data = pixelsOf(canvas);
    for (let at = 0; at < data.length; at += 4 * kSampled) this.#pixels.push(data[at]!, data[at + 1]!, data[at + 2]!, 255);
  }

  get colors(): number[][] {
    return quantize(Uint8Array.from(this.#pixels), kColors);
  }
}

/** Null where the canvas cannot be read. */
export function gifEncoder(canvas: HTMLCanvasElement, colors: number[][]): FrameEncoder {
  const gif = GIFEncoder();
  const palette = [...colors, [0, 0, 0]];
  const clear = colors.length;
  const { width, height } = canvas;
  let before: Uint8Array | null = null;
  let written = 0; // hundredths of a second so far: rounding does not add up
  return {
    ending: 'gif',
    async add(seconds, duration) {
      const index = applyPalette(pixelsOf(canvas), colors);
      const shown = before ? index.map((color, at) => (color === before![at] ? clear : color)) : index;
      const until = Math.round((seconds + duration) * kHundredths);
      gif.writeFrame(shown, width, height, {
        ...(before ? {} : { palette, repeat: 0 }),
        delay: (until - written) * 10,
        transparent: before !== null,
        transparentIndex: clear,
        dispose: 1, // the next frame is drawn over this one
      });
      written = until;
      before = index;
      await new Promise((resolve) => setTimeout(resolve)); // the page may move
    },
    async finish() {
      gif.finish();
      return new Blob([gif.bytes()], { type: 'image/gif' });
    },
    async cancel() {},
  };
}

function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
