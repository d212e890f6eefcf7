// Impacts without a bounce: the contact solver takes them along with everything that rests, so they are found here, as
// contacts that were not there a step before and whose bodies were closing in. Told in the form of the engine's own impacts
// (numbersPerBlow), with e = 0 and J as the change of momentum of the lighter body in this step, without that by gravity.
import { cross, dot, sum, times, type Mutable3 } from './mechanics';
import { numbersPerContact, numbersPerState, type Vector } from './protocol';

/** Closing in more slowly is rolling, sliding, settling, m/s. */
const slowest = 0.3;

type Meeting = { readonly a: number; readonly b: number; readonly normal: Vector; points: number; point: Mutable3 };

/** What is needed of the world around a step: states before and after it, masses (kg, 0: does not move), and the velocity
 *  that gravity gives in a step (m/s). */
export type StepView = { readonly before: Float64Array; readonly after: Float64Array; readonly mass: (slot: number) => number; readonly fall: Vector };

const vectorAt = (numbers: ArrayLike<number>, at: number): Vector => [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
const keyOf = (a: number, b: number): number => a * 0x100000 + b;

export class Landings {
  #touching = new Set<number>();

  forget(): void {
    this.#touching.clear();
  }

  /** Rows of this step, after numbersPerBlow; `struck`: pairs that the engine told itself. */
  find(step: number, contacts: Float32Array, struck: ReadonlySet<number>, view: StepView): number[] {
    const touching = new Set<number>();
    const meetings = new Map<number, Meeting>();
    for (let at = 0; at + numbersPerContact <= contacts.length; at += numbersPerContact) {
      const [a, b] = [contacts[at + 7]!, contacts[at + 8]!];
      if (contacts[at + 6]! <= 0) continue;
      const pair = keyOf(a, b);
      touching.add(pair);
      const isKnown = (Math.max(a, b) + 1) * numbersPerState <= view.before.length;
      if (this.#touching.has(pair) || struck.has(pair) || struck.has(keyOf(b, a)) || !isKnown) continue;
      const meeting = meetings.get(pair) ?? { a, b, normal: vectorAt(contacts, at + 3), points: 0, point: [0, 0, 0] };
      meeting.points += 1;
      meeting.point = sum(meeting.point, vectorAt(contacts, at));
      meetings.set(pair, meeting);
    }
    this.#touching = touching;
    return [...meetings.values()].flatMap((meeting) => rowOf(step, meeting, view));
  }
}

export const pairKey = keyOf;

function rowOf(step: number, { a, b, normal, points, point }: Meeting, { before, after, mass, fall }: StepView): number[] {
  const place = times(point, 1 / points);
  const arm = (slot: number): Vector => sum(place, vectorAt(before, slot * numbersPerState), -1);
  const velocity = (slot: number): Vector => sum(vectorAt(before, slot * numbersPerState + 7), cross(vectorAt(before, slot * numbersPerState + 10), arm(slot)));
  const approach = dot(normal, sum(velocity(b), velocity(a), -1));
  if (approach > -slowest) return [];
  const [massA, massB] = [mass(a), mass(b)];
  const isOnB = massB > 0 && (massA === 0 || massB <= massA);
  const at = (isOnB ? b : a) * numbersPerState + 7;
  const change = sum(sum(vectorAt(after, at), vectorAt(before, at), -1), fall, -1);
  const impulse = times(change, isOnB ? massB : -massA); // on B
  const side = (slot: number, sign: number): number[] => {
    const own = slot * numbersPerState;
    const torque = times(cross(arm(slot), impulse), sign);
    return [...vectorAt(before, own), ...vectorAt(before, own + 7), ...vectorAt(before, own + 10), ...torque, ...before.subarray(own + 3, own + 7)];
  };
  return [step, a, b, 0, points, approach, 0, ...place, ...normal, ...impulse, ...side(a, -1), ...side(b, 1)];
}
