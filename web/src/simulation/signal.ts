// Numbers of a force that are functions of time (web/scenes/README.md), for what the page draws of them; the engine has its own
// (engine/forces/signal.h).
type Loose = Readonly<Record<string, unknown>>;

const isSignal = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const number = (value: unknown, otherwise = 0): number => (typeof value === 'number' && Number.isFinite(value) ? value : otherwise);

/** The line through points [time, value], by time; before the first and after the last it is level. At a jump the later one holds. */
function onLine(points: readonly (readonly [number, number])[], seconds: number): number {
  const next = points.findIndex(([time]) => time > seconds);
  if (next === 0) return points[0]![1];
  if (next < 0) return points.at(-1)?.[1] ?? 0;
  const [[from, low], [to, high]] = [points[next - 1]!, points[next]!];
  return low + ((high - low) * (seconds - from)) / (to - from);
}

function pointsOf(signal: Loose): readonly (readonly [number, number])[] {
  const begin = number(signal.begin);
  const end = begin + number(signal.duration);
  if (signal.type === 'ramp')
    return [
      [begin, number(signal.from)],
      [end, number(signal.to)],
    ];
  if (signal.type === 'pulse') {
    const [on, off] = [number(signal.value), number(signal.otherwise)];
    return [
      [begin, off],
      [begin, on],
      [end, on],
      [end, off],
    ];
  }
  const rows = Array.isArray(signal.points) ? (signal.points as unknown[]) : [];
  return rows.filter((row): row is [number, number] => Array.isArray(row) && row.length === 2 && row.every(Number.isFinite));
}

/** A number of a force at a time, s; NaN for what is neither a number nor a function of time. */
export function numberAt(value: unknown, seconds: number): number {
  if (!isSignal(value)) return typeof value === 'number' ? value : NaN;
  if (value.type === 'sine')
    return number(value.offset) + number(value.amplitude) * Math.sin(2 * Math.PI * number(value.frequency) * seconds + number(value.phase));
  const period = number(value.period);
  return onLine(pointsOf(value), period > 0 ? seconds - Math.floor(seconds / period) * period : seconds);
}

/** Whether one of the parts is a function of time. */
export const changesWithTime = (parts: unknown): boolean => Array.isArray(parts) && parts.some(isSignal);
