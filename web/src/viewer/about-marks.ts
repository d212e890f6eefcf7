// Angular momentum about a point of the world: the point, from it a line to each centre of mass, and at the point the arrows of the two parts
// of each body together. Gives the arrow that has the symbol, that of the selected body or the longest, and its scale.
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
): { readonly vector: Vector; readonly scale: number } | null {
  painter.startAt(...point);
  painter.dot(kPointPixels, 'ink', true);
  const totals = bodies.map((_, index) => aboutPoint(motions[index]!, point).momentum.total);
  const largest = Math.max(0, ...totals.map(size));
  const radius = Math.max(0, ...bodies.map((body) => scene.radius(body.slot)));
  bodies.forEach((_, index) => painter.line(sum(motions[index]!.position, point, -1), 1, 'ink'));
  if (largest === 0) return null;
  const scale = painter.scaleFor('angularMomentum', largest, radius);
  for (const total of totals) painter.arrow(total, scale, 2, 'angularMomentum');
  const own = scene.selected ? totals[bodies.indexOf(scene.selected)] : undefined;
  return { vector: own ?? totals.find((total) => size(total) === largest)!, scale };
}
