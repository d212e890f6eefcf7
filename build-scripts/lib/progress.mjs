// What the scripts say while they work: one line when a part starts, one every few seconds while it lasts, one with its time.
// Everything goes to stderr, so that stdout stays free for answers (a directory, an address, the closing count).

const kHeartbeatMilliseconds = 4000; // long enough to stay readable in a log, short enough that nobody thinks it hangs
const kLongestStatus = 100;

let depth = 0;

export function say(text) {
  process.stderr.write(`${'  '.repeat(depth)}${text}\n`);
}

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

// Runs work(report) under a title; report(text) says what is going on right now and shows with the next heartbeat.
// isGood(result) tells a result that is a failure without an exception.
export async function step(title, work, isGood = () => true) {
  const start = performance.now();
  let status = '';
  say(`▸ ${title}`);
  const heartbeat = setInterval(() => {
    const elapsed = Math.round((performance.now() - start) / 1000);
    say(`  … ${elapsed} s${status ? `: ${status.slice(0, kLongestStatus)}` : ''}`);
  }, kHeartbeatMilliseconds);
  depth += 1;
  try {
    const result = await work((text) => {
      status = String(text).trim();
    });
    depth -= 1;
    say(`${isGood(result) ? '✓' : '✗'} ${title} (${seconds(performance.now() - start)})`);
    return result;
  } catch (error) {
    depth -= 1;
    say(`✗ ${title} (${seconds(performance.now() - start)})`);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
