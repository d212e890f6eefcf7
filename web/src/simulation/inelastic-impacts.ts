// Impacts with restitution 0. The contact solver does not tell them from resting contacts, so they are found here: contacts that
// were not there a step before, of bodies that approached each other. They have the form of the engine's impacts
// (numbersPerImpact), with e = 0; J is the change of momentum of the lighter body in this step, less that by gravity.
import { cross, dot, sum, times, type Mutable3 } from './mechanics';
import { numbersPerContact, numbersPerState, type Vector } from './protocol';

/** A slower approach is rolling, sliding or settling, m/s. */
const slowest = 0.3;

type NewContact = { readonly a: number; readonly b: number; readonly normal: Vector; points: number; point: Mutable3 };

/** The world around a step: states before and after it, masses (kg, 0: does not move), and the velocity
 *  that gravity gives in a step (m/s). */
export type StepView = { readonly before: Float64Array; readonly after: Float64Array; readonly mass: (slot: number) => number; readonly fall: Vector };

const vectorAt = (numbers: ArrayLike<number>, at: number): Vector => [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
const keyOf = (a: number, b: number): number => a * 0x100000 + b;

export class InelasticImpacts {
  #touching = new Set<number>();

  forget(): void {
    this.#touching.clear();
  }

  /** Rows of this step, after numbersPerImpact; `reported`: pairs with an impact of the engine. */
  find(step: number, contacts: Float32Array, reported: ReadonlySet<number>, view: StepView): number[] {
    const touching = new Set<number>();
    const newContacts = new Map<number, NewContact>();
    for (let at = 0; at + numbersPerContact <= contacts.length; at += numbersPerContact) {
      const [a, b] = [contacts[at + 7]!, contacts[at + 8]!];
      if (contacts[at + 6]! <= 0) continue;
      const pair = keyOf(a, b);
      touching.add(pair);
      const isKnown = (Math.max(a, b) + 1) * numbersPerState <= view.before.length;
      if (this.#touching.has(pair) || reported.has(pair) || reported.has(keyOf(b, a)) || !isKnown) continue;
      const contact = newContacts.get(pair) ?? { a, b, normal: vectorAt(contacts, at + 3), points: 0, point: [0, 0, 0] };
      contact.points += 1;
      contact.point = sum(contact.point, vectorAt(contacts, at));
      newContacts.set(pair, contact);
    }
    this.#touching = touching;
    return [...newContacts.values()].flatMap((contact) => rowOf(step, contact, view));
  }
}

export const pairKey = keyOf;

function rowOf(step: number, { a, b, normal, points, point }: NewContact, { before, after, mass, fall }: StepView): number[] {
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
