// Encoders of frames: MP4 or WebM by the encoder of the browser (WebCodecs; the file is made by Mediabunny), or an animated GIF (gifenc) where
// it has none. Each takes canvases one by one, and waits until there is room for the next.
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
} from 'mediabunny';

export type FrameEncoder = {
  /** Takes what is on the canvas now. */
  add(seconds: number, duration: number): Promise<void>;
  finish(): Promise<Blob>;
  /** Frees what it holds; nothing is made. */
  cancel(): Promise<void>;
  readonly ending: string;
};

const kMp4 = ['avc', 'hevc', 'av1'] as const; // the first is played everywhere
const kWebM = ['vp9', 'vp8'] as const;

/** Null where the browser encodes no video of this size. */
export async function videoEncoder(canvas: HTMLCanvasElement, frameRate: number): Promise<FrameEncoder | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  const { width, height } = canvas;
  const options = { width, height, quality: QUALITY_HIGH };
  const ofMp4 = await getFirstEncodableVideoCodec([...kMp4], options);
  const isWebM = ofMp4 !== 'avc'; // the newer ones play in fewer programs than WebM does
  const codec = isWebM ? ((await getFirstEncodableVideoCodec([...kWebM], options)) ?? ofMp4) : ofMp4;
  if (!codec) return null;
  const inWebM = kWebM.some((name) => name === codec);
  const target = new BufferTarget();
  const output = new Output({ format: inWebM ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new CanvasSource(canvas, { codec, quality: QUALITY_HIGH, keyFrameInterval: 2 });
  output.addVideoTrack(source, { frameRate });
  await output.start();
  return {
    ending: inWebM ? 'webm' : 'mp4',
    add: (seconds, duration) => source.add(seconds, duration),
    async finish() {
      await output.finalize();
      if (!target.buffer) throw new Error('The video could not be written.');
      return new Blob([target.buffer], { type: inWebM ? 'video/webm' : 'video/mp4' });
    },
    cancel: () => output.cancel(),
  };
}
