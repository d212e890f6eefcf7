// Checks a whole message from a port against the protocol before any part of it acts. Scenes, commands and snapshots are checked
// further by the engine.
import { isCheckpoints } from './checkpoints';
import { longestLog } from './command-log';
import { maximumStepsPerRequest, type LogEntry, type ToHost } from './protocol';

type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isCommand = (value: unknown): boolean => isObject(value) && typeof value.type === 'string';

const stepsProblem = (name: string, value: unknown): string =>
  isCount(value) && value <= maximumStepsPerRequest
    ? ''
    : `The number of ${name} must be a whole number from 0 to ${maximumStepsPerRequest}, not ${shown(value)}.`;

const stepProblem = (value: unknown): string => (isCount(value) ? '' : `The step must be a whole number from 0, not ${shown(value)}.`);

const shown = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `a value of type ${value === null ? 'null' : typeof value}`;

// Entries stand in the order in which they were issued; none acts before it was issued.
function logProblem(log: unknown): string {
  if (!Array.isArray(log) || log.length > longestLog) return `A recording is a list of at most ${longestLog} commands with their steps.`;
  let before = 0;
  for (const [index, entry] of log.entries() as IterableIterator<[number, Partial<LogEntry> | null]>) {
    const isWhole = isObject(entry) && isCount(entry.issuedAtStep) && isCount(entry.step) && isCommand(entry.command);
    if (!isWhole) return `Entry ${index} of the recording is not a command with its steps.`;
    if (entry.issuedAtStep! < before || entry.step! < entry.issuedAtStep!)
      return `Entry ${index} of the recording is not in the order of time.`;
    before = entry.issuedAtStep!;
  }
  return '';
}

function keyframeProblem(keyframe: unknown): string {
  if (keyframe === undefined || keyframe === null) return '';
  const isWhole =
    isObject(keyframe) &&
    isCount(keyframe.step) &&
    isCount(keyframe.applied) &&
    Number.isFinite(keyframe.work) &&
    (keyframe.checkpoints === undefined || isCheckpoints(keyframe.checkpoints)) &&
    keyframe.snapshot instanceof Uint8Array;
  return isWhole ? '' : 'A keyframe is a step, a number of commands and an array of bytes.';
}

const nothing = (): string => '';

// Checks by type: each gives the problem of the rest of the message, or ''.
const kChecks: Readonly<Record<ToHost['type'], (message: Loose) => string>> = {
  load: ({ log, keyframe }) => (log === undefined ? '' : logProblem(log)) || keyframeProblem(keyframe),
  read: ({ text }) => (typeof text === 'string' || text instanceof Blob ? '' : 'What is to be read is a file or a text.'),
  frame: nothing, // always answered, whatever it holds: a page that waits for a frame requests no other
  play: nothing,
  pause: nothing,
  rate: nothing,
  step: ({ count }) => stepsProblem('steps', count),
  reset: nothing,
  command: ({ command }) => (isCommand(command) ? '' : 'A command is an object with a type.'),
  select: nothing,
  watch: nothing,
  hashes: ({ steps }) => stepsProblem('steps', steps),
  stand: nothing,
  seek: ({ step }) => stepProblem(step),
  rewrite: ({ keep, tail, step }) =>
    stepProblem(step) ||
    logProblem(tail) ||
    (isCount(keep) ? '' : `The commands to keep must be a whole number from 0, not ${shown(keep)}.`),
  halt: nothing,
  dispose: nothing,
};

/** The problem of a message, in a sentence, or ''. */
export function messageProblem(message: unknown): string {
  if (!isObject(message) || typeof message.type !== 'string' || !Object.hasOwn(kChecks, message.type))
    return 'This is no message of the protocol.';
  return kChecks[message.type as ToHost['type']](message);
}

/** The request number of a message; null where it has none. */
export const requestOf = (message: unknown): number | null =>
  isObject(message) && Number.isSafeInteger(message.request) ? (message.request as number) : null;

/** Types that are answered, and so need a request number. */
export const kAnswered: ReadonlySet<unknown> = new Set([
  'load',
  'read',
  'step',
  'reset',
  'command',
  'hashes',
  'stand',
  'seek',
  'rewrite',
] satisfies ToHost['type'][]);
