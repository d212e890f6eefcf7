// A display of 20 frames a second and half the pixels each way. Browsers draw in software here: a page that plays takes a whole processor at the
// usual 60, and most tests look at what is drawn, not at how often. A test that needs frames or pixels as a screen has them opens its page with
// { display: 'usual' }; one that says its `scale` has that many pixels. When all tests are asked for every page has the usual display.
import { isWhole } from '../support/whole.mjs';

export const kFramesPerSecond = 20;
export const kScale = 0.5;

/** Whether a page that is opened so has the slow display. */
export const isSlow = ({ display = isWhole ? 'usual' : 'slow' }) => display === 'slow';

/** Runs in each page and frame, if it can be before its own scripts: no frame comes sooner than 1 / `rate` after the one before. */
export function limitFrames(rate) {
  const kShare = 0.9; // of the time between two frames that a timer waits for: it is late, and the display's own frame comes after it
  const kFirst = 2 ** 40; // no id of a frame that was asked for before
  const { requestAnimationFrame: askDisplay, cancelAnimationFrame: cancelDisplay, setTimeout: wait } = globalThis;
  let waiting = new Map();
  let running = new Map();
  let next = kFirst;
  let isAsked = false;
  let last = -Infinity;
  const run = (now) => {
    isAsked = false;
    last = now;
    running = waiting;
    waiting = new Map();
    for (const [id, work] of running) {
      running.delete(id);
      try {
        work(now);
      } catch (error) {
        reportError(error);
      }
    }
  };
  const ask = () => {
    isAsked = true;
    const left = last + (kShare * 1000) / rate - performance.now();
    const begin = () => askDisplay.call(globalThis, run);
    if (left > 0) wait.call(globalThis, begin, left);
    else begin();
  };
  globalThis.requestAnimationFrame = (work) => {
    next += 1;
    waiting.set(next, work);
    if (!isAsked) ask();
    return next;
  };
  globalThis.cancelAnimationFrame = (id) => {
    waiting.delete(id);
    running.delete(id);
    if (id < kFirst) cancelDisplay.call(globalThis, id);
  };
}
