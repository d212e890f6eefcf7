// One draw call for many shapes of a kind: an InstancedMesh whose matrices are written straight from the displayed poses.
import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type BufferGeometry,
  type Color,
  type Material,
  type Scene,
  Vector3,
} from 'three';
import { poseLayout, shapeLayout } from '../simulation/layout';
import { turn, vectorAt } from '../simulation/mechanics';
import type { DisplayedPoses } from './displayed-poses';
import { shapeOrdinal, type ShapeGroup } from './shape-table';

const floatsPerMatrix = 16;

const centre = new Vector3();

/** Of a shape: the slot of its body, and which of its shapes it is (shapeOrdinal). */
export type ColorOfShape = (slot: number, ordinal: number) => Color;

export class InstancedShapes {
  readonly group: ShapeGroup;
  readonly mesh: InstancedMesh;
  #colors: Float32Array; // linear RGB before any tint
  hidden = -1; // an instance that is not drawn (the floor, which has a plane of its own)

  /** `geometry`, a unit body, belongs to it from now on. */
  constructor(scene: Scene, group: ShapeGroup, geometry: BufferGeometry, material: Material) {
    this.group = group;
    this.mesh = new InstancedMesh(geometry, material, Math.max(1, group.count));
    this.mesh.count = group.count; // (a buffer of no floats is refused by some drivers)
    this.mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(this.mesh.instanceMatrix.count * 3), 3);
    this.#colors = new Float32Array(this.mesh.instanceMatrix.count * 3);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false; // three would cull by bounds that do not follow the instances
    scene.add(this.mesh);
  }

  get matrices(): Float32Array {
    return this.mesh.instanceMatrix.array as Float32Array;
  }

  slotOf(index: number): number {
    return this.group.table[index * shapeLayout.stride + shapeLayout.slot];
  }

  /** The instances of a body. */
  indicesOf(slot: number): number[] {
    const found: number[] = [];
    for (let index = 0; index < this.group.count; ++index) if (this.slotOf(index) === slot) found.push(index);
    return found;
  }

  colorize(colorOf: ColorOfShape): void {
    for (let index = 0; index < this.group.count; ++index) {
      const ordinal = this.group.table[index * shapeLayout.stride + shapeOrdinal];
      colorOf(this.slotOf(index), ordinal).toArray(this.#colors, index * 3);
    }
    this.#shownColors.set(this.#colors);
    this.#colorsChanged();
  }

  /** Lightens the body at a slot by a fraction towards white. */
  tint(slot: number, fraction: number): void {
    for (const index of this.indicesOf(slot)) {
      for (let at = index * 3; at < index * 3 + 3; ++at) {
        this.#shownColors[at] = this.#colors[at] + fraction * (1 - this.#colors[at]);
      }
    }
    this.#colorsChanged();
  }

  /** Matrix = body pose * shape pose * half extents, for every instance. */
  write(poses: DisplayedPoses): void {
    const { table, count } = this.group;
    const matrices = this.matrices;
    const values = poses.values;
    for (let index = 0; index < count; ++index) {
      const shape = index * shapeLayout.stride;
      const pose = table[shape + shapeLayout.slot] * poseLayout.stride;
      if (pose + poseLayout.stride > values.length) continue; // a body newer than the poses
      const own = shape + shapeLayout.orientation,
        turned = pose + poseLayout.orientation;
      const bx = values[turned],
        by = values[turned + 1],
        bz = values[turned + 2],
        bw = values[turned + 3];
      const lx = table[own],
        ly = table[own + 1],
        lz = table[own + 2],
        lw = table[own + 3];
      const x = bw * lx + bx * lw + by * lz - bz * ly;
      const y = bw * ly - bx * lz + by * lw + bz * lx;
      const z = bw * lz + bx * ly - by * lx + bz * lw;
      const w = bw * lw - bx * lx - by * ly - bz * lz;
      // Rotate the place of the shape into the world: p + 2 b x (b x p + w p).
      const place = shape + shapeLayout.position,
        half = shape + shapeLayout.dimensions,
        center = pose + poseLayout.position;
      const px = table[place],
        py = table[place + 1],
        pz = table[place + 2];
      const cx = by * pz - bz * py + bw * px,
        cy = bz * px - bx * pz + bw * py,
        cz = bx * py - by * px + bw * pz;
      const drawn = index === this.hidden ? 0 : 1;
      const hx = drawn * table[half],
        hy = drawn * table[half + 1],
        hz = drawn * table[half + 2];
      const at = index * floatsPerMatrix;
      matrices[at] = hx * (1 - 2 * (y * y + z * z));
      matrices[at + 1] = hx * 2 * (x * y + w * z);
      matrices[at + 2] = hx * 2 * (x * z - w * y);
      matrices[at + 4] = hy * 2 * (x * y - w * z);
      matrices[at + 5] = hy * (1 - 2 * (x * x + z * z));
      matrices[at + 6] = hy * 2 * (y * z + w * x);
      matrices[at + 8] = hz * 2 * (x * z + w * y);
      matrices[at + 9] = hz * 2 * (y * z - w * x);
      matrices[at + 10] = hz * (1 - 2 * (x * x + y * y));
      matrices[at + 12] = values[center] + px + 2 * (by * cz - bz * cy);
      matrices[at + 13] = values[center + 1] + py + 2 * (bz * cx - bx * cz);
      matrices[at + 14] = values[center + 2] + pz + 2 * (bx * cy - by * cx);
      matrices[at + 15] = 1;
    }
    for (const [slot, matrix] of poses.matrices) this.#writeMatrix(slot, matrix, values);
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  // The body's own matrix in place of its orientation: what the scheme keeps, with whatever stretch it has.
  #writeMatrix(slot: number, matrix: Float32Array, poses: Float32Array): void {
    const { table } = this.group;
    const put = (v: readonly number[], at: number): void => {
      for (const row of [0, 3, 6]) this.matrices[at + row / 3] = matrix[row] * v[0] + matrix[row + 1] * v[1] + matrix[row + 2] * v[2];
    };
    for (const index of this.indicesOf(slot)) {
      const shape = index * shapeLayout.stride;
      const at = index * floatsPerMatrix;
      for (const axis of [0, 1, 2]) {
        const edge: [number, number, number] = [0, 0, 0];
        edge[axis] = table[shape + shapeLayout.dimensions + axis];
        put(turn(table, shape + shapeLayout.orientation, edge), at + 4 * axis);
      }
      put(vectorAt(table, shape + shapeLayout.position), at + 12);
      for (const axis of [0, 1, 2]) this.matrices[at + 12 + axis] += poses[slot * poseLayout.stride + poseLayout.position + axis];
    }
  }

  get #shownColors(): Float32Array {
    return this.mesh.instanceColor?.array as Float32Array;
  }

  #colorsChanged(): void {
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  /** Widens a box so that it holds all instances that are drawn. */
  growBounds(low: Vector3, high: Vector3): void {
    const matrices = this.matrices;
    for (let index = 0; index < this.group.count; ++index) {
      if (index === this.hidden) continue;
      const at = index * floatsPerMatrix;
      const x = matrices[at + 12],
        y = matrices[at + 13],
        z = matrices[at + 14];
      const extentX = Math.abs(matrices[at]) + Math.abs(matrices[at + 4]) + Math.abs(matrices[at + 8]);
      const extentY = Math.abs(matrices[at + 1]) + Math.abs(matrices[at + 5]) + Math.abs(matrices[at + 9]);
      const extentZ = Math.abs(matrices[at + 2]) + Math.abs(matrices[at + 6]) + Math.abs(matrices[at + 10]);
      low.set(Math.min(low.x, x - extentX), Math.min(low.y, y - extentY), Math.min(low.z, z - extentZ));
      high.set(Math.max(high.x, x + extentX), Math.max(high.y, y + extentY), Math.max(high.z, z + extentZ));
    }
  }

  /** Whether the ball around any instance is as `holds` says. */
  some(holds: (centre: Vector3, radius: number) => boolean): boolean {
    const { matrices } = this;
    for (let index = 0; index < this.group.count; ++index) {
      const at = index * floatsPerMatrix;
      let squared = 0;
      for (let part = at; part < at + 11; ++part) squared += matrices[part] * matrices[part];
      if (holds(centre.fromArray(matrices, at + 12), Math.sqrt(squared))) return true;
    }
    return false;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.dispose();
  }
}
