// One arrow over the picture: a shaft and a head (two heads for quantities that turn, as textbooks draw axial vectors), of
// constant width on the screen, with a halo behind it. Drawn after everything else, so that no body hides it.
import { type BufferGeometry, ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3, type Scene } from 'three';

const kShaftPixels = 1.6; // radius
const kHeadPixels = 6; // radius
const kHeadLengthPixels = 16;
const kHaloPixels = 1.6; // how far the halo reaches beyond
const kOrder = 10; // drawn after the bodies

// Unit parts that point along +y from the origin; shared by all arrows, never disposed of.
const shaftGeometry: BufferGeometry = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
const headGeometry: BufferGeometry = new ConeGeometry(1, 1, 18).translate(0, -0.5, 0);
const up = new Vector3(0, 1, 0);

export class Arrow {
  readonly foot = new Vector3();
  readonly tip = new Vector3();
  readonly #group = new Group();
  readonly #ink = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
  readonly #halo = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true, opacity: 0.75 });
  readonly #parts: { mesh: Mesh; isHead: boolean; isHalo: boolean; back: number }[] = [];
  readonly #direction = new Vector3();
  readonly #weight: number;

  /** `weight` 1 is the usual thickness; a heavier arrow can be seen below another one along the same line. */
  constructor(scene: Scene, heads: number, weight = 1) {
    this.#weight = weight;
    for (const isHalo of [true, false]) {
      this.#add(shaftGeometry, isHalo, false, 0);
      for (let head = 0; head < heads; ++head) this.#add(headGeometry, isHalo, true, head);
    }
    this.#group.visible = false;
    scene.add(this.#group);
  }

  get visible(): boolean {
    return this.#group.visible;
  }

  setColors(ink: string, halo: string): void {
    this.#ink.color.set(ink);
    this.#halo.color.set(halo);
  }

  hide(): void {
    this.#group.visible = false;
  }

  /** From a point along a vector, both in metres; `cssPixel` is the size of a pixel there. */
  show(from: Vector3, along: Vector3, cssPixel: number): void {
    const pixel = cssPixel * this.#weight;
    const length = along.length();
    this.#group.visible = length > 2 * pixel;
    this.foot.copy(from);
    this.tip.addVectors(from, along);
    if (!this.#group.visible) return;
    this.#group.position.copy(from);
    this.#group.quaternion.setFromUnitVectors(up, this.#direction.copy(along).divideScalar(length));
    const headLength = Math.min(kHeadLengthPixels * pixel, length * 0.5);
    const shrink = headLength / (kHeadLengthPixels * pixel);
    for (const { mesh, isHead, isHalo, back } of this.#parts) {
      const halo = isHalo ? kHaloPixels * pixel : 0;
      if (isHead) {
        const radius = kHeadPixels * pixel * shrink + halo;
        mesh.scale.set(radius, headLength + 2.4 * halo, radius);
        mesh.position.y = length - back * headLength * 0.62 + 1.4 * halo;
      } else {
        mesh.scale.set(kShaftPixels * pixel + halo, length - headLength * 0.9 + halo, kShaftPixels * pixel + halo);
        mesh.position.y = -halo / 2;
      }
    }
  }

  dispose(): void {
    this.#group.removeFromParent();
    this.#ink.dispose();
    this.#halo.dispose();
  }

  #add(geometry: BufferGeometry, isHalo: boolean, isHead: boolean, back: number): void {
    const mesh = new Mesh(geometry, isHalo ? this.#halo : this.#ink);
    mesh.renderOrder = kOrder + (isHalo ? 0 : 1) - 2 * Math.ceil(this.#weight - 1);
    mesh.frustumCulled = false;
    this.#parts.push({ mesh, isHead, isHalo, back });
    this.#group.add(mesh);
  }
}
