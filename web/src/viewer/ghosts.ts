// Other runs of the same scene, drawn as translucent bodies of one colour over the picture, or beside it.
import { Color, MeshLambertMaterial, type Scene, type Vector3 } from 'three';
import type { Frame, WorldInfo } from '../simulation/protocol';
import { BodyShapes } from './body-shapes';
import { DisplayedPoses } from './displayed-poses';
import { splitShapes } from './shape-table';

const kOpacity = 0.42;
const white = new Color(0xffffff);

export class Ghost {
  // Nearer than what lies in the same plane: a ghost begins where its body is.
  readonly #material = new MeshLambertMaterial({
    transparent: true,
    opacity: kOpacity,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
  readonly #poses = new DisplayedPoses();
  readonly #shapes: BodyShapes;

  constructor(scene: Scene, info: WorldInfo, color: string) {
    this.#material.color.set(color);
    this.#shapes = new BodyShapes(scene, splitShapes(info).moving, () => this.#material, info);
    this.#shapes.castsShadows = false;
    this.#shapes.receivesShadows = false;
    this.#shapes.colorize(() => white);
  }

  show(frame: Frame): void {
    this.#poses.blend(frame.poses, frame.slotCount, frame.alpha, frame.matrices);
    this.#shapes.write(this.#poses);
  }

  /** Moves the whole run aside, m. */
  setOffset(offset: Vector3): void {
    this.#shapes.setOffset(offset);
  }

  setColor(color: string): void {
    this.#material.color.set(color);
  }

  dispose(): void {
    this.#shapes.dispose();
    this.#material.dispose();
  }
}
