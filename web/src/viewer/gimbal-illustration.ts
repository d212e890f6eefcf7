// Three rings, one inside the other, that carry a copy of the scene's body from orientation to orientation by turning evenly: the
// outer one by yaw, the middle one by pitch, the inner one by roll. The body itself, beside them, goes the same way by slerp: a
// constant angular velocity about a fixed axis. The line that each nose draws shows who swerves.
import {
  BufferGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshLambertMaterial,
  Quaternion,
  TorusGeometry,
  Vector3,
  type Scene,
} from 'three';
import { poseLayout } from '../simulation/layout';
import type { WorldInfo } from '../simulation/protocol';
import { BodyShapes } from './body-shapes';
import { createBodyMaterial } from './body-material';
import { DisplayedPoses } from './displayed-poses';
import { anglesAt, quaternionOf, ringKeys, ringSeconds } from './euler-path';
import type { Illustration } from './illustration';
import { bodyColor } from './palette';
import type { MarkColors } from './readouts';
import { splitShapes } from './shape-table';

const quarter = Math.PI / 2;
const turnAxis = new Vector3(1, 1, -1).normalize(); // of slerp: three legs are one whole turn

const kApart = new Vector3(-3.2, 0, 0); // m, from the body to its copy in the rings
const kRadii = [1.3, 1.17, 1.04] as const; // m, outer to inner
const kThickness = 0.028; // m, radius
const kNose = new Vector3(0, 0, 0.72); // m, body axes
const kPoints = 180; // of each path

type Ring = { readonly group: Group; readonly material: MeshLambertMaterial };

export class GimbalIllustration implements Illustration {
  readonly replacesBodies = false;
  readonly #root = new Group();
  readonly #scene: Scene;
  readonly #rings: readonly [Ring, Ring, Ring];
  readonly #material = createBodyMaterial(false);
  readonly #lines = new LineBasicMaterial({ transparent: true, opacity: 0.6 });
  readonly #paths: readonly LineLoop[];
  readonly #poses = new DisplayedPoses();
  #body: BodyShapes | null = null;
  #slot = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
    // Each ring holds the axle about which the next one inside it turns.
    const turns = [
      new Quaternion(),
      new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), quarter),
      new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), quarter),
    ];
    const axles = [
      new Quaternion(),
      new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), quarter),
      new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), quarter),
    ];
    this.#rings = [0, 1, 2].map((index) => makeRing(kRadii[index]!, turns[index]!, axles[index]!)) as [Ring, Ring, Ring];
    this.#root.add(this.#rings[0].group);
    this.#rings[0].group.add(this.#rings[1].group);
    this.#rings[1].group.add(this.#rings[2].group);
    const alongEuler = (part: number): Quaternion => new Quaternion(...quaternionOf(anglesAt(ringKeys, 1, part * ringKeys.length)));
    const alongSlerp = (part: number): Quaternion => new Quaternion().setFromAxisAngle(turnAxis, part * 2 * Math.PI);
    this.#paths = [alongEuler, alongSlerp].map((along) => {
      const points = Array.from({ length: kPoints }, (_, index) =>
        kNose
          .clone()
          .applyQuaternion(along(index / kPoints))
          .toArray(),
      ).flat();
      return new LineLoop(new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3)), this.#lines);
    });
    scene.add(this.#root, ...this.#paths);
  }

  setLook(info: WorldInfo, isDark: boolean, colors: MarkColors): void {
    const own = info.bodies[0];
    if (!own) return;
    this.#slot = own.slot;
    this.#body?.dispose();
    this.#body = new BodyShapes(this.#scene, splitShapes({ ...info, bodies: [own] }).moving, () => this.#material, info);
    this.#body.castsShadows = false;
    const color = bodyColor(own, isDark);
    this.#body.colorize(() => color);
    this.#lines.color.set(colors.ink);
    [colors.axisY, colors.axisX, colors.axisZ].forEach((axis, index) =>
      this.#rings[index as 0 | 1 | 2].material.color.copy(new Color(axis)),
    );
  }

  show(seconds: number, poses: Float32Array): void {
    const [yaw, pitch, roll] = anglesAt(ringKeys, ringSeconds, seconds);
    this.#rings[0].group.rotation.y = yaw;
    this.#rings[1].group.rotation.x = pitch;
    this.#rings[2].group.rotation.z = roll;
    const at = this.#slot * poseLayout.stride;
    this.#paths[1]!.position.fromArray(poses, at + poseLayout.position);
    this.#root.position.fromArray(poses, at + poseLayout.position).add(kApart);
    this.#paths[0]!.position.copy(this.#root.position);
    if (this.#poses.values.length < poses.length) this.#poses.values = new Float32Array(poses.length);
    this.#poses.values.set(this.#root.position.toArray(), at + poseLayout.position);
    this.#poses.values.set(quaternionOf([yaw, pitch, roll]), at + poseLayout.orientation);
    this.#body?.write(this.#poses);
  }

  dispose(): void {
    this.#body?.dispose();
    this.#root.removeFromParent();
    this.#root.traverse((part) => part instanceof Mesh && part.geometry.dispose());
    for (const path of this.#paths) {
      path.removeFromParent();
      path.geometry.dispose();
    }
    for (const { material } of this.#rings) material.dispose();
    this.#material.dispose();
    this.#lines.dispose();
  }
}

// A ring and the two pins of the axle that it turns on itself.
function makeRing(radius: number, turn: Quaternion, axle: Quaternion): Ring {
  const material = new MeshLambertMaterial();
  const group = new Group();
  const ring = new Mesh(new TorusGeometry(radius, kThickness, 12, 96), material);
  ring.quaternion.copy(turn);
  group.add(ring);
  for (const side of [-1, 1]) {
    const pin = new Mesh(new CylinderGeometry(kThickness, kThickness, 0.13, 12), material);
    pin.position.set(0, side * (radius + 0.065), 0).applyQuaternion(axle);
    pin.quaternion.copy(axle);
    group.add(pin);
  }
  return { group, material };
}

export const makeIllustration = (scene: Scene): Illustration => new GimbalIllustration(scene);
