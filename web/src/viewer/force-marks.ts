// Marks of forces: the lasting forces at their points with lever arms, and the contacts with normal and impulse.
import { size } from '../simulation/mechanics';
import { numbersPerContact, numbersPerForce, numbersPerState, type BodyInfo, type Details, type Vector } from '../simulation/protocol';
import type { MarkPainter, OverlayScene } from './mark-painter';

const kFaint = 1e-6; // of the largest on show: smaller is rounding, and has no arrow
const kContactPixels = 8; // diameter
const kNormalPixels = 34; // length of the line that shows a normal
/** Radius of the arc that shows which way a torque turns, of the body's radius. */
export const arcRadius = 0.62;

type Numbers = ArrayLike<number>;
const vectorAt = (numbers: Numbers, at: number): Vector => [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];

export function paintForces(painter: MarkPainter, details: Details, bodies: readonly BodyInfo[], scene: OverlayScene, isAlone: boolean): void {
  const { forces, states } = details;
  const shown = new Set(bodies.map((body) => body.slot));
  const own: number[] = [];
  for (let at = 0; at + numbersPerForce <= forces.length; at += numbersPerForce) if (shown.has(forces[at]!)) own.push(at);
  const radius = Math.max(0, ...own.map((at) => scene.radius(forces[at]!)));
  const largest = Math.max(0, ...own.map((at) => size(vectorAt(forces, at + 4))));
  const torques = Math.max(0, ...own.map((at) => size(vectorAt(forces, at + 7))));
  for (const at of own) {
    const slot = forces[at]!;
    const [force, torque] = [vectorAt(forces, at + 4), vectorAt(forces, at + 7)];
    painter.startAtBody(slot);
    if (size(force) > kFaint * largest) {
      // Where it acts, moved along with the body as drawn.
      const [x, y, z] = [0, 1, 2].map((axis) => forces[at + 1 + axis]! - states[slot * numbersPerState + axis]!) as [number, number, number];
      painter.line([x, y, z], 1, 'ink'); // the lever arm
      const { x: cx, y: cy, z: cz } = painter.place;
      painter.startAt(cx + x, cy + y, cz + z);
      painter.arrow(force, painter.scaleFor('force', largest, radius, isAlone), 1, 'force');
    } else if (size(torque) > kFaint * torques) {
      painter.arrow(torque, painter.scaleFor('torque', torques, radius, isAlone), 2, 'torque');
      painter.arc(torque, arcRadius * scene.radius(slot), 'torque');
    }
  }
}

/** Draws all contacts, or those of one body (by slot) with the impulses on it. */
export function paintContacts(painter: MarkPainter, { contacts }: Details, own: number | null, radius: number): void {
  let largest = 0;
  const isShown = (at: number): boolean => own === null || contacts[at + 7] === own || contacts[at + 8] === own;
  for (let at = 0; at < contacts.length; at += numbersPerContact) if (isShown(at)) largest = Math.max(largest, contacts[at + 6]!);
  const scale = painter.scaleFor('impulse', largest, radius);
  for (let at = 0; at < contacts.length; at += numbersPerContact) {
    if (!isShown(at)) continue;
    painter.startAt(contacts[at]!, contacts[at + 1]!, contacts[at + 2]!);
    const normal = vectorAt(contacts, at + 3);
    const side = own !== null && contacts[at + 7] === own ? -1 : 1; // the normal points from A to B
    painter.mark(normal, side * kNormalPixels, 'ink');
    painter.arrow(normal, side * contacts[at + 6]! * scale, 1, 'impulse');
    painter.dot(kContactPixels, 'impulse');
  }
}
