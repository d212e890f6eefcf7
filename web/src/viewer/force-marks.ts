// Marks of forces: the lasting forces at their points with lever arms, and the contacts with normal and impulse.
import { size, sum, vectorAt } from '../simulation/mechanics';
import { contactLayout, forceLayout, stateLayout } from '../simulation/layout';
import type { BodyInfo, Details } from '../simulation/protocol';
import type { MarkPainter, OverlayScene } from './mark-painter';

const kFaint = 1e-6; // of the largest on show: smaller is rounding, and has no arrow
const kContactPixels = 8; // diameter
const kNormalPixels = 34; // length of the line that shows a normal
/** Radius of the arc that shows which way a torque turns, of the body's radius. */
export const arcRadius = 0.62;

export function paintForces(
  painter: MarkPainter,
  details: Details,
  bodies: readonly BodyInfo[],
  scene: OverlayScene,
  isAlone: boolean,
): void {
  const { forces, states } = details;
  const shown = new Set(bodies.map((body) => body.slot));
  const own: number[] = [];
  const slotAt = (at: number): number => forces[at + forceLayout.slot]!;
  for (let at = 0; at < forces.length; at += forceLayout.stride) if (shown.has(slotAt(at))) own.push(at);
  const radius = Math.max(0, ...own.map((at) => scene.radius(slotAt(at))));
  const largest = Math.max(0, ...own.map((at) => size(vectorAt(forces, at + forceLayout.force))));
  const torques = Math.max(0, ...own.map((at) => size(vectorAt(forces, at + forceLayout.torque))));
  for (const at of own) {
    const slot = slotAt(at);
    const [force, torque] = [vectorAt(forces, at + forceLayout.force), vectorAt(forces, at + forceLayout.torque)];
    painter.startAtBody(slot);
    if (size(force) > kFaint * largest) {
      // Where it acts, moved along with the body as drawn.
      const [x, y, z] = sum(
        vectorAt(forces, at + forceLayout.point),
        vectorAt(states, slot * stateLayout.stride + stateLayout.position),
        -1,
      );
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
  const isShown = (at: number): boolean =>
    own === null || contacts[at + contactLayout.slotA] === own || contacts[at + contactLayout.slotB] === own;
  const impulseAt = (at: number): number => contacts[at + contactLayout.impulse]!;
  for (let at = 0; at < contacts.length; at += contactLayout.stride) if (isShown(at)) largest = Math.max(largest, impulseAt(at));
  const scale = painter.scaleFor('impulse', largest, radius);
  for (let at = 0; at < contacts.length; at += contactLayout.stride) {
    if (!isShown(at)) continue;
    painter.startAt(...vectorAt(contacts, at + contactLayout.point));
    const normal = vectorAt(contacts, at + contactLayout.normal);
    const side = own !== null && contacts[at + contactLayout.slotA] === own ? -1 : 1; // the normal points from A to B
    painter.mark(normal, side * kNormalPixels, 'ink');
    painter.arrow(normal, side * impulseAt(at) * scale, 1, 'impulse');
    painter.dot(kContactPixels, 'impulse');
  }
}
