// The colours in which the shapes of a body are drawn.
import { Color } from 'three';

/** Of each instance of a body: `name(kind, record)` of what it is (ShapeGroup), and its colour as #rrggbb. */
export const drawnColors = (bodies, slot, name) =>
  bodies.partsOf(slot).flatMap(({ part: { group, mesh }, indices }) =>
    indices.map((index) => {
      const stride = group.table.length / group.count;
      const color = new Color().fromArray(mesh.instanceColor.array, 3 * index);
      return [name(group.kind, group.table.subarray(index * stride, (index + 1) * stride)), `#${color.getHexString()}`];
    }),
  );
