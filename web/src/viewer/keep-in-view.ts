// In scenes without a floor pushed bodies never come back: the camera follows once they leave the middle of the picture, and steps back
// when they spread. A person who comes closer keeps that share of the picture; one who moves the view aside stops the following, until the
// next scene, the first view, or until the bodies are brought back.
import { Vector3 } from 'three';
import { kFieldOfView, type OrbitCamera } from './orbit-camera';

const kCalmPart = 0.5; // of the way from the middle of what is free of the picture to its nearest edge: there bodies move without the camera
const kEdge = 0.8; // of it: so far the ball around the bodies reaches
const kRoom = 1.3; // the ball around the bodies has this much room
const kMostDistances = 6; // the camera steps back to this many times its first distance, no farther
const kSlope = Math.sin((kFieldOfView * Math.PI) / 360); // of the edge of the picture

export class KeepInView {
  isOn = false;
  readonly #camera: OrbitCamera;
  readonly #step = new Vector3();
  #firstDistance = 0;
  #calmPart = 0; // as far from the middle as the first view has them, they stay
  #closeness = 1; // part of the distance that shows all bodies, by the choice of the scene or of a person
  #radius = 0; // of the bodies

  constructor(camera: OrbitCamera) {
    this.#camera = camera;
    camera.zoomed.on(() => this.#keepCloseness());
  }

  /** A new scene: follows the bodies unless it has a floor. */
  begin(hasFloor: boolean): void {
    this.isOn = !hasFloor;
    this.#keepCloseness();
    this.#firstDistance = this.#camera.distance;
    this.#calmPart = 0;
  }

  /** The bodies fill a ball of this centre and radius. */
  update(centre: Vector3, radius: number): void {
    this.#radius = radius;
    if (!this.isOn || this.#firstDistance === 0) return;
    const { nextTarget, distance, freeHeight, freeWidth } = this.#camera;
    const wanted = Math.min(this.#closeness * this.#wholeDistance, kMostDistances * this.#firstDistance);
    if (wanted > distance) this.#camera.stepBackTo(wanted);
    const half = Math.min(freeHeight, freeWidth) / 2;
    this.#step.subVectors(centre, nextTarget); // from where it is on its way to: it shall not go past them
    const away = this.#step.length();
    this.#calmPart ||= Math.max(kCalmPart, Math.min(kEdge, away / half));
    const slack = Math.max(this.#calmPart * half, kEdge * half - radius);
    if (away > slack && away < 1e6) this.#camera.shift(this.#step.multiplyScalar(1 - slack / away));
  }

  #keepCloseness(): void {
    this.#closeness = Math.min(1, this.#camera.nextDistance / this.#wholeDistance);
  }

  // Shows all bodies.
  get #wholeDistance(): number {
    return (kRoom * this.#radius * this.#camera.stepBack) / kSlope;
  }
}
