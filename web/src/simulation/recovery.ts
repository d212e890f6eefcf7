// Brings a simulation back after its host died: a new host, the last good scene, the commands that were accepted, and the
// step where it stood. Runs are deterministic, so it comes back to the same bits. Where that is too far
// to run, it begins at the last snapshot that the host gave.
//
// A second death at the same step is a fault in the scene or in the engine: then the simulation pauses before that step.
import type { CommandLog } from './command-log';
import { lastRevised } from './kept-bodies';
import { EngineError } from './problems';
import type { LogEntry, ToHost, Watch } from './protocol';

/** The most steps that are run again in a recovery. */
export const longestReplay = 3000;
/** Two deaths within so many steps count as one fault. */
const samePlaceSteps = 120;

/** The host died. `message` is one sentence for the page. When not `recovered`, a load starts anew. */
export type Failure = { readonly message: string; readonly recovered: boolean; readonly step: number };

/** The client's copy of what a new host needs. */
export type Memory = {
  scene: unknown; // as it is now, undefined while none is loaded
  base: unknown; // as it was loaded: where the log begins
  step: number; // last one known
  playing: boolean; // as the page wants it
  rate: number;
  selected: number | null;
  watch: Watch | null;
  kept: { step: number; snapshot: Uint8Array } | null; // of this scene
  lastFailure: { scene: unknown; step: number } | null;
};

export type Recoverable = {
  readonly memory: Memory;
  readonly log: CommandLog;
  /** For each part of a recovery, ms. */
  readonly timeLimit: number;
  isDisposed(): boolean;
  connect(): Promise<void>;
  disconnect(): void;
  load(scene: unknown): Promise<unknown>;
  replay(log: readonly LogEntry[], step: number): Promise<unknown>;
  rewind(log: readonly LogEntry[], step: number, snapshot: Uint8Array): Promise<unknown>;
  send(message: ToHost): void;
};

export async function recover(simulation: Recoverable, reason: string, hung: boolean): Promise<Failure> {
  const { memory, log } = simulation;
  const step = memory.step;
  const last = memory.lastFailure;
  const again = last !== null && last.scene === memory.scene && Math.abs(last.step - step) < samePlaceSteps;
  memory.lastFailure = { scene: memory.scene, step };
  if (hung || again) memory.playing = false;
  if (again) { // a command not yet applied may be what kills it
    log.cutAt(step);
    memory.scene = lastRevised(log.entries) ?? memory.base;
  }
  const entries = log.entries.filter((entry) => entry.issuedAtStep <= step);
  const whole = log.complete && step <= longestReplay;
  const said = reason.replace(/\.$/, '');
  const state = (): string => (memory.playing || memory.scene === undefined ? '' : ' It is paused.');

  if (memory.scene === undefined) {
    const ok = await attempt(simulation, async () => {});
    return { recovered: ok, step: 0, message: ok ? `${said}; it was started again.` : `${said} and could not be started again.` };
  }
  if (whole && await attempt(simulation, () => back(simulation, memory.base, entries, step))) {
    return { recovered: true, step, message: `${said}; it was started again and is back at step ${step}.${state()}` };
  }
  const { kept } = memory;
  if (kept && log.complete && kept.step <= step && await attempt(simulation, () => back(simulation, memory.scene, entries, step, kept))) {
    return { recovered: true, step, message: `${said}; it was started again and is back at step ${step}.${state()}` };
  }
  if (await attempt(simulation, () => back(simulation, memory.scene, [], 0))) {
    memory.base = memory.scene;
    const why = whole ? 'because it failed on the way back' : `because it had come too far to run up to step ${step} again`;
    return { recovered: true, step: 0, message: `${said}; it was started again from step 0, ${why}.${state()}` };
  }
  return { recovered: false, step, message: `${said} and could not be started again with this scene.` };
}

async function back(simulation: Recoverable, scene: unknown, entries: readonly LogEntry[], step: number, kept: Memory['kept'] = null): Promise<void> {
  const { memory, log, timeLimit } = simulation;
  await within(timeLimit, simulation.load(scene));
  if (kept) {
    await within(timeLimit, simulation.rewind(entries, step, kept.snapshot));
    memory.kept = kept;
  } else if (step > 0 || entries.length > 0) {
    await within(timeLimit, simulation.replay(entries, step));
  }
  for (const entry of entries) log.add(entry.command, entry.issuedAtStep, entry.step);
}

async function attempt(simulation: Recoverable, work: () => Promise<void>): Promise<boolean> {
  try {
    await simulation.connect();
    await work();
  } catch {
    simulation.disconnect();
    return false;
  }
  if (simulation.isDisposed()) return false;
  const { memory } = simulation;
  simulation.send({ type: 'rate', rate: memory.rate });
  simulation.send({ type: 'select', body: memory.selected });
  simulation.send({ type: 'watch', watch: memory.watch });
  if (memory.playing) simulation.send({ type: 'play' });
  return true;
}

function within<Value>(limit: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EngineError('The restart took too long.')), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
