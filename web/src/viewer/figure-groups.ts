// Bodies with a look: their shapes are taken out of the groups that are drawn, and in their place comes one instance of the figure, in the box
// around them.
import { shapeLayout } from '../simulation/layout';
import { turn } from '../simulation/mechanics';
import type { FigureName } from './look-names';
import type { DrawnKind, Looks, ShapeGroup } from './shape-table';

const kThinnest = 1e-4; // m, half extent

type Vector3 = [number, number, number];

// A box around shapes, in the axes of their body.
class Extent {
  readonly #low: Vector3 = [Infinity, Infinity, Infinity];
  readonly #high: Vector3 = [-Infinity, -Infinity, -Infinity];

  /** `shape`: a record with half extents for dimensions. */
  hold(shape: Float32Array): void {
    const columns = ([0, 1, 2] as const).map((axis) => {
      const column: Vector3 = [0, 0, 0];
      column[axis] = shape[shapeLayout.dimensions + axis];
      return turn(shape, shapeLayout.orientation, column);
    });
    for (const axis of [0, 1, 2] as const) {
      const place = shape[shapeLayout.position + axis];
      const extent = columns.reduce((all, column) => all + Math.abs(column[axis]), 0);
      this.#low[axis] = Math.min(this.#low[axis], place - extent);
      this.#high[axis] = Math.max(this.#high[axis], place + extent);
    }
  }

  /** Half extents, m. */
  get half(): Vector3 {
    return this.#low.map((low, axis) => Math.max(kThinnest, (this.#high[axis] - low) / 2)) as Vector3;
  }

  get middle(): Vector3 {
    return this.#low.map((low, axis) => (this.#high[axis] + low) / 2) as Vector3;
  }
}

export function withFigures(groups: readonly ShapeGroup[], looks: Looks): ShapeGroup[] {
  const extents = new Map<number, Extent>();
  const left = groups.map((group): ShapeGroup => {
    const kept: number[] = [];
    for (let at = 0; at < group.table.length; at += shapeLayout.stride) {
      const shape = group.table.subarray(at, at + shapeLayout.stride);
      const slot = shape[shapeLayout.slot];
      if (!looks.has(slot)) kept.push(...shape);
      else {
        if (!extents.has(slot)) extents.set(slot, new Extent());
        extents.get(slot)!.hold(shape);
      }
    }
    return { ...group, count: kept.length / shapeLayout.stride, table: Float32Array.from(kept) };
  });
  const figures = new Map<DrawnKind, { readonly figure: FigureName; readonly rows: number[] }>(); // one size of one figure
  for (const [slot, { half, middle }] of extents) {
    const figure = looks.get(slot)!;
    const kind: DrawnKind = `figure:${figure}:${half.map((part) => part.toPrecision(4)).join()}`;
    const own = figures.get(kind) ?? { figure, rows: [] };
    figures.set(kind, own);
    own.rows.push(slot, 0, ...half, ...middle, 0, 0, 0, 1);
  }
  return [
    ...left.filter(({ count }) => count > 0),
    ...[...figures].map(([kind, { figure, rows }]) => ({
      kind,
      figure,
      count: rows.length / shapeLayout.stride,
      table: Float32Array.from(rows),
    })),
  ];
}
