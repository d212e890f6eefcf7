// Many arrows in four draw calls: shafts and heads, each with a halo behind it, as instances whose matrices are written
// anew for each picture. Arrows have constant width on the screen; quantities that turn have two heads. Drawn after the
// bodies, so that none hides them.
import { ConeGeometry, CylinderGeometry, MeshBasicMaterial, type BufferGeometry, type Color, type Scene } from 'three';
import type { BelowFloor } from './below-floor';
import { RoundParts } from './round-parts';

const kShaftPixels = 1.6; // radius
const kHeadPixels = 6; // radius
const kHeadLengthPixels = 16;
const kHaloPixels = 1.6; // how far the halo reaches beyond
const kOrder = 10; // drawn after the bodies

const shaftGeometry: BufferGeometry = new CylinderGeometry(1, 1, 1, 8, 1, true).translate(0, 0.5, 0);
const headGeometry: BufferGeometry = new ConeGeometry(1, 1, 14).translate(0, -0.5, 0);

export class ArrowField {
  readonly #ink = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
  readonly #haloInk = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true, opacity: 0.75 });
  readonly #shafts: RoundParts;
  readonly #heads: RoundParts;
  readonly #shaftHalos: RoundParts;
  readonly #headHalos: RoundParts;
  readonly #halo: Color;

  /** `halo`: its colour, which may change with the theme. */
  /** `above`: drawn after fields without it. */
  constructor(scene: Scene, halo: Color, belowFloor: BelowFloor, above = 0) {
    this.#halo = halo;
    for (const ink of [this.#ink, this.#haloInk]) belowFloor.hide(ink);
    this.#shaftHalos = new RoundParts(scene, shaftGeometry, this.#haloInk, kOrder + above);
    this.#headHalos = new RoundParts(scene, headGeometry, this.#haloInk, kOrder + above);
    this.#shafts = new RoundParts(scene, shaftGeometry, this.#ink, kOrder + 1 + above);
    this.#heads = new RoundParts(scene, headGeometry, this.#ink, kOrder + 1 + above);
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

  get #parts(): readonly RoundParts[] {
    return [this.#shaftHalos, this.#headHalos, this.#shafts, this.#heads];
  }
}
