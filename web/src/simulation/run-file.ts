// A run as a file: a scene, the log of the commands that were given to it, the step where it stands and the hash of all state there. The
// replayer takes such a file (tests/replay/run-file.mjs), and the page opens it at its step.
import type { Proof, Simulation, Stepped } from './client';
import { SceneError } from './problems';
import { maximumStepsPerRequest, type LogEntry } from './protocol';

export type RunFile = {
  /** As it was loaded; its changes are commands. */
  readonly scene: unknown;
  readonly commands: readonly LogEntry[];
  readonly steps: number;
  /** 16 hexadecimal digits, by step. */
  readonly hashes: Readonly<Record<string, string>>;
  /** What a page showed of it; for pages alone. */
  readonly view?: object;
};

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The run of a simulation, with what was done ahead of the present step: the present is a place in it. */
export async function presentRun(simulation: Simulation): Promise<Proof & { readonly scene: unknown; readonly log: readonly LogEntry[] }> {
  const proof = await simulation.proof();
  const { log, base } = simulation;
  if (!log) throw new SceneError('So much has been done to this scene that its past is not kept; reset it.');
  return { ...proof, scene: base, log };
}

/** The same as a file holds it. */
export async function recordRun(simulation: Simulation): Promise<RunFile> {
  const { scene, log, step, hash } = await presentRun(simulation);
  return { scene, commands: log, steps: step, hashes: { [step]: hash } };
}

/** A value as JSON. JSON.stringify alone would lose the sign of -0, which the hash sees; readers of C++ take "-0" for a whole number. */
export function exactText(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) => (Object.is(part, -0) ? '\u0000-0' : part)) ?? 'null';
  return text.replace(/(^|[,:[])"\\u0000-0"(?!:)/g, '$1-0.0'); // no key, and no end of a longer text
}

/** The text of the file. */
export const writeRun = (run: RunFile): string => `${exactText(run)}\n`;

/** Checks the frame of a run; scene and commands are for the engine. Throws SceneError. */
export function readRun(document: object): RunFile {
  const { scene, commands = [], steps, hashes = {}, view } = document as Loose;
  if (!Array.isArray(commands)) throw new SceneError('commands: must be a list.');
  let before = 0;
  for (const [index, entry] of (commands as unknown[]).entries()) {
    const where = `commands[${index}]`;
    if (!isObject(entry) || !isObject(entry.command)) throw new SceneError(`${where}: must be { issuedAtStep, step, command }.`);
    if (!isCount(entry.issuedAtStep) || !isCount(entry.step))
      throw new SceneError(`${where}: issuedAtStep and step must be whole numbers from 0.`);
    if (entry.issuedAtStep < before || entry.step < entry.issuedAtStep) throw new SceneError(`${where}: is not in the order of time.`);
    before = entry.issuedAtStep;
  }
  if (!isObject(hashes)) throw new SceneError('hashes: must be an object.');
  for (const [step, hash] of Object.entries(hashes)) {
    if (!/^\d+$/.test(step) || typeof hash !== 'string' || !/^[0-9a-f]{16}$/.test(hash))
      throw new SceneError(`hashes[${JSON.stringify(step)}]: must be 16 hexadecimal digits for a step.`);
  }
  const last = steps ?? Object.keys(hashes).reduce((most, step) => Math.max(most, Number(step)), 0);
  if (!isCount(last) || last > maximumStepsPerRequest)
    throw new SceneError(`steps: must be a whole number from 0 to ${maximumStepsPerRequest}.`);
  if (view !== undefined && !isObject(view)) throw new SceneError('view: must be an object.');
  return { scene, commands: commands as LogEntry[], steps: last, hashes: hashes as RunFile['hashes'], ...(view && { view }) };
}

/** Goes to the step of a file whose scene and commands are loaded. Gives the sentence about a state that is not the recorded one, or ''. */
export async function replayRun(simulation: Simulation, { steps, hashes }: RunFile): Promise<string> {
  const { step, hash }: Stepped = await simulation.seek(steps);
  if (step !== steps) return `it stopped at step ${step} of ${steps}, because that step could not be taken.`;
  const recorded = hashes[steps];
  return recorded === undefined || recorded === hash
    ? ''
    : `its state at step ${steps} is not the one in the file: another version of Tumble made it, or it was changed.`;
}
