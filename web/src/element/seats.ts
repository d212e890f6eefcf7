// As many Workers as figures may run: a figure, or a group of them on one clock, takes a seat first. One that is broken off while it opens holds its
// seat until its Worker has ended.
let free = 2;
const queue: (() => void)[] = [];

export function takeSeat(): Promise<void> {
  if (free === 0) return new Promise((resolve) => queue.push(resolve));
  free -= 1;
  return Promise.resolve();
}

export function leaveSeat(): void {
  const next = queue.shift();
  if (next) next();
  else free += 1;
}

const kLongestTurn = 1000; // ms: one that comes slowly, from far away, does not keep back those after it
let turn: Promise<unknown> = Promise.resolve();

/** Opens a figure once the one before it is drawn, so that the first of a page is seen soonest. */
export function inTurn<T>(open: () => Promise<T>): Promise<T> {
  const opened = turn.then(open);
  const late = turn.then(() => new Promise((resolve) => setTimeout(resolve, kLongestTurn)));
  turn = Promise.race([opened.catch(() => {}), late]);
  return opened;
}
