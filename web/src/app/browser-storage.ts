// The storage of the browser, which may be forbidden; and the names under which the page keeps things there.

/** Null where there is none, as in a frame without an origin of its own. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind];
  } catch {
    return null;
  }
}

/** Before the id of a scene. */
export const kKeptPrefix = 'tumble.kept.';

/** The run that a reload takes up (left-run.ts). */
export const kLeftRun = 'tumble.left';

export const hasKept = (): boolean => Object.keys(storageOf('localStorage') ?? {}).some((key) => key.startsWith(kKeptPrefix));
