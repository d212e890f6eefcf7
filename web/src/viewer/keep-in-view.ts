// In scenes without a floor pushed bodies never come back: the camera follows once they leave the middle of the picture, and steps back
// when they spread. A person who comes closer keeps that share of the picture; one who moves the view aside stops the following, until the
// next scene, the first view, or until the bodies are brought back.
import { Vector3 } from 'three';
import { kFieldOfView, type OrbitCamera } from './orbit-camera';

const kCalmPart = 0.5; // of half the height of the picture: within this radius bodies move without the camera
const kRoom = 1.3; // the ball around the bodies has this much room
const kMostDistances = 6; // the camera steps back to this many times its first distance, no farther
const kSlope = Math.sin((kFieldOfView * Math.PI) / 360); // of the edge of the picture

export class KeepInView {
  isOn = false;
  readonly #camera: OrbitCamera;
  readonly #step = new Vector3();
  #firstDistance = 0;
  #closeness = 1; // part of the distance that shows all bodies, by the choice of a person
  #radius = 0; // of the bodies

  constructor(camera: OrbitCamera) {
    this.#camera = camera;
    camera.zoomed.on(() => (this.#closeness = Math.min(1, camera.nextDistance / this.#wholeDistance)));
  }

  /** A new scene: follows the bodies unless it has a floor. */
  begin(hasFloor: boolean): void {
    this.isOn = !hasFloor;
    this.#closeness = 1;
    this.#firstDistance = this.#camera.distance;
  }

  /** The bodies fill a ball of this centre and radius. */
  update(centre: Vector3, radius: number): void {
    this.#radius = radius;
    if (!this.isOn || this.#firstDistance === 0) return;
    const { nextTarget, distance } = this.#camera;
    const wanted = Math.min(this.#closeness * this.#wholeDistance, kMostDistances * this.#firstDistance);
    if (wanted > distance) this.#camera.stepBackTo(wanted);
    const slack = Math.max(kCalmPart * distance * kSlope, 0.85 * distance * kSlope - radius);
    this.#step.subVectors(centre, nextTarget); // from where it is on its way to: it shall not go past them
    const away = this.#step.length();
    if (away > slack && away < 1e6) this.#camera.shift(this.#step.multiplyScalar(1 - slack / away));
  }

  // Shows all bodies.
  get #wholeDistance(): number {
    return (kRoom * this.#radius) / kSlope;
  }
}
