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
