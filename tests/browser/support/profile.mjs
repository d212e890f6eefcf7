// What each test takes: TUMBLE_PROFILE=file gets a line of JSON of each, { file, name, seconds, processor }, the latter of this process and all that it
// started, the browser among them (Linux alone tells).
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const kTicksPerSecond = 100; // of /proc
const file = process.env.TUMBLE_PROFILE;

// Of each process: whose child it is, and its ticks and those of its children that have ended.
function processes() {
  const found = new Map();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const text = readFileSync(`/proc/${id}/stat`, 'utf8');
      const [, parent, ...more] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      found.set(Number(id), { parent: Number(parent), ticks: more.slice(9, 13).reduce((sum, ticks) => sum + Number(ticks), 0) });
    } catch {
      /* it has ended */
    }
  return found;
}

function processorSeconds() {
  if (!existsSync('/proc/self/stat')) return null;
  const all = processes();
  const isOurs = (id) => id === process.pid || (all.has(id) && isOurs(all.get(id).parent));
  return [...all].reduce((sum, [id, { ticks }]) => sum + (isOurs(id) ? ticks : 0), 0) / kTicksPerSecond;
}

/** Begins to measure; the function that it gives writes the line. */
export function profile(name) {
  if (!file) return () => {};
  const start = [performance.now(), processorSeconds()];
  return () => {
    const line = {
      file: basename(process.argv[1]),
      name,
      seconds: (performance.now() - start[0]) / 1000,
      processor: processorSeconds() - start[1],
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
}
