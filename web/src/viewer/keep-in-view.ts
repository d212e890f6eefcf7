// In scenes without a floor pushed bodies never come back: the camera follows once they leave the middle of the picture, and steps back
// when they spread. A person who moves or zooms the view stops that, until the next scene or the first view.
import { Vector3 } from 'three';
import { kFieldOfView, type OrbitCamera } from './orbit-camera';

const kCalmPart = 0.5; // of half the height of the picture: within this radius bodies move without the camera
const kMostDistances = 6; // the camera steps back to this many times its first distance, no farther

export class KeepInView {
  isOn = false;
  readonly #camera: OrbitCamera;
  readonly #step = new Vector3();
  #firstDistance = 0;

  constructor(camera: OrbitCamera) {
    this.#camera = camera;
  }

  /** A new scene: follows the bodies unless it has a floor. */
  begin(hasFloor: boolean): void {
    this.isOn = !hasFloor;
    this.#firstDistance = this.#camera.distance;
  }

  /** The bodies fill a ball of this centre and radius. */
  update(centre: Vector3, radius: number): void {
    if (!this.isOn || this.#firstDistance === 0) return;
    const { target, distance } = this.#camera;
    const slope = Math.sin((kFieldOfView * Math.PI) / 360);
    const wanted = Math.min((1.3 * radius) / slope, kMostDistances * this.#firstDistance);
    if (wanted > distance) this.#camera.stepBackTo(wanted);
    const slack = Math.max(kCalmPart * distance * slope, 0.85 * distance * slope - radius);
    this.#step.subVectors(centre, target);
    const away = this.#step.length();
    if (away > slack && away < 1e6) this.#camera.shift(this.#step.multiplyScalar(1 - slack / away));
  }
}
