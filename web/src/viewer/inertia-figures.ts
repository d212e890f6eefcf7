// Figures of a turning body after Poinsot: its inertia ellipsoid, the polhode on it, and the two cones that roll on each
// other. All are drawn in the space of omega, on the scale of its arrow: the tip of omega lies on the ellipsoid
// (omega.I omega = 2T) and runs along the polhode; the body cone goes through the polhode, the space cone through the path
// that the tip has drawn in space.
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Line,
  LineBasicMaterial,
  LineLoop,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
  type Color,
  type Scene,
} from 'three';
import type { BelowFloor } from './below-floor';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo, Vector } from '../simulation/protocol';
import { turn } from '../simulation/mechanics';
import { principalAxes, type PrincipalAxes } from '../simulation/principal-axes';
import { polhodePoints, writePolhode } from './polhode';

const kTrailPoints = 900; // of the space cone: 15 s at 60 Hz
const kChanged = 1e-3; // relative change of energy or L after which the old path means nothing any more
const kOrder = 6; // over the bodies, under the arrows
const kCircleParts = 72;
const kStillRadius = 1.2; // of the body's radius: the ellipsoid of a body that does not turn

type FigureName = 'ellipsoid' | 'polhode' | 'cones';

const surface = (opacity: number): MeshBasicMaterial =>
  new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, depthTest: false, side: DoubleSide });
const thread = (opacity = 1): LineBasicMaterial =>
  new LineBasicMaterial({ transparent: true, opacity, depthTest: false, depthWrite: false });

/** A fan from the origin through a curve: vertex 0 is the origin. */
function fanGeometry(points: number, isClosed: boolean): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * (points + 1)), 3).setUsage(DynamicDrawUsage));
  const index: number[] = [];
  for (let point = 1; point <= points - (isClosed ? 0 : 1); ++point) index.push(0, point, point === points ? 1 : point + 1);
  geometry.setIndex(index);
  return geometry;
}

/** The three circles of a unit sphere in its principal planes, as pairs of points. */
function principalCircles(): BufferGeometry {
  const points: number[] = [];
  for (const [one, other] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ] as const) {
    for (let part = 0; part < kCircleParts; ++part) {
      for (const end of [part, part + 1]) {
        const point = [0, 0, 0];
        point[one] = Math.cos((2 * Math.PI * end) / kCircleParts);
        point[other] = Math.sin((2 * Math.PI * end) / kCircleParts);
        points.push(...point);
      }
    }
  }
  return new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
}

export class InertiaFigures {
  readonly isOn: Record<FigureName, boolean> = { ellipsoid: false, polhode: false, cones: false };
  readonly #group = new Group();
  readonly #bodyFrame = new Group(); // principal axes of the body
  readonly #ellipsoid = new Group();
  readonly #sphere = new SphereGeometry(1, 40, 20);
  readonly #wires = principalCircles();
  readonly #ellipsoidInk = surface(0.11);
  readonly #wireInk = thread(0.5);
  readonly #polhodeGeometry = new BufferGeometry();
  readonly #polhodeInk = thread();
  readonly #polhode: LineLoop;
  readonly #bodyCone: Mesh;
  readonly #spaceCone: Mesh;
  readonly #spaceCurve: Line;
  readonly #bodyInk = surface(0.22);
  readonly #spaceInk = surface(0.22);
  readonly #spaceLineInk = thread();
  readonly #curve = new Float32Array(3 * polhodePoints);
  #axes: PrincipalAxes | null = null;
  #body: BodyInfo | null = null;
  #invariants: [number, number] = [NaN, NaN];
  #trail = 0; // points of it
  #trailStep = -1;

  constructor(scene: Scene, belowFloor: BelowFloor) {
    const inks = [this.#ellipsoidInk, this.#wireInk, this.#polhodeInk, this.#bodyInk, this.#spaceInk, this.#spaceLineInk];
    for (const ink of inks) belowFloor.hide(ink);
    this.#polhodeGeometry.setAttribute('position', new BufferAttribute(this.#curve, 3).setUsage(DynamicDrawUsage));
    this.#polhode = new LineLoop(this.#polhodeGeometry, this.#polhodeInk);
    this.#bodyCone = new Mesh(fanGeometry(polhodePoints, true), this.#bodyInk);
    this.#spaceCone = new Mesh(fanGeometry(kTrailPoints, false), this.#spaceInk);
    const path = new BufferGeometry();
    path.setAttribute(
      'position',
      new BufferAttribute((this.#spaceCone.geometry.attributes.position!.array as Float32Array).subarray(3), 3).setUsage(DynamicDrawUsage),
    );
    this.#spaceCurve = new Line(path, this.#spaceLineInk);
    this.#ellipsoid.add(new Mesh(this.#sphere, this.#ellipsoidInk), new LineSegments(this.#wires, this.#wireInk));
    this.#bodyFrame.add(this.#ellipsoid, this.#polhode, this.#bodyCone);
    this.#bodyFrame.matrixAutoUpdate = false;
    this.#group.add(this.#bodyFrame, this.#spaceCone, this.#spaceCurve);
    this.#group.traverse((part) => {
      part.frustumCulled = false;
      part.renderOrder = kOrder;
    });
    this.#group.visible = false;
    scene.add(this.#group);
  }

  setColors(ink: Color, spin: Color, moment: Color): void {
    for (const material of [this.#ellipsoidInk, this.#wireInk]) material.color.copy(ink);
    for (const material of [this.#polhodeInk, this.#bodyInk]) material.color.copy(spin);
    for (const material of [this.#spaceInk, this.#spaceLineInk]) material.color.copy(moment);
  }

  get isAnyOn(): boolean {
    return this.isOn.ellipsoid || this.isOn.polhode || this.isOn.cones;
  }

  hide(): void {
    this.#group.visible = false;
  }

  /** `pose`: centre and orientation as drawn (poseLayout, at `at`); `perMetre`: rad/s that one metre stands for, 0: not known. */
  show(body: BodyInfo, step: number, omega: Vector, pose: Float32Array, at: number, radius: number, perMetre: number): void {
    if (body !== this.#body) this.#setBody(body);
    this.#group.visible = this.isAnyOn && this.#axes !== null;
    if (!this.#group.visible || !this.#axes) return;
    const { moments, axes } = this.#axes;
    const local = turn(pose, at + poseLayout.orientation, omega, true);
    const own = axes.map((axis) => axis[0] * local[0] + axis[1] * local[1] + axis[2] * local[2]) as [number, number, number];
    const energy = own.reduce((sum, w, axis) => sum + moments[axis]! * w * w, 0); // 2T
    const turns = energy > 0 && perMetre > 0;
    const scale = turns ? 1 / perMetre : 1;
    this.#group.position.fromArray(pose, at + poseLayout.position);
    frame.makeBasis(basis[0]!.fromArray(axes[0]!), basis[1]!.fromArray(axes[1]!), basis[2]!.fromArray(axes[2]!));
    turned.makeRotationFromQuaternion(quaternion.fromArray(pose, at + poseLayout.orientation));
    this.#bodyFrame.matrix.multiplyMatrices(turned, frame).scale(stretch.setScalar(scale));
    this.#bodyFrame.matrixWorldNeedsUpdate = true;
    this.#ellipsoid.visible = this.isOn.ellipsoid;
    const still = kStillRadius * radius * Math.sqrt(moments[0]);
    this.#ellipsoid.scale.set(
      ...(moments.map((moment) => (turns ? Math.sqrt(energy / moment) : still / Math.sqrt(moment))) as [number, number, number]),
    );
    this.#polhode.visible = this.isOn.polhode && turns;
    this.#bodyCone.visible = this.isOn.cones && turns;
    this.#spaceCone.visible = this.#spaceCurve.visible = this.isOn.cones && turns && this.#trail > 1;
    this.#spaceCone.scale.setScalar(scale);
    this.#spaceCurve.scale.setScalar(scale);
    this.#updateCurves(moments, own, energy, step, omega);
  }

  dispose(): void {
    this.#group.removeFromParent();
    for (const part of [
      this.#sphere,
      this.#wires,
      this.#polhodeGeometry,
      this.#bodyCone.geometry,
      this.#spaceCone.geometry,
      this.#spaceCurve.geometry,
    ])
      part.dispose();
    for (const material of [this.#ellipsoidInk, this.#wireInk, this.#polhodeInk, this.#bodyInk, this.#spaceInk, this.#spaceLineInk])
      material.dispose();
  }

  #setBody(body: BodyInfo): void {
    this.#body = body;
    this.#axes = body.mass > 0 ? principalAxes(body.inertiaTensor) : null;
    this.#forget();
  }

  #forget(): void {
    this.#invariants = [NaN, NaN];
    this.#trail = 0;
    this.#trailStep = -1;
  }

  // The curve changes only when energy or L do; the path in space grows with each step.
  #updateCurves(
    moments: PrincipalAxes['moments'],
    own: readonly [number, number, number],
    energy: number,
    step: number,
    omega: Vector,
  ): void {
    const square = own.reduce((sum, w, axis) => sum + (moments[axis]! * w) ** 2, 0);
    const [energyBefore, squareBefore] = this.#invariants;
    const change = Math.max(Math.abs(energy - energyBefore) / energy, Math.abs(square - squareBefore) / square);
    if (step < this.#trailStep || change > kChanged) this.#trail = 0;
    if (!(change < 1e-9)) {
      this.#invariants = [energy, square];
      writePolhode(moments, own, this.#curve);
      this.#polhodeGeometry.attributes.position!.needsUpdate = true;
      const fan = this.#bodyCone.geometry.attributes.position!;
      (fan.array as Float32Array).set(this.#curve, 3);
      fan.needsUpdate = true;
    }
    if (step === this.#trailStep) return;
    this.#trailStep = step;
    const fan = this.#spaceCone.geometry.attributes.position!;
    const places = fan.array as Float32Array;
    if (this.#trail === kTrailPoints) {
      places.copyWithin(3, 6);
      this.#trail -= 1;
    }
    places.set(omega, 3 * (this.#trail + 1));
    this.#trail += 1;
    fan.needsUpdate = true;
    this.#spaceCurve.geometry.attributes.position!.needsUpdate = true;
    this.#spaceCone.geometry.setDrawRange(0, 3 * (this.#trail - 1));
    this.#spaceCurve.geometry.setDrawRange(0, this.#trail);
  }
}

const frame = new Matrix4();
const turned = new Matrix4();
const quaternion = new Quaternion();
const stretch = new Vector3();
const basis = [new Vector3(), new Vector3(), new Vector3()];
