// The unit bodies that instances stretch: each between -1 and 1 along its axes.
import { BoxGeometry, BufferAttribute, BufferGeometry, ConeGeometry, CylinderGeometry, SphereGeometry } from 'three';
import { shapeLayout } from '../simulation/layout';
import { vectorAt } from '../simulation/mechanics';
import type { FigureMaker } from './look-names';
import { extentOf, type ShapeGroup } from './shape-table';

const [kSmooth, kPlain] = [64, 32]; // parts of a circle
const kMostSmooth = 60; // instances: more of them are small in the picture

/** A new geometry; the caller disposes of it. */
export function unitGeometry(
  { kind, count, figure, table }: ShapeGroup,
  geometries: readonly Float32Array[],
  maker: FigureMaker | null,
): BufferGeometry {
  if (figure && maker) return maker.figureGeometry(figure, vectorAt(table, shapeLayout.dimensions));
  const parts = count > kMostSmooth ? kPlain : kSmooth;
  switch (kind) {
    case 'box':
      return new BoxGeometry(2, 2, 2);
    case 'ball':
      return new SphereGeometry(1, parts, parts / 2);
    case 'cylinder':
      return new CylinderGeometry(1, 1, 2, parts);
    case 'cone':
      return new ConeGeometry(1, 2, parts);
    default:
      return solid(geometries[Number(kind.slice('solid'.length))] ?? new Float32Array(0));
  }
}

function solid(triangles: Float32Array): BufferGeometry {
  const { middle, half } = extentOf(triangles, 3);
  const points = triangles.map((value, at) => (value - middle[(at % 3) as 0 | 1 | 2]) / half[(at % 3) as 0 | 1 | 2]);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
  geometry.computeVertexNormals(); // no corner is shared: every face is flat
  return geometry;
}
