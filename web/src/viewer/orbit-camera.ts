// The camera: it looks at a target from a distance, an azimuth about y and an elevation. The pointer moves it at once; keys
// and framing move a goal that it eases towards (or jumps to, when the system asks for less motion).
import { PerspectiveCamera, Vector3 } from 'three';
import { Emitter } from '../simulation/emitter';
import type { Vector } from '../simulation/protocol';

export const kFieldOfView = 38; // degrees, vertical: a calm lens, little distortion at the rim
const kAspects = [0.6, 3] as const; // width over height that a scene may ask for; narrower views step back
const kSideMargin = 1.12; // of that width
const kEasePerSecond = 9; // 1/s, rate of the exponential approach to the goal
const kElevations = [-1.5, 1.55] as const; // rad
const kDistances = [0.4, 900] as const; // m
const kMostCovered = 0.75; // of its width and of its height, that bodies keep out of
const kLowestAboveFloor = 0.1; // m
const kSameView = 1e-3; // rad, and of the distance

export type Insets = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

type Pose = { target: Vector3; distance: number; azimuth: number; elevation: number };

const copyPose = (from: Pose, to: Pose): void => {
  to.target.copy(from.target);
  to.distance = from.distance;
  to.azimuth = from.azimuth;
  to.elevation = from.elevation;
};
const newPose = (): Pose => ({ target: new Vector3(), distance: 10, azimuth: 0.6, elevation: 0.35 });
const clamp = (value: number, [low, high]: readonly [number, number]): number => Math.min(high, Math.max(low, value));

// What covers nearly all of the picture is over it for a while: bodies stay seen behind it, as large as the rest allows.
function withRoom({ left, right, top, bottom }: Insets, width: number, height: number): Insets {
  const aside = Math.min(1, (kMostCovered * width) / Math.max(left + right, 1));
  const above = Math.min(1, (kMostCovered * height) / Math.max(top + bottom, 1));
  return { left: left * aside, right: right * aside, top: top * above, bottom: bottom * above };
}

/** A part of the picture: the places of its edges, CSS pixels. */
export type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(kFieldOfView, 1, 0.05, 2000);
  eases = true;
  /** Looks along z without perspective. */
  #isFlat = false;
  /** The view came closer or went farther; its distance is `nextDistance`. */
  readonly zoomed = new Emitter<void>();
  floorHeight = -Infinity; // m, the camera stays above
  readonly #now = newPose();
  readonly #goal = newPose();
  readonly #home = newPose();
  readonly #offset = new Vector3();
  #width = 1;
  #height = 1;
  #insets: Insets = { left: 0, top: 0, right: 0, bottom: 0 };
  #moved = true;
  #aspect = 1; // width over height that the scene needs

  get isFlat(): boolean {
    return this.#isFlat;
  }

  set isFlat(isFlat: boolean) {
    if (isFlat === this.#isFlat) return;
    this.#isFlat = isFlat;
    this.#moved = true;
  }

  get target(): Vector3 {
    return this.#now.target;
  }

  get distance(): number {
    return this.#now.distance;
  }

  /** Where the camera is going to look from, as it would be in a picture whose shape lets it come nearest. */
  get pose(): { readonly position: Vector; readonly target: Vector; readonly distance: number } {
    const { target, elevation, azimuth } = this.#goal;
    const distance = this.#goal.distance / this.#stepBack();
    const flat = distance * Math.cos(elevation);
    const offset = this.#offset.set(flat * Math.sin(azimuth), distance * Math.sin(elevation), flat * Math.cos(azimuth));
    return { position: offset.add(target).toArray(), target: target.toArray(), distance };
  }

  /** It stays, until somebody or something moves the camera; the first view of the scene is still that of the scene. */
  set pose({ position, target }: { readonly position: Vector; readonly target: Vector }) {
    this.#aim(new Vector3(...position), new Vector3(...target));
    this.#settle();
  }

  /** The view is the one that the scene was first shown with. */
  get isHome(): boolean {
    const [goal, home] = [this.#goal, this.#home];
    const isAsFar = Math.abs(goal.distance / (home.distance * this.#stepBack()) - 1) < kSameView;
    const isTurned = Math.abs(goal.azimuth - home.azimuth) + Math.abs(goal.elevation - home.elevation) > kSameView;
    return isAsFar && !isTurned && goal.target.distanceTo(home.target) < kSameView * home.distance;
  }

  /** Of the picture, CSS pixels. */
  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  /** What the panels leave free of the picture, CSS pixels from its upper left corner. */
  get freeArea(): Area {
    const { left, top, right, bottom } = this.#insets;
    return { left, top, right: Math.max(left, this.#width - right), bottom: Math.max(top, this.#height - bottom) };
  }

  /** Where the camera is going, m from the target. */
  get nextDistance(): number {
    return this.#goal.distance;
  }

  /** What it is going to look at. */
  get nextTarget(): Vector3 {
    return this.#goal.target;
  }

  /** Metres per CSS pixel at a point of the scene. */
  metresPerPixel(point: Vector3): number {
    const away = this.#isFlat ? this.#now.distance : Math.max(this.camera.near, this.camera.position.distanceTo(point));
    return (2 * away * Math.tan((kFieldOfView * Math.PI) / 360)) / this.#height;
  }

  /** Width of the picture that the panels leave free, at the target, m. */
  get freeWidth(): number {
    return this.#freePixels.wide * this.#metresPerTargetPixel;
  }

  /** Its height. */
  get freeHeight(): number {
    return this.#freePixels.high * this.#metresPerTargetPixel;
  }

  resize(width: number, height: number, insets: Insets): void {
    const before = this.#stepBack();
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
    this.#insets = withRoom(insets, this.#width, this.#height);
    const factor = this.#stepBack() / before;
    for (const pose of [this.#now, this.#goal]) pose.distance *= factor;
    // The middle of what the panels leave free becomes the middle of the picture.
    const { left, right, top, bottom } = this.#insets;
    const [shiftX, shiftY] = [(right - left) / 2, (bottom - top) / 2];
    this.camera.aspect = this.#width / this.#height;
    this.camera.setViewOffset(this.#width, this.#height, shiftX, shiftY, this.#width, this.#height);
    this.#moved = true;
  }

  /** As a scene gives it: where the camera stands and what it looks at; `aspect` is the width over height it needs. */
  lookFrom(position: Vector3, target: Vector3, aspect: number): void {
    this.#aspect = clamp(aspect * kSideMargin, kAspects);
    this.#aim(position, target);
    this.#jump();
  }

  /** Shows a ball of this centre and radius, from where the camera looks now. */
  frame(centre: Vector3, radius: number, atOnce: boolean): void {
    this.#aspect = 1;
    this.#goal.target.copy(centre);
    const farthest = Math.max(radius, 0.5) / Math.sin((kFieldOfView * Math.PI) / 360);
    this.#goal.distance = clamp(1.15 * farthest * this.#stepBack(), kDistances);
    if (atOnce) this.#jump();
  }

  /** Back to how the scene was first shown. */
  goHome(atOnce: boolean): void {
    const { distance } = this.#home;
    copyPose(this.#home, this.#goal);
    this.#goal.distance = distance * this.#stepBack();
    while (this.#now.azimuth - this.#goal.azimuth > Math.PI) this.#now.azimuth -= 2 * Math.PI;
    while (this.#now.azimuth - this.#goal.azimuth < -Math.PI) this.#now.azimuth += 2 * Math.PI;
    if (atOnce) this.#settle();
  }

  /** Looks as another camera does, as far away as this picture needs to show the same. */
  lookLike(other: OrbitCamera): void {
    this.#aspect = other.#aspect;
    const factor = this.#stepBack() / other.#stepBack();
    copyPose(other.#now, this.#now);
    copyPose(other.#goal, this.#goal);
    for (const pose of [this.#now, this.#goal]) pose.distance *= factor;
    this.#moved = true;
  }

  turn(azimuth: number, elevation: number, atOnce: boolean): void {
    if (this.#isFlat) return;
    this.#goal.azimuth += azimuth;
    this.#goal.elevation = clamp(this.#goal.elevation + elevation, kElevations);
    if (atOnce) this.#settle();
  }

  /** Moves the target in the plane of the picture, by CSS pixels. */
  pan(pixelsX: number, pixelsY: number): void {
    const scale = this.metresPerPixel(this.#now.target);
    const { elements } = this.camera.matrixWorld;
    this.#goal.target.addScaledVector(this.#offset.fromArray(elements, 0), -pixelsX * scale);
    this.#goal.target.addScaledVector(this.#offset.fromArray(elements, 4), pixelsY * scale);
    this.#settle();
  }

  zoom(factor: number, atOnce: boolean): void {
    this.#goal.distance = clamp(this.#goal.distance * factor, kDistances);
    if (atOnce) this.#settle();
    this.zoomed.emit();
  }

  /** Farther away, at the pace of easing. */
  stepBackTo(distance: number): void {
    this.#goal.distance = Math.max(this.#goal.distance, Math.min(distance, kDistances[1]));
  }

  /** Moves camera and target by a vector, m. */
  shift(by: Vector3): void {
    this.#goal.target.add(by);
    this.#now.target.add(by);
    this.#moved = true;
  }

  /** Moves towards the goal; true when the picture changed. */
  update(seconds: number): boolean {
    const now = this.#now;
    const goal = this.#goal;
    const left =
      now.target.distanceTo(goal.target) / goal.distance +
      Math.abs(now.azimuth - goal.azimuth) +
      Math.abs(now.elevation - goal.elevation) +
      Math.abs(Math.log(now.distance / goal.distance));
    if (left > 0) {
      const part = !this.eases || left < 1e-3 ? 1 : 1 - Math.exp(-kEasePerSecond * seconds);
      now.target.lerp(goal.target, part);
      now.azimuth += part * (goal.azimuth - now.azimuth);
      now.elevation += part * (goal.elevation - now.elevation);
      now.distance *= (goal.distance / now.distance) ** part;
      this.#moved = true;
    }
    if (!this.#moved) return false;
    this.#moved = false;
    const [azimuth, elevation] = this.#isFlat ? [0, 0] : [now.azimuth, now.elevation];
    const flat = now.distance * Math.cos(elevation);
    this.#offset.set(flat * Math.sin(azimuth), now.distance * Math.sin(elevation), flat * Math.cos(azimuth));
    const { camera } = this;
    camera.position.addVectors(now.target, this.#offset);
    if (!this.#isFlat) camera.position.y = Math.max(camera.position.y, this.floorHeight + kLowestAboveFloor);
    camera.lookAt(now.target);
    camera.near = now.distance * 0.02;
    camera.far = now.distance * 4 + 800;
    camera.updateProjectionMatrix();
    if (this.#isFlat) this.#flatten();
    camera.updateMatrixWorld();
    return true;
  }

  get #metresPerTargetPixel(): number {
    return (2 * this.#goal.distance * Math.tan((kFieldOfView * Math.PI) / 360)) / this.#height;
  }

  get #freePixels(): { readonly wide: number; readonly high: number } {
    return {
      wide: Math.max(1, this.#width - this.#insets.left - this.#insets.right),
      high: Math.max(1, this.#height - this.#insets.top - this.#insets.bottom),
    };
  }

  // Parallel rays, as wide as the view at the target.
  #flatten(): void {
    const { camera } = this;
    const [halfWidth, halfHeight] = [
      (this.#width * this.metresPerPixel(this.target)) / 2,
      (this.#height * this.metresPerPixel(this.target)) / 2,
    ];
    const { left, right, top, bottom } = this.#insets;
    const aside = ((right - left) / this.#width) * halfWidth;
    const up = ((bottom - top) / this.#height) * halfHeight;
    camera.projectionMatrix.makeOrthographic(
      aside - halfWidth,
      aside + halfWidth,
      halfHeight - up,
      -halfHeight - up,
      camera.near,
      camera.far,
    );
    camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  }

  #stepBack(): number {
    const { wide, high } = this.#freePixels;
    // What is covered above and below costs size as well.
    return Math.max(1, this.#aspect / (wide / high)) * (this.#height / high);
  }

  #aim(position: Vector3, target: Vector3): void {
    const goal = this.#goal;
    goal.target.copy(target);
    this.#offset.subVectors(position, target);
    const length = Math.max(1e-3, this.#offset.length());
    goal.elevation = clamp(Math.asin(clamp(this.#offset.y / length, [-1, 1])), kElevations);
    goal.azimuth = Math.atan2(this.#offset.x, this.#offset.z);
    goal.distance = clamp(length * this.#stepBack(), kDistances);
  }

  #settle(): void {
    copyPose(this.#goal, this.#now);
    this.#moved = true;
  }

  #jump(): void {
    this.#settle();
    copyPose(this.#goal, this.#home);
    this.#home.distance /= this.#stepBack();
  }
}
