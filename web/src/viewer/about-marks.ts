// Angular momentum about a point of the world: the point, from it a line to each centre of mass, and at the point the arrows of the two parts
// of each body together.
import { aboutPoint, size, sum, type Motion } from '../simulation/mechanics';
import type { BodyInfo, Vector } from '../simulation/protocol';
import type { MarkPainter, OverlayScene } from './mark-painter';

const kPointPixels = 11;

export function paintAbout(
  painter: MarkPainter,
  point: Vector,
  bodies: readonly BodyInfo[],
  motions: readonly Motion[],
  scene: OverlayScene,
): void {
  painter.startAt(...point);
  painter.dot(kPointPixels, 'ink', true);
  const totals = bodies.map((_, index) => aboutPoint(motions[index]!, point).momentum.total);
  const largest = Math.max(0, ...totals.map(size));
  const radius = Math.max(0, ...bodies.map((body) => scene.radius(body.slot)));
  bodies.forEach((_, index) => painter.line(sum(motions[index]!.position, point, -1), 1, 'ink'));
  if (largest === 0) return;
  const scale = painter.scaleFor('angularMomentum', largest, radius);
  for (const total of totals) painter.arrow(total, scale, 2, 'angularMomentum');
}
