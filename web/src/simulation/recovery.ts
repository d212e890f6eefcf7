// Brings a simulation back after its host died: a new host, the last good scene, the commands that were accepted, and the
// step where it stood. Runs are deterministic, so it comes back to the same bits. Where that is too far
// to run, it begins at the last snapshot that the host gave.
//
// A second death at the same step is a fault in the scene or in the engine: then the simulation pauses before that step.
import type { CommandLog } from './command-log';
import type { Keyframe } from './keyframes';
import { EngineError } from './problems';
import type { LogEntry } from './protocol';

/** The most steps that are run again in a recovery. */
export const longestReplay = 3000;

/** The host died. `message` is one sentence for the page. When not `recovered`, a load starts anew. */
export type Failure = { readonly message: string; readonly recovered: boolean; readonly step: number };

/** What a recovery asks of the session. */
export type Recoverable = {
  /** As it is now; undefined while none is loaded. */
  readonly scene: unknown;
  /** As it was loaded: where the log begins. */
  readonly base: unknown;
  /** Last one known. */
  readonly step: number;
  readonly isPlaying: boolean;
  readonly keyframe: Keyframe | null;
  readonly log: Pick<CommandLog, 'entries' | 'complete'>;
  /** For each part of a recovery, ms. */
  readonly timeLimit: number;
  readonly isDisposed: boolean;
  readonly link: { connect(): Promise<void>; disconnect(): void };
  /** Pauses after a host that hung, and after a second death at the same place; then the commands not yet applied are dropped. */
  recordDeath(hung: boolean): void;
  /** Loads a scene into the new host, with what is done to it, and a keyframe of that run. */
  loadAgain(scene: unknown, log: readonly LogEntry[], keyframe: Keyframe | null): Promise<void>;
  seekAgain(step: number): Promise<void>;
  /** The run begins at the scene as it is now. */
  beginAnew(): void;
  /** Sends the new host rate, selection, watch, and whether time runs. */
  resume(): void;
};

export async function recover(session: Recoverable, reason: string, hung: boolean): Promise<Failure> {
  const { step } = session;
  session.recordDeath(hung);
  const { entries, complete } = session.log;
  const log = [...entries];
  const whole = complete && step <= longestReplay;
  const said = reason.replace(/\.$/, '');
  const state = (): string => (session.isPlaying || session.scene === undefined ? '' : ' It is paused.');

  if (session.scene === undefined) {
    const ok = await attempt(session, async () => {});
    return { recovered: ok, step: 0, message: ok ? `${said}; it was started again.` : `${said} and could not be started again.` };
  }
  const isBack = { recovered: true, step };
  const { scene, keyframe } = session;
  if (whole && (await attempt(session, () => back(session, session.base, log, step, null))))
    return { ...isBack, message: `${said}; it was started again and is back at step ${step}.${state()}` };
  if (complete && keyframe && keyframe.step <= step && (await attempt(session, () => back(session, session.base, log, step, keyframe))))
    return { ...isBack, message: `${said}; it was started again and is back at step ${step}.${state()}` };
  if (await attempt(session, () => back(session, scene, [], 0, null))) {
    session.beginAnew();
    const why = whole ? 'because it failed on the way back' : `because it had come too far to run up to step ${step} again`;
    return { recovered: true, step: 0, message: `${said}; it was started again from step 0, ${why}.${state()}` };
  }
  return { recovered: false, step, message: `${said} and could not be started again with this scene.` };
}

async function back(
  session: Recoverable,
  scene: unknown,
  log: readonly LogEntry[],
  step: number,
  keyframe: Keyframe | null,
): Promise<void> {
  await within(session.timeLimit, session.loadAgain(scene, log, keyframe));
  if (step > 0 || log.length > 0) await within(session.timeLimit, session.seekAgain(step));
}

async function attempt(session: Recoverable, work: () => Promise<void>): Promise<boolean> {
  try {
    await session.link.connect();
    await work();
  } catch {
    session.link.disconnect();
    return false;
  }
  if (session.isDisposed) return false;
  session.resume();
  return true;
}

function within<Value>(limit: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EngineError('The restart took too long.')), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
