// The arithmetic and the form of the benchmark's tables.

export const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? NaN;

/** `active`: the median of the first third of the steps; `settled`: of the last half. */
export function windowMedians(times) {
  return {
    active: median(times.slice(0, Math.ceil(times.length / 3))),
    settled: median(times.slice(Math.floor(times.length / 2))),
  };
}

/**
 * The best and the median of each time over the repetitions of one engine in one scene. The best stands for the engine, since
 * what else the machine does only adds. All else is equal in every repetition, so the last one is as good as any.
 */
export function combineRuns(runs) {
  const over = (choose) => ({
    active: choose(runs.map((run) => run.active)),
    settled: choose(runs.map((run) => run.settled)),
  });
  return { ...runs.at(-1), best: over((times) => Math.min(...times)), median: over(median) };
}

/** How many times as long the peer takes: above 1, ours is faster. */
export const ratios = (ours, peer) => ({ active: peer.active / ours.active, settled: peer.settled / ours.settled });

export const milliseconds = (ms) => (ms < 1 ? ms.toFixed(3) : ms < 10 ? ms.toFixed(2) : ms.toFixed(1));
export const meters = (m) => (m === null ? '–' : m < 0.1 ? m.toFixed(4) : m.toFixed(2));
/** Of meters, to two digits. */
export const millimeters = (m) => (Number.isFinite(m) ? String(Number((1000 * m).toPrecision(2))) : 'blown up');
export const percent = (x) => (Number.isFinite(x) ? `${x > 0 ? '+' : ''}${(100 * x).toFixed(2)} %` : 'blown up');
export const factor = (x) => `${x < 10 ? x.toFixed(2) : x.toFixed(1)}×`;
export const count = (n) => n.toLocaleString('en-US');

/** Rows of text as a Markdown table that also reads well in a terminal: the first column to the left, the others right. */
export function table(head, rows) {
  const widths = head.map((title, i) => Math.max(title.length, 3, ...rows.map((row) => row[i].length)));
  const line = (cells) => `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |\n`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head, rule, ...rows].map(line).join('');
}
