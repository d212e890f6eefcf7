// Other runs of the same scene, drawn as translucent bodies of one colour over the picture, or beside it.
import { Color, GreaterDepth, LessEqualDepth, MeshLambertMaterial, type DepthModes, type Scene, type Vector3 } from 'three';
import type { Frame, WorldInfo } from '../simulation/protocol';
import { BodyShapes } from './body-shapes';
import { DisplayedPoses } from './displayed-poses';
import { splitShapes } from './shape-table';

const kOpacity = 0.42;
const kOpacityInside = 0.2; // of what lies within a body or behind it
const white = new Color(0xffffff);

// Farther than what lies in the same plane: a ghost begins where its body is, and is one that lies within it then.
const makeMaterial = (depthFunc: DepthModes, opacity: number): MeshLambertMaterial =>
  new MeshLambertMaterial({
    transparent: true,
    opacity,
    depthFunc,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });

export class Ghost {
  // Each part of its surface is drawn by one of the two.
  readonly #materials = [makeMaterial(LessEqualDepth, kOpacity), makeMaterial(GreaterDepth, kOpacityInside)];
  readonly #poses = new DisplayedPoses();
  readonly #shapes: readonly BodyShapes[];

  constructor(scene: Scene, info: WorldInfo, color: string) {
    const { moving } = splitShapes(info);
    this.#shapes = this.#materials.map((material) => new BodyShapes(scene, moving, () => material, info));
    for (const shapes of this.#shapes) {
      shapes.castsShadows = false;
      shapes.receivesShadows = false;
      shapes.colorize(() => white);
    }
    this.setColor(color);
  }

  show(frame: Frame): void {
    this.#poses.blend(frame.poses, frame.slotCount, frame.alpha, frame.matrices);
    for (const shapes of this.#shapes) shapes.write(this.#poses);
  }

  /** Moves the whole run aside, m. */
  setOffset(offset: Vector3): void {
    for (const shapes of this.#shapes) shapes.setOffset(offset);
  }

  setColor(color: string): void {
    for (const material of this.#materials) material.color.set(color);
  }

  dispose(): void {
    for (const part of [...this.#shapes, ...this.#materials]) part.dispose();
  }
}
