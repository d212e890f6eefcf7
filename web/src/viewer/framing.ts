// Framing: the extent of the moving bodies, the first view of a scene, the ground under it, and the camera that keeps the bodies in
// view where there is no floor.
import { Frustum, Matrix4, Sphere, Vector3 } from 'three';
import { Emitter } from '../simulation/emitter';
import type { Vector } from '../simulation/protocol';
import type { BodyInstances } from './body-instances';
import { KeepInView } from './keep-in-view';
import { kFieldOfView, type OrbitCamera } from './orbit-camera';
import type { Floor } from './shape-table';
import type { Stage } from './stage';

export type FirstView = { readonly position: Vector; readonly target: Vector };

const kMeasureEvery = 15; // frames, where there are many bodies:
const kMany = 200;
const kWidest = 250; // m, radius of bodies that are shown together; of more, the nearest is shown
const kNearestRadius = 2; // m, around it
const kLeastPixels = 1; // radius of what can be seen

export class Framing {
  readonly #bodies: BodyInstances;
  readonly #camera: OrbitCamera;
  readonly #stage: Stage;
  readonly #keepInView: KeepInView;
  readonly #centre = new Vector3(); // of the moving bodies
  readonly #shadeCentre = new Vector3(); // of all that casts shadows
  /** Some of the moving bodies are in the picture (true), or none is. */
  readonly inView = new Emitter<boolean>();
  readonly #frustum = new Frustum();
  readonly #projection = new Matrix4();
  readonly #ball = new Sphere();
  #isInView = true;
  #radius = 0; // of the moving bodies
  #framesToMeasure = 0;

  constructor(bodies: BodyInstances, camera: OrbitCamera, stage: Stage) {
    this.#bodies = bodies;
    this.#camera = camera;
    this.#stage = stage;
    this.#keepInView = new KeepInView(camera);
  }

  /** Places the ground, when the first poses of a world have come. */
  place(floor: Floor | null): void {
    this.#radius = this.#bodies.bounds(this.#centre);
    this.#camera.floorHeight = this.#stage.ground.place(floor, this.#centre, this.#radius);
  }

  /** Measures the extent of the moving bodies: at each frame where that is quick, else every few frames. */
  measure(): void {
    this.#framesToMeasure -= 1;
    if (this.#framesToMeasure > 0 && this.#bodies.movingCount > kMany) return;
    this.#framesToMeasure = kMeasureEvery;
    this.#radius = this.#bodies.bounds(this.#centre);
    this.#keepInView.update(this.#centre, this.#radius);
    if (this.#hasFloor) this.#stage.fitShadow(this.#shadeCentre, this.#bodies.bounds(this.#shadeCentre, true));
  }

  /** Another world: shows its first view, or keeps the current one. */
  begin(first: FirstView | undefined, keepsView: boolean): void {
    this.#framesToMeasure = 0;
    this.measure();
    if (keepsView) return;
    if (first) {
      const position = new Vector3(...first.position);
      const target = new Vector3(...first.target);
      this.#camera.lookFrom(position, target, this.#bodies.aspectFrom(position, target, kFieldOfView));
    } else this.#camera.frame(this.#centre, this.#radius, true);
    this.#keepInView.begin(this.#hasFloor);
  }

  /** The picture is to be drawn: looks whether a moving body is in it. */
  look(): void {
    const { camera } = this.#camera;
    this.#frustum.setFromProjectionMatrix(this.#projection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const isInView = this.#bodies.movingCount === 0 || this.#bodies.someMoving(this.#isSeen);
    if (isInView !== this.#isInView) this.inView.emit((this.#isInView = isInView));
  }

  /** Shows the moving bodies from the side the camera looks from, and follows them. */
  bringBack(): void {
    this.#radius = this.#bodies.bounds(this.#centre);
    if (this.#radius > kWidest) this.#goNearest();
    this.#camera.frame(this.#centre, this.#radius, false);
    this.#keepInView.isOn = true;
  }

  followLike(other: Framing): void {
    this.#keepInView.isOn = other.#keepInView.isOn;
  }

  stopFollowing(): void {
    this.#keepInView.isOn = false;
  }

  /** The first view of the scene. */
  goHome(): void {
    this.#camera.goHome(false);
    this.#keepInView.isOn = !this.#hasFloor;
  }

  /** The scene starts again: a camera that followed the bodies goes back. True when it did. */
  goBack(): boolean {
    if (!this.#keepInView.isOn) return false;
    this.#camera.goHome(true);
    return true;
  }

  readonly #isSeen = (centre: Vector3, radius: number): boolean =>
    radius > kLeastPixels * this.#camera.metresPerPixel(centre) && this.#frustum.intersectsSphere(this.#ball.set(centre, radius));

  #goNearest(): void {
    const { target } = this.#camera;
    let least = Infinity;
    this.#bodies.someMoving((centre) => {
      const away = centre.distanceTo(target);
      if (away < least) {
        least = away;
        this.#centre.copy(centre);
      }
      return false;
    });
    this.#radius = kNearestRadius;
  }

  get #hasFloor(): boolean {
    return this.#stage.ground.hasFloor;
  }
}
