// A run: a scene, the log of the commands that were given to it, and hashes that it should have.
//   { "scene": {…}, "commands": [{ "issuedAtStep": 12, "step": 12, "command": {…} }], "hashes": { "600": "0123456789abcdef" }, "steps": 900 }
// The hash of the last step is that with the commands that were given there. `commands` is the log of the page (LogEntry of web/src/simulation/protocol.ts), bodies by id. All but the scene may be left out, and the
// document may be a scene by itself.
import { Problem } from '../../build-scripts/lib/problem.mjs';

const kUsualSteps = 600;

const isCount = (value) => Number.isInteger(value) && value >= 0;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function checkEntry(entry, index) {
  const where = `commands[${index}]`;
  if (!isObject(entry?.command)) throw new Problem(`${where}.command is missing: an entry is { issuedAtStep, step, command }.`);
  for (const key of ['issuedAtStep', 'step']) {
    if (!isCount(entry[key])) throw new Problem(`${where}.${key} must be a number of steps, not ${JSON.stringify(entry[key])}.`);
  }
}

function checkHash([step, hash]) {
  if (!/^\d+$/.test(step) || !/^[0-9a-f]{16}$/.test(hash))
    throw new Problem(`hashes["${step}"] must be a step and 16 hexadecimal digits, not ${JSON.stringify(hash)}.`);
}

/** Gives { scene, commands, hashes, steps }. `steps`: those of the file, else the last that has a hash, else 600. */
export function readRun(text) {
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Problem(`The run is no JSON: ${error.message}`);
  }
  if (!isObject(document)) throw new Problem('The run must be a scene, or { scene, commands, hashes, steps }.');
  const { scene, commands = [], hashes = {}, steps } = 'scene' in document ? document : { scene: document };
  if (!Array.isArray(commands) || !isObject(hashes)) throw new Problem('"commands" must be a list and "hashes" an object.');
  commands.forEach(checkEntry);
  Object.entries(hashes).forEach(checkHash);
  if (steps !== undefined && !isCount(steps)) throw new Problem(`"steps" must be a whole number, not ${JSON.stringify(steps)}.`);
  const last = Math.max(...Object.keys(hashes).map(Number), -1);
  return { scene, commands, hashes, steps: steps ?? (last >= 0 ? last : kUsualSteps) };
}

// JSON.stringify alone would lose the sign of -0, which the hash sees; readers of C++ take "-0" for a whole number.
const textOf = (value) => JSON.stringify(value, (_, part) => (Object.is(part, -0) ? '\0-0' : part)).replaceAll('"\\u0000-0"', '-0.0');

/** The input of tumble-replay: the scene on a line, then each command on one. */
export const linesOf = ({ scene, commands }) => [scene, ...commands].map((value) => `${textOf(value)}\n`).join('');
