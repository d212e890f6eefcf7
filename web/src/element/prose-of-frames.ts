// Prose around the figures that stand in frames of the page (embed.html), driven by the client. What the frame tells is text of a stranger: it is written as text.
import { withoutUnseen } from '../dom/seen-text';
import { connect } from './client';
import type { TumbleConnectOptions, TumbleFrame } from './client-api';
import { kMostReadings } from './embed-protocol';
import { boundTo, Prose } from './prose';
import { readBinding } from './prose-words';

const frames = new Map<HTMLIFrameElement, Promise<TumbleFrame>>();
let prose: Prose<TumbleFrame> | null = null;

const figureOf = (name: string): Promise<TumbleFrame> | undefined => {
  const found = document.getElementById(name);
  return found instanceof HTMLIFrameElement ? frames.get(found) : undefined;
};

const makeProse = (): Prose<TumbleFrame> =>
  new Prose({
    isFigure: (id) => figureOf(id) !== undefined,
    figuresOf(name) {
      const figure = figureOf(name);
      return figure ? [figure] : null;
    },
    placeOf: ({ iframe }) => iframe,
    sentence: (_, error) => Promise.resolve(error instanceof Error ? error.message : String(error)),
  });

export async function driveByProse(iframe: HTMLIFrameElement, options?: TumbleConnectOptions): Promise<TumbleFrame> {
  prose ??= makeProse();
  const connecting = connect(iframe, options);
  frames.set(iframe, connecting);
  try {
    const frame = await connecting;
    keepShowing(frame, prose);
    return frame;
  } catch (error) {
    if (frames.get(iframe) === connecting) frames.delete(iframe);
    throw error;
  }
}

// One question at a time, for all numbers at once; what comes in between asks once more.
function keepShowing(frame: TumbleFrame, prose: Prose<TumbleFrame>): void {
  let isAsking = false;
  let isWanted = false;
  const ask = async (): Promise<void> => {
    isWanted = true;
    if (isAsking) return;
    isAsking = true;
    while (isWanted) {
      isWanted = false;
      await showNow(frame, prose).catch(() => {}); // it has gone: the numbers stay
    }
    isAsking = false;
  };
  for (const type of ['step', 'ready', 'change'] as const) frame.addEventListener(type, () => void ask());
  void ask();
}

async function showNow(frame: TumbleFrame, prose: Prose<TumbleFrame>): Promise<void> {
  const { id } = frame.iframe;
  const bound = id === '' ? [] : boundTo(id).slice(0, kMostReadings);
  if (bound.length === 0) return;
  const readings = await frame.readings(bound.map((element) => readBinding(element.dataset.tumble!).rest));
  if (!readings) return;
  bound.forEach((element, at) =>
    prose.show(element, () => {
      const reading = readings[at];
      if (reading && 'refused' in reading) throw new Error(withoutUnseen(reading.refused));
      return reading ?? null;
    }),
  );
}
