// Trails: the paths of bodies, as far as they have been seen: where time jumps nothing is drawn. A trail keeps the path since the scene began:
// when it is full, every second point goes and later ones come half as often. Where time goes back, it is cut.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments, type Color, type Scene } from 'three';
import type { BelowFloor } from './below-floor';
import { turn } from '../simulation/mechanics';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo, Vector } from '../simulation/protocol';
import type { OverlayScene } from './mark-painter';

const kPoints = 2048; // of a trail: 34 s at 60 Hz before it thins out
const kMostTrails = 64;
const kJump = 0.5; // s between two points that no line joins
const kOrder = 5; // over the bodies, under figures and arrows

class Trail {
  readonly line: LineSegments;
  readonly #places = new Float32Array(3 * kPoints);
  readonly #steps = new Float64Array(kPoints);
  readonly #ends = new Uint16Array(2 * kPoints); // of the lines, as indexes of points
  readonly #attribute = new BufferAttribute(this.#places, 3).setUsage(DynamicDrawUsage);
  readonly #index = new BufferAttribute(this.#ends, 1).setUsage(DynamicDrawUsage);
  #count = 0;
  #lines = 0;
  #spacing = 1; // steps, at least, between two points

  constructor(material: LineBasicMaterial) {
    this.line = new LineSegments(new BufferGeometry().setAttribute('position', this.#attribute).setIndex(this.#index), material);
    this.line.frustumCulled = false;
    this.line.renderOrder = kOrder;
  }

  /** The newest point moves with the body until it is `#spacing` steps from the one before; one `jump` steps from it begins anew. */
  add(step: number, x: number, y: number, z: number, jump: number): void {
    while (this.#count > 0 && this.#steps[this.#count - 1]! >= step) this.#count -= 1;
    if (this.#count > 1 && step - this.#steps[this.#count - 2]! < this.#spacing) this.#count -= 1;
    if (this.#count === kPoints) this.#thin();
    this.#places.set([x, y, z], 3 * this.#count);
    this.#steps[this.#count] = step;
    this.#count += 1;
    this.#attribute.needsUpdate = true;
    this.#join(Math.max(jump, 4 * this.#spacing));
  }

  // Lines of points that are gone go, and the newest point gets one.
  #join(jump: number): void {
    while (this.#lines > 0 && this.#ends[2 * this.#lines - 1]! >= this.#count - 1) this.#lines -= 1;
    const from = this.#count - 2;
    if (from >= 0 && this.#steps[from + 1]! - this.#steps[from]! < jump) {
      this.#ends.set([from, from + 1], 2 * this.#lines);
      this.#lines += 1;
      this.#index.needsUpdate = true;
    }
    this.line.geometry.setDrawRange(0, 2 * this.#lines);
  }

  // A line stays where both were that it stands for.
  #thin(): void {
    const isJoined = new Uint8Array(kPoints); // to the point before
    for (let line = 0; line < this.#lines; line += 1) isJoined[this.#ends[2 * line + 1]!] = 1;
    this.#lines = 0;
    for (let point = 0; 2 * point < this.#count; point += 1) {
      this.#places.copyWithin(3 * point, 6 * point, 6 * point + 3);
      this.#steps[point] = this.#steps[2 * point]!;
      if (point === 0 || !isJoined[2 * point] || !isJoined[2 * point - 1]) continue;
      this.#ends.set([point - 1, point], 2 * this.#lines);
      this.#lines += 1;
    }
    this.#index.needsUpdate = true;
    this.#count = Math.ceil(this.#count / 2);
    this.#spacing *= 2;
  }
}

export class Trails {
  readonly #scene: Scene;
  readonly #ink = new LineBasicMaterial({ transparent: true, opacity: 0.75, depthWrite: false });
  readonly #trails = new Map<number, Trail>(); // by body
  #of = ''; // what the trails are of

  constructor(scene: Scene, belowFloor: BelowFloor) {
    this.#scene = scene;
    belowFloor.hide(this.#ink);
  }

  setColor(ink: Color): void {
    this.#ink.color.copy(ink);
  }

  /** Of the centres of mass; of the selected body that of a point, if there is one (m from its centre of mass, body axes). */
  show(bodies: readonly BodyInfo[], { poses, step, stepsPerSecond }: OverlayScene, selected: BodyInfo | null, point: Vector | null): void {
    const shown = bodies.slice(0, kMostTrails);
    const subject = `${shown.map(({ id }) => id).join()} ${selected?.id} ${point?.join()}`;
    if (subject !== this.#of) this.hide();
    this.#of = subject;
    for (const body of shown) {
      const at = body.slot * poseLayout.stride;
      const [x, y, z] = body === selected && point ? turn(poses, at + poseLayout.orientation, point) : [0, 0, 0];
      const from = at + poseLayout.position;
      this.#trailOf(body).add(step, poses[from]! + x, poses[from + 1]! + y, poses[from + 2]! + z, kJump * stepsPerSecond);
    }
  }

  /** Without trails; what they were is forgotten. */
  hide(): void {
    for (const { line } of this.#trails.values()) {
      line.geometry.dispose();
      line.removeFromParent();
    }
    this.#trails.clear();
    this.#of = '';
  }

  dispose(): void {
    this.hide();
    this.#ink.dispose();
  }

  #trailOf(body: BodyInfo): Trail {
    const known = this.#trails.get(body.id);
    if (known) return known;
    const trail = new Trail(this.#ink);
    this.#trails.set(body.id, trail);
    this.#scene.add(trail.line);
    return trail;
  }
}
