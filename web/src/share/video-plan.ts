// Which moments the frames of a video show. A frame shows an exact moment of simulated time, between two steps where the frame rate asks
// for it, so that the video is as smooth as its frame rate, however long a picture takes.
import { exactStepAt, secondsAt, type Span } from '../simulation/timeline';

export type Stretch = {
  /** Steps. */
  readonly from: number;
  readonly to: number;
  /** Of the run. */
  readonly timeline: readonly Span[];
};

export type Pace = {
  /** Frames for each second of the video. */
  readonly frameRate: number;
  /** Simulated seconds for each second of the video. */
  readonly speed: number;
};

/** Drawn `alpha` of the way from the step before `step`. */
export type Moment = { readonly step: number; readonly alpha: number };

export const mostFrames = 18_000; // five minutes at 60 a second

/** How many frames: the first shows `from`, the last one `to`, or the moment of a frame before. */
export function frameCount({ from, to, timeline }: Stretch, { frameRate, speed }: Pace): number {
  const seconds = (secondsAt(timeline, to) - secondsAt(timeline, from)) / speed;
  return Math.floor(seconds * frameRate + 1e-9) + 1;
}

/** The simulated time of a frame, s. */
export const timeOf = (frame: number, { from, timeline }: Stretch, { frameRate, speed }: Pace): number =>
  secondsAt(timeline, from) + (frame / frameRate) * speed;

/** The moment of a frame. */
export function momentOf(frame: number, stretch: Stretch, pace: Pace): Moment {
  const exact = exactStepAt(stretch.timeline, timeOf(frame, stretch, pace));
  const nearest = Math.round(exact);
  if (Math.abs(exact - nearest) < 1e-6) return { step: nearest, alpha: 1 };
  const step = Math.ceil(exact);
  return { step, alpha: exact - step + 1 };
}

/** One sentence about what cannot be made, or ''. */
export function planProblem(stretch: Stretch, pace: Pace, mostSteps: number): string {
  const { from, to, timeline } = stretch;
  if (![from, to].every((step) => Number.isSafeInteger(step) && step >= 0)) return 'The stretch must begin and end at a step, from 0.';
  if (to <= from) return 'The stretch must end after it begins.';
  if (to > mostSteps) return `A run is taken to step ${mostSteps} (${Math.round(secondsAt(timeline, mostSteps))} s), no farther.`;
  const frames = frameCount(stretch, pace);
  if (frames > mostFrames)
    return `These are ${frames} frames; a video has at most ${mostFrames}. Choose a shorter stretch, or fewer frames a second.`;
  return '';
}
