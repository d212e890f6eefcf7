// Springs and beams of a scene, as lines from a point of a body to a place in the world or to a point of another body.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments, type Scene } from 'three';
import { turn, vectorAt } from '../simulation/mechanics';
import { poseLayout } from '../simulation/layout';
import type { Vector } from '../simulation/protocol';

/** A point of a body (m from its centre of mass, body axes), or without a slot a place in the world. `pointAt`: of one that moves by itself. */
export type LinkEnd = { readonly slot: number | null; readonly point: Vector; readonly pointAt?: (seconds: number) => Vector };
export type Link = readonly [LinkEnd, LinkEnd];

export class Links {
  readonly #material = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
  readonly #lines = new LineSegments(new BufferGeometry(), this.#material);
  #links: readonly Link[] = [];
  #seconds = 0;

  constructor(scene: Scene) {
    this.#lines.frustumCulled = false;
    this.#lines.visible = false;
    scene.add(this.#lines);
  }

  setColor(color: string): void {
    this.#material.color.set(color);
  }

  /** Sets the links of another world. They are drawn when its first poses have come: slots of the world before mean other bodies. */
  set(links: readonly Link[]): void {
    this.#links = links;
    this.#lines.visible = false;
    this.#lines.geometry.dispose();
    this.#lines.geometry = new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(new Float32Array(links.length * 6), 3).setUsage(DynamicDrawUsage),
    );
  }

  /** Poses of this world have come, at this time, s. */
  show(seconds: number): void {
    this.#seconds = seconds;
    this.#lines.visible = this.#links.length > 0;
  }

  write(poses: Float32Array): void {
    if (!this.#lines.visible) return;
    const places = this.#lines.geometry.attributes.position!;
    this.#links.forEach((link, index) =>
      link.forEach((end, side) => {
        const at = (end.slot ?? 0) * poseLayout.stride;
        const point = end.pointAt?.(this.#seconds) ?? end.point;
        const [x, y, z] = end.slot === null ? point : turn(poses, at + poseLayout.orientation, point);
        const from = end.slot === null ? [0, 0, 0] : vectorAt(poses, at + poseLayout.position);
        places.setXYZ(2 * index + side, from[0] + x, from[1] + y, from[2] + z);
      }),
    );
    places.needsUpdate = true;
  }

  dispose(): void {
    this.#lines.removeFromParent();
    this.#lines.geometry.dispose();
    this.#material.dispose();
  }
}
