// Thin lines around the shapes of the selected body.
import { BoxGeometry, EdgesGeometry, LineBasicMaterial, LineSegments, type Scene } from 'three';

const kGrow = 1.006; // lines stand off the faces, so that they do not flicker with them

export class SelectionOutline {
  readonly #scene: Scene;
  readonly #geometry = new EdgesGeometry(new BoxGeometry(2 * kGrow, 2 * kGrow, 2 * kGrow));
  readonly #material = new LineBasicMaterial();
  readonly #lines: LineSegments[] = [];
  #matrices: readonly Float32Array[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  setColor(color: string): void {
    this.#material.color.set(color);
  }

  /** Goes around the shapes that have these matrices, from now on. */
  hold(matrices: readonly Float32Array[]): void {
    while (this.#lines.length < matrices.length) this.#add();
    this.#matrices = matrices;
    this.#lines.forEach((lines, index) => (lines.visible = index < matrices.length));
  }

  update(): void {
    for (let index = 0; index < this.#matrices.length; ++index) {
      this.#lines[index].matrix.fromArray(this.#matrices[index]);
      this.#lines[index].matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    for (const lines of this.#lines) lines.removeFromParent();
    this.#geometry.dispose();
    this.#material.dispose();
  }

  #add(): void {
    const lines = new LineSegments(this.#geometry, this.#material);
    lines.matrixAutoUpdate = false;
    lines.frustumCulled = false;
    this.#lines.push(lines);
    this.#scene.add(lines);
  }
}
