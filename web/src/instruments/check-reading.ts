// The numbers to check of a scene (web/checks.json), read from the running scene: what a quantity is now, or was at its moment, beside
// what it should be. tests/accuracy/scenes.test.mjs holds the same table to closed forms.
import { jointSampleLayout, jointStateLayout, stateLayout } from '../simulation/layout';
import { aboutPoint, dot, motionOf, newMotion, pointMotion, size, sum, turn, vectorAt } from '../simulation/mechanics';
import type { BodyInfo, Frame, Vector, WorldInfo } from '../simulation/protocol';
import { degreesPerRadian, formatFixed, formatShort, withUnit } from './number-format';
import type { JointQuantity, PlotName } from './plot-names';

/** Of bodies or joints: one value each. `distance`: one for each pair. `angleApart`: one for each but the first. `matrixError` and `matrixAxis` need the body to be selected. */
export type CheckedQuantity =
  | 'speed' // m/s
  | 'spin' // rad/s
  | 'angularMomentum' // kg m^2/s
  | 'angularMomentumAbout' // kg m^2/s, about the point `about` of the world
  | 'acceleration' // m/s^2
  | 'coordinate' // m, along `axis`
  | 'bodySpin' // rad/s, along `axis` of the body
  | 'meanBodySpin' // the mean of that over the bodies
  | 'velocityAlong' // m/s, along `axis`
  | 'pointSpeed' // m/s, of the point at `lever`
  | 'pointAcceleration' // m/s^2, towards the axis
  | 'pointPlace' // m, x, y and z of the point at `point`
  | 'turnSeconds' // s, for a whole turn
  | 'angleToMomentum' // degrees, from omega to L
  | 'turned' // degrees, from the axes of the world
  | 'tilt' // degrees, of the body's y axis from upright
  | 'angleApart' // degrees, between the orientation of the first body and that of each other one
  | 'fromOrigin' // m, from the origin of the world
  | 'shift' // m, level, from where it was at the start
  | 'distance' // m
  | 'centreOfMass' // m, from the origin of the body frame
  | 'moments' // kg m^2, the principal ones
  | 'matrixError'
  | 'matrixAxis' // the body's x axis as the scheme keeps it
  | 'jointAngle' // degrees, of a hinge
  | 'jointForce' // N, the reaction
  | 'energyOfAll' // J
  | 'momentumOfAll' // kg m/s
  | 'angularMomentumOfAll' // kg m^2/s
  | 'impulse'; // N s, of the newest impact, the strongest of its step

export type Reading = {
  readonly label: string;
  readonly quantity: CheckedQuantity;
  readonly bodies?: readonly string[];
  readonly joints?: readonly string[];
  readonly axis?: 0 | 1 | 2;
  readonly lever?: Vector; // m, world axes, from the centre of mass
  readonly point?: Vector; // m, body axes, from the centre of mass
  readonly about?: Vector; // m, world
  /** s: the value counts at this moment; else always. */
  readonly at?: number;
  /** The time (s) between two zeros of the quantity counts, or twice that. */
  readonly between?: 'zeros' | 'everySecondZero';
  readonly target: number | readonly number[];
  readonly unit?: string;
  readonly decimals: number;
  /** How far from the target is right; else half of the last decimal. */
  readonly within?: number;
};

type Impacts = ReadonlyMap<number, number>; // the strongest of a step, N s, by the step

/** A reading now. `isRight` is null where there is nothing to judge yet; `isMissed`: its moment is past, and nobody has seen it. */
export type Read = { readonly values: readonly number[]; readonly isRight: boolean | null; readonly isMissed: boolean };

const kLongestGap = 0.25; // s between two frames, of which what was between them still follows

const kOf: Partial<Record<CheckedQuantity, PlotName>> = {
  speed: 'velocity',
  velocityAlong: 'position',
  spin: 'angularVelocity',
  turnSeconds: 'angularVelocity',
  bodySpin: 'bodyAngularVelocity',
  meanBodySpin: 'bodyAngularVelocity',
  angularMomentum: 'angularMomentum',
  angularMomentumAbout: 'angularMomentum',
  angleToMomentum: 'angularMomentum',
  acceleration: 'acceleration',
  coordinate: 'position',
  fromOrigin: 'position',
  shift: 'position',
  matrixError: 'defect',
  energyOfAll: 'worldEnergy',
  momentumOfAll: 'worldMomentum',
  angularMomentumOfAll: 'worldAngularMomentum',
};

/** What shows more of it: a plot, the page of impacts, or the numbers of its body. */
export const instrumentOf = ({ quantity }: Reading): PlotName | 'collision' | 'numbers' =>
  quantity === 'impulse' ? 'collision' : (kOf[quantity] ?? 'numbers');

/** The plot that shows more of a quantity of joints. */
export const plotOfJoints: Partial<Record<CheckedQuantity, JointQuantity>> = { jointAngle: 'angle', jointForce: 'force' };

export class CheckReader {
  readonly reading: Reading;
  readonly #motion = newMotion();
  readonly #startOf: ((body: BodyInfo) => Vector | undefined) | undefined;
  readonly #impacts: Impacts | undefined;
  readonly #starts = new Map<number, Vector>(); // places at the start, by body
  #held: readonly number[] | null = null; // as it was at its moment
  #last: Moment | null = null;
  #zeros: number[] = [];

  /** `startOf`: where the scene puts a body, which counts where no frame of the start comes; `impacts`: those of the run. */
  constructor(reading: Reading, startOf?: (body: BodyInfo) => Vector | undefined, impacts?: Impacts) {
    this.reading = reading;
    this.#startOf = startOf;
    this.#impacts = impacts;
  }

  restart(): void {
    this.#held = this.#last = null;
    this.#zeros = [];
  }

  read(frame: Frame, info: WorldInfo): Read {
    const { at, between } = this.reading;
    const { seconds } = frame;
    if (this.#last && seconds < this.#last.seconds) this.restart();
    const now = this.#valuesOf(frame, info, frame.details?.states);
    const before = this.#valuesOf(frame, info, frame.details?.earlier);
    const slope = before.length === now.length && now.length > 0 ? (now[0]! - before[0]!) * info.stepsPerSecond : 0;
    const last = this.#last;
    if (now.length > 0) this.#last = { seconds, value: now[0]!, slope };
    if (between) {
      const apart = between === 'zeros' ? 1 : 2;
      if (last && seconds - last.seconds >= (this.reading.target as number) / apart) this.#zeros = []; // some may lie between the frames
      if (last && now.length > 0 && last.value * now[0]! < 0) this.#zeros.push(zeroBetween(last, this.#last!));
      const [to, from] = [this.#zeros.at(-1), this.#zeros.at(-1 - apart)];
      return this.#judge(to !== undefined && from !== undefined ? [to - from] : [], true);
    }
    if (at === undefined) return this.#judge(now, true);
    if (seconds < at - 1e-9) return this.#judge(now, false);
    this.#held ??= this.#valuesAt(at, frame, info, { last, now, before });
    return this.#held ? this.#judge(this.#held, true) : { values: [], isRight: null, isMissed: true };
  }

  // In the first frame after the moment; null where the frames begin, or jump, past it.
  #valuesAt(
    at: number,
    { seconds }: Frame,
    { stepsPerSecond }: WorldInfo,
    { last, now, before }: { last: Moment | null; now: readonly number[]; before: readonly number[] },
  ): readonly number[] | null {
    const late = seconds - at;
    if (late <= 1e-9) return now;
    const back = late * stepsPerSecond;
    const isFar = last && (seconds - last.seconds) * stepsPerSecond > 1.5; // the step before is nearer to the moment
    if (last && last.seconds < at && seconds - last.seconds <= kLongestGap && !(isFar && back < 1))
      return now.length === 1 ? [valueBetween(last, this.#last!, at)] : now;
    return back < 1 && before.length === now.length ? now.map((value, index) => value + (before[index]! - value) * back) : null;
  }

  #judge(values: readonly number[], counts: boolean): Read {
    const { target, within, decimals } = this.reading;
    const limit = within ?? 0.5 * 10 ** -decimals * (1 + 1e-9);
    const wanted = (index: number): number => (typeof target === 'number' ? target : target[index % target.length]!);
    const isRight = values.every((value, index) => Math.abs(value - wanted(index)) <= limit);
    return { values, isRight: counts && values.length > 0 ? isRight : null, isMissed: false };
  }

  #valuesOf(frame: Frame, info: WorldInfo, states: Float64Array | undefined): readonly number[] {
    const { quantity, bodies: names = [] } = this.reading;
    if (quantity === 'jointAngle' || quantity === 'jointForce') return this.#valuesOfJoints(frame, info);
    if (quantity === 'energyOfAll') {
      const { linearEnergy, rotationalEnergy, potentialEnergy } = frame.measures;
      return [linearEnergy + rotationalEnergy + potentialEnergy];
    }
    if (quantity === 'momentumOfAll') return [size(frame.measures.momentum)];
    if (quantity === 'angularMomentumOfAll') return [size(frame.measures.angularMomentum)];
    if (quantity === 'impulse') return this.#newestImpulse(frame.step);
    const bodies = names.map((name) => info.bodies.find((body) => body.name === name)).filter((body) => body !== undefined);
    if (quantity === 'centreOfMass') return bodies.map(({ centerOfMass }) => size(centerOfMass));
    if (quantity === 'moments') return bodies.flatMap(({ inertia }) => [...inertia]);
    if (quantity === 'matrixError' || quantity === 'matrixAxis') {
      const { state } = frame;
      if (!state || state.id !== bodies[0]?.id) return [];
      return quantity === 'matrixError' ? [state.matrixDefect] : [0, 3, 6].map((at) => state.matrix[at]!);
    }
    if (!states || states.length === 0) return [];
    const place = ({ slot }: BodyInfo): Vector => vectorAt(states, slot * stateLayout.stride + stateLayout.position);
    if (quantity === 'distance')
      return bodies.flatMap((body, index) => bodies.slice(0, index).map((other) => size(sum(place(body), place(other), -1))));
    if (quantity === 'angleApart') {
      const turned = ({ slot }: BodyInfo): number[] => {
        const at = slot * stateLayout.stride + stateLayout.orientation;
        return [...states.subarray(at, at + 4)];
      };
      return bodies.slice(1).map((body) => angleBetween(turned(bodies[0]!), turned(body)));
    }
    if (quantity === 'pointPlace')
      return bodies.flatMap((body) =>
        sum(place(body), turn(states, body.slot * stateLayout.stride + stateLayout.orientation, this.reading.point ?? [0, 0, 0])),
      );
    const values = bodies.map((body) => this.#valueOf(body, frame, states, info));
    return quantity === 'meanBodySpin' ? [values.reduce((total, value) => total + value, 0) / values.length] : values;
  }

  #valueOf(body: BodyInfo, frame: Frame, states: Float64Array, info: WorldInfo): number {
    const { quantity, axis = 0, lever = [0, 0, 0], about = [0, 0, 0] } = this.reading;
    const { details } = frame;
    const at = body.slot * stateLayout.stride;
    const [turning, position] = [at + stateLayout.orientation, vectorAt(states, at + stateLayout.position)];
    if (quantity === 'coordinate') return position[axis];
    if (quantity === 'fromOrigin') return size(position);
    if (quantity === 'turned') return 2 * Math.acos(Math.min(1, Math.abs(states[turning + 3]!))) * degreesPerRadian;
    if (quantity === 'tilt') return Math.acos(turn(states, turning, [0, 1, 0])[1]) * degreesPerRadian;
    if (quantity === 'shift') {
      if (frame.step === 0) this.#starts.set(body.id, position);
      const start = this.#starts.get(body.id) ?? this.#startOf?.(body);
      if (!start) return NaN;
      const [x, , z] = sum(position, start, -1);
      return Math.hypot(x, z);
    }
    const own = states === details!.states ? details! : { ...details!, states, earlier: states, accelerations: new Float64Array() };
    const motion = motionOf(body, own, info.stepsPerSecond, this.#motion);
    switch (quantity) {
      case 'speed':
        return size(motion.velocity);
      case 'velocityAlong':
        return motion.velocity[axis];
      case 'spin':
        return size(motion.angularVelocity);
      case 'bodySpin':
      case 'meanBodySpin':
        return turn(states, turning, motion.angularVelocity, true)[axis];
      case 'turnSeconds':
        return (2 * Math.PI) / size(motion.angularVelocity);
      case 'angularMomentum':
        return size(motion.angularMomentum);
      case 'angularMomentumAbout':
        return size(aboutPoint(motion, about).momentum.total);
      case 'angleToMomentum': {
        const { angularVelocity: w, angularMomentum: L } = motion;
        return Math.acos(Math.min(1, dot(w, L) / (size(w) * size(L)))) * degreesPerRadian;
      }
      case 'acceleration':
        return size(motion.acceleration);
      case 'pointSpeed':
        return size(pointMotion(motion, lever).velocity);
      case 'pointAcceleration':
        return size(pointMotion(motion, lever).centripetal);
      default:
        return NaN;
    }
  }

  #valuesOfJoints({ joints: numbers }: Frame, { jointNames }: WorldInfo): readonly number[] {
    const { quantity, joints: names = [] } = this.reading;
    if (!numbers) return [];
    return names.map((name) => {
      const at = jointNames.indexOf(name) * jointStateLayout.stride + jointStateLayout.sample;
      if (quantity === 'jointAngle') return numbers[at + jointSampleLayout.coordinate]! * degreesPerRadian;
      return size(vectorAt(numbers, at + jointSampleLayout.force));
    });
  }

  #newestImpulse(last: number): readonly number[] {
    let newest = -1;
    for (const step of this.#impacts?.keys() ?? []) if (step <= last && step > newest) newest = step;
    return newest < 0 ? [] : [this.#impacts!.get(newest)!];
  }
}

// Degrees between two orientations: exact also where they are nearly alike.
function angleBetween(one: readonly number[], other: readonly number[]): number {
  const side = one.reduce((total, x, i) => total + x * other[i]!, 0) < 0 ? -1 : 1;
  const apart = Math.hypot(...one.map((x, i) => x - side * other[i]!));
  return 4 * Math.asin(Math.min(1, apart / 2)) * degreesPerRadian;
}

type Moment = { readonly seconds: number; readonly value: number; readonly slope: number };

// Between two frames, which may be steps apart: the cubic through both values with both slopes (Hermite).
function valueBetween(from: Moment, to: Moment, seconds: number): number {
  const width = to.seconds - from.seconds;
  const t = (seconds - from.seconds) / width;
  const [t2, t3] = [t * t, t * t * t];
  return (
    (2 * t3 - 3 * t2 + 1) * from.value +
    (t3 - 2 * t2 + t) * width * from.slope +
    (3 * t2 - 2 * t3) * to.value +
    (t3 - t2) * width * to.slope
  );
}

function zeroBetween(from: Moment, to: Moment): number {
  let [low, high] = [from.seconds, to.seconds];
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2;
    if (valueBetween(from, to, middle) * from.value > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** “|L| 13.87 / 13.87 kg m²/s”, with a sign once it can be judged, or with the moment that is past. Equal values of several bodies stand once. */
export function textOf({ label, target, unit, decimals, at }: Reading, { values, isRight, isMissed }: Read): string {
  const texts = values.map((value) => formatFixed(value, decimals));
  const isList = typeof target !== 'number';
  const shown = (isList ? texts.slice(0, target.length) : [...new Set(texts)]).join(', ') || '…';
  const wanted = isList ? target.map((value) => formatFixed(value, decimals)).join(', ') : formatFixed(target, decimals);
  const both = `${isList ? `(${shown})` : shown} / ${isList ? `(${wanted})` : wanted}`;
  return `${label} ${withUnit(both, unit ?? '')}${isRight ? ' ✓' : isMissed ? `: go to ${formatShort(at!)} s` : ''}`;
}
