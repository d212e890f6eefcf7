// Many arrows in four draw calls: shafts and heads, each with a halo behind it, as instances whose matrices are written
// anew for each picture. Arrows have constant width on the screen; quantities that turn have two heads. Drawn after the
// bodies, so that none hides them.
import {
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshBasicMaterial,
  type BufferGeometry,
  type Color,
  type Scene,
} from 'three';
import type { BelowFloor } from './below-floor';

const kShaftPixels = 1.6; // radius
const kHeadPixels = 6; // radius
const kHeadLengthPixels = 16;
const kHaloPixels = 1.6; // how far the halo reaches beyond
const kOrder = 10; // drawn after the bodies
const kFirstCapacity = 64;

const shaftGeometry: BufferGeometry = new CylinderGeometry(1, 1, 1, 8, 1, true).translate(0, 0.5, 0);
const headGeometry: BufferGeometry = new ConeGeometry(1, 1, 14).translate(0, -0.5, 0);

class Part {
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

export class ArrowField {
  readonly #ink = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
  readonly #haloInk = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true, opacity: 0.75 });
  readonly #shafts: Part;
  readonly #heads: Part;
  readonly #shaftHalos: Part;
  readonly #headHalos: Part;
  readonly #halo: Color;

  /** `halo`: its colour, which may change with the theme. */
  constructor(scene: Scene, halo: Color, belowFloor: BelowFloor) {
    this.#halo = halo;
    for (const ink of [this.#ink, this.#haloInk]) belowFloor.hide(ink);
    this.#shaftHalos = new Part(scene, shaftGeometry, this.#haloInk, kOrder);
    this.#headHalos = new Part(scene, headGeometry, this.#haloInk, kOrder);
    this.#shafts = new Part(scene, shaftGeometry, this.#ink, kOrder + 1);
    this.#heads = new Part(scene, headGeometry, this.#ink, kOrder + 1);
  }

  begin(): void {
    for (const part of this.#parts) part.count = 0;
  }

  /** An arrow from a point along a vector (m); `pixel` is the size of a CSS pixel there, `heads` 0 (a line), 1 or 2. */
  add(x: number, y: number, z: number, ax: number, ay: number, az: number, pixel: number, heads: number, color: Color): boolean {
    const length = Math.sqrt(ax * ax + ay * ay + az * az);
    if (!(length > 2 * pixel) || length === Infinity) return false;
    const dx = ax / length,
      dy = ay / length,
      dz = az / length;
    const headLength = heads === 0 ? 0 : Math.min(kHeadLengthPixels * pixel, length * 0.5);
    const radius = kHeadPixels * pixel * (headLength / (kHeadLengthPixels * pixel));
    const halo = kHaloPixels * pixel;
    const shaft = length - headLength * 0.9;
    const width = (heads === 0 ? 0.6 : 1) * kShaftPixels * pixel;
    this.#shafts.add(x, y, z, dx, dy, dz, shaft, width, color);
    this.#shaftHalos.add(x - dx * halo, y - dy * halo, z - dz * halo, dx, dy, dz, shaft + 2 * halo, width + halo, this.#halo);
    for (let head = 0; head < heads; ++head) {
      const along = length - head * headLength * 0.62;
      this.#heads.add(x + dx * along, y + dy * along, z + dz * along, dx, dy, dz, headLength, radius, color);
      const tip = along + 1.4 * halo;
      this.#headHalos.add(x + dx * tip, y + dy * tip, z + dz * tip, dx, dy, dz, headLength + 2.4 * halo, radius + halo, this.#halo);
    }
    return true;
  }

  end(): void {
    for (const part of this.#parts) part.flush();
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
    this.#ink.dispose();
    this.#haloInk.dispose();
  }

  get #parts(): readonly Part[] {
    return [this.#shaftHalos, this.#headHalos, this.#shafts, this.#heads];
  }
}
