// The points of a plot, made from recorded rows as they come: times, and values of each curve with null where the pen is
// lifted (at impacts, pushes, and where steps are missing).
import type { Channel } from './channels';
import type { History } from './history';

export type Points = [number[], ...(number | null)[][]];

export class CurveData {
  readonly points: Points;
  readonly channel: Channel;
  readonly #place: number; // of the body in a row
  readonly #secondsAt: (step: number) => number;
  #version = -1;
  #read = 0; // rows
  readonly #values: number[] = [];

  constructor(channel: Channel, place: number, secondsAt: (step: number) => number) {
    this.channel = channel;
    this.#place = place;
    this.#secondsAt = secondsAt;
    this.points = [[], ...channel.curves.map((): (number | null)[] => [])];
  }

  /** Adds the new rows; true when there were any. */
  update(history: History): boolean {
    if (history.version !== this.#version) {
      this.#version = history.version;
      this.#read = 0;
      for (const list of this.points) list.length = 0;
    } else if (history.count === this.#read) return false;
    for (; this.#read < history.count; this.#read += 1) this.#add(history, this.#read);
    return true;
  }

  /** Values of the curves at a time (s), between two points; null where there is no line. */
  valuesAt(time: number): (number | null)[] {
    const [times, ...curves] = this.points;
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! <= time) low = middle + 1;
      else high = middle;
    }
    const before = low - 1;
    if (before < 0) return curves.map(() => null);
    if (times[before] === time || before + 1 >= times.length)
      return curves.map((curve) => (times[before] === time ? curve[before]! : null));
    const part = (time - times[before]!) / (times[before + 1]! - times[before]!);
    return curves.map((curve) => {
      const [a, b] = [curve[before], curve[before + 1]];
      return a === null || b === null ? null : a! + part * (b! - a!);
    });
  }

  #add(history: History, index: number): void {
    const { channel } = this;
    const row = history.row(index);
    const isJump = (row[1]! & (channel.isOfWorld ? ~0 : 1 << this.#place)) !== 0;
    const time = this.#secondsAt(row[0]!);
    const isGap = index > 0 && row[0]! - history.step(index - 1) > 1;
    if (index > 0 && (isGap || (isJump && channel.jumps))) this.#push((time + this.#secondsAt(history.step(index - 1))) / 2, null);
    channel.read(history, index, this.#place, 1 / (time - this.#secondsAt(row[0]! - 1)), this.#values);
    this.#push(time, isJump && channel.isRate ? null : this.#values);
  }

  #push(time: number, values: readonly number[] | null): void {
    const [times, ...curves] = this.points;
    times.push(time);
    curves.forEach((curve, index) => {
      const value = values?.[index];
      curve.push(value === undefined || !Number.isFinite(value) ? null : value);
    });
  }
}

/**
 * Comma separated values with a head line, `perSecond` rows a second of recorded time. UTF-8; where a sign is not of ASCII, it begins with a byte order mark:
 * spreadsheets read m/s² as Latin-1 without one, and programs read a head line of ASCII best as it is.
 */
export function csvOf(data: CurveData, perSecond: number): string {
  const { channel, points } = data;
  const [times] = points;
  const unit = channel.unit ? ` (${channel.unit})` : '';
  const named = ({ label }: { readonly label: string }): string => (label === channel.title ? label : `${channel.title} ${label}`);
  const lines = [['time (s)', ...channel.curves.map((curve) => named(curve) + unit)].map(quoted).join(',')];
  const [first = 0, last = -1] = [times[0], times.at(-1)];
  const start = Math.ceil(first * perSecond - 1e-9);
  for (let count = start; count / perSecond <= last + 1e-9; count += 1) {
    const time = Math.min(last, count / perSecond);
    lines.push([time, ...data.valuesAt(nearest(times, time))].map((value) => (value === null ? '' : String(value))).join(','));
  }
  const text = `${lines.join('\n')}\n`;
  return /[^ -~\n]/.test(text) ? `\ufeff${text}` : text;
}

const quoted = (text: string): string => `"${text.replace(/"/g, '""')}"`;

// A time within rounding of a step is that step's time, so that its values are those recorded.
function nearest(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time - 1e-9) low = middle + 1;
    else high = middle;
  }
  const found = times[low];
  return found !== undefined && Math.abs(found - time) < 1e-9 ? found : time;
}
