// Measures the order of a scheme: the scene runs for a while with ever smaller steps h, and the error at the end, against the
// finest exact run, falls as h^order. The order is the slope of the line through log h and log error.
import { Simulation } from '../simulation/client';
import type { BodyState } from '../simulation/protocol';
import { variantOf } from '../figure/comparison';
import { wordFor } from '../instruments/scheme-names';

/** 1/s; each doubles the one before. */
export const orderRates = [120, 240, 480, 960] as const;
const kReferenceRate = 3840; // 1/s, where nothing is exact
const kReferenceScheme = 'rungeKutta4';
const kRounding = 1e-10; // errors below are the rounding of numbers, and have no order

export type Order = { readonly motion: string; readonly errors: readonly (number | null)[]; readonly slope: number | null };

/** The runs go one after the other; `report` gets the progress. Rejects with the sentence of a refusal. */
export async function measureOrders(
  scene: unknown,
  body: number,
  seconds: number,
  schemes: readonly string[],
  report: (text: string) => void,
  signal: AbortSignal,
): Promise<Order[]> {
  const simulation = await Simulation.start();
  const end = async (motion: string, rate: number): Promise<BodyState> => {
    await simulation.load(variantOf(scene, { motion, stepsPerSecond: rate }));
    simulation.select(body);
    await simulation.step(Math.round(seconds * rate));
    return stateOf(simulation);
  };
  try {
    const isFree = !hasForces(scene);
    report('the reference');
    const reference = isFree ? await end('exact', orderRates[0]) : await end(kReferenceScheme, kReferenceRate);
    const orders: Order[] = [];
    for (const motion of schemes) {
      const errors: (number | null)[] = [];
      for (const rate of orderRates) {
        if (signal.aborted) return orders;
        report(`${wordFor(motion)}, ${rate} steps a second`);
        const error = distance(await end(motion, rate), reference);
        errors.push(error > kRounding && Number.isFinite(error) ? error : null);
      }
      orders.push({ motion, errors, slope: slopeOf(errors) });
    }
    return orders;
  } finally {
    simulation.dispose();
  }
}

const hasForces = (scene: unknown): boolean => {
  const { forces } = scene as { forces?: unknown };
  return Array.isArray(forces) && forces.length > 0;
};

function stateOf(simulation: Simulation): Promise<BodyState> {
  return new Promise((resolve, reject) => {
    const stop = simulation.onFrame(({ state }) => {
      stop();
      if (state) resolve(state);
      else reject(new Error('The body is not there any more.'));
    });
    simulation.requestFrame(performance.now());
  });
}

/** Angle between two orientations (rad) and distance of places (m), together. */
export function distance(a: BodyState, b: BodyState): number {
  const [p, q] = [a.orientation, b.orientation];
  // |sin| of half the angle, from the difference of the quaternions: exact where the angle is small.
  const sign = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0 ? -1 : 1;
  const half = Math.hypot(...[0, 1, 2, 3].map((part) => p[part]! - sign * q[part]!)) / 2;
  const angle = 4 * Math.asin(Math.min(1, half));
  return Math.hypot(angle, ...[0, 1, 2].map((axis) => a.position[axis]! - b.position[axis]!));
}

/** Least squares through the finer half of the points: the coarser ones are not yet in the limit. */
export function slopeOf(errors: readonly (number | null)[]): number | null {
  const points = errors
    .map((error, index) => (error === null ? null : ([-Math.log(orderRates[index] ?? 1), Math.log(error)] as const)))
    .filter((point) => point !== null)
    .slice(-2);
  if (points.length < 2) return null;
  const [[x0, y0], [x1, y1]] = points as [readonly [number, number], readonly [number, number]];
  return (y1 - y0) / (x1 - x0);
}
