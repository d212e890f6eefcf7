// Instances of a shape that is round about its y axis, in one draw call, each at a point, along a direction, in a colour of its own.
import {
  type BufferGeometry,
  type Color,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type MeshBasicMaterial,
  type Scene,
} from 'three';

const kFirstCapacity = 64;

export class RoundParts {
  readonly #scene: Scene;
  readonly #geometry: BufferGeometry;
  readonly #material: MeshBasicMaterial;
  readonly #order: number;
  mesh: InstancedMesh;
  matrices: Float32Array;
  colors: Float32Array;
  count = 0;

  constructor(scene: Scene, geometry: BufferGeometry, material: MeshBasicMaterial, order: number) {
    this.#scene = scene;
    this.#geometry = geometry;
    this.#material = material;
    this.#order = order;
    this.mesh = this.#make(kFirstCapacity);
    this.matrices = this.mesh.instanceMatrix.array as Float32Array;
    this.colors = this.mesh.instanceColor!.array as Float32Array;
  }

  /** Adds a part at a point along a unit direction, `length` long and `radius` wide (m). */
  add(x: number, y: number, z: number, dx: number, dy: number, dz: number, length: number, radius: number, color: Color): void {
    if ((this.count + 1) * 16 > this.matrices.length) this.#grow();
    // Any two directions across will do: the parts are round.
    const isSteep = Math.abs(dy) > 0.9;
    let ux = isSteep ? 0 : -dz,
      uy = isSteep ? dz : 0,
      uz = isSteep ? -dy : dx;
    const across = radius / Math.sqrt(ux * ux + uy * uy + uz * uz);
    ux *= across;
    uy *= across;
    uz *= across;
    const m = this.matrices;
    const at = this.count * 16;
    m[at] = ux;
    m[at + 1] = uy;
    m[at + 2] = uz;
    m[at + 4] = dx * length;
    m[at + 5] = dy * length;
    m[at + 6] = dz * length;
    m[at + 8] = uy * dz - uz * dy;
    m[at + 9] = uz * dx - ux * dz;
    m[at + 10] = ux * dy - uy * dx;
    m[at + 12] = x;
    m[at + 13] = y;
    m[at + 14] = z;
    m[at + 15] = 1;
    const paint = this.count * 3;
    this.colors[paint] = color.r;
    this.colors[paint + 1] = color.g;
    this.colors[paint + 2] = color.b;
    this.count += 1;
  }

  flush(): void {
    const { mesh, count } = this;
    mesh.count = count;
    mesh.visible = count > 0;
    if (count === 0) return;
    for (const attribute of [mesh.instanceMatrix, mesh.instanceColor!]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, count * attribute.itemSize);
      attribute.needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
  }

  #make(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.#geometry, this.#material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(capacity * 3), 3).setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = this.#order;
    mesh.count = 0;
    mesh.visible = false;
    this.#scene.add(mesh);
    return mesh;
  }

  #grow(): void {
    const { matrices, colors } = this;
    this.dispose();
    this.mesh = this.#make((matrices.length / 16) * 2);
    this.matrices = this.mesh.instanceMatrix.array as Float32Array;
    this.colors = this.mesh.instanceColor!.array as Float32Array;
    this.matrices.set(matrices);
    this.colors.set(colors);
  }
}
