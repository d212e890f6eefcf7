// Names under the bodies in the picture, where the scene or the switch asks for them. A name that would cover another one, or a body,
// moves above its own, or away, or to a side, or stays out: the order is that of the scene, so that none of them jumps.
import { Vector3 } from 'three';
import { Emitter } from '../simulation/emitter';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo, WorldInfo } from '../simulation/protocol';
import type { OrbitCamera } from './orbit-camera';

const kMost = 40; // names: more is no reading
const kGap = 6; // CSS pixels between a body and its name, and between names
const kFarthest = 150; // CSS pixels from the centre of a body, however large it is
const kMargin = 4; // CSS pixels kept free at the rim
const kMostShapes = 400; // that names keep clear of

type Name = { readonly slot: number; readonly element: HTMLElement; width: number; height: number; transform: string };
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type NamesView = {
  readonly camera: OrbitCamera;
  readonly poses: Float32Array;
  readonly radius: (slot: number) => number; // m
  readonly shapesOf: (slot: number) => readonly Float32Array[]; // matrices
};

export class BodyNames {
  /** They were switched on or off. */
  readonly switched = new Emitter<boolean>();
  readonly #layer: HTMLElement;
  readonly #place = new Vector3();
  #isOn = false;
  readonly #bodyBoxes: { readonly slot: number; readonly box: Box }[] = [];
  readonly #corner = new Vector3();
  #movers: readonly BodyInfo[] = [];
  #bodies: readonly BodyInfo[] = [];
  #names: Name[] = [];

  constructor(layer: HTMLElement) {
    this.#layer = layer;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  set isOn(isOn: boolean) {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    this.#make();
    this.switched.emit(isOn);
  }

  /** Bodies that move and have a name of their own: copies of an arrangement have not. */
  setWorld(info: WorldInfo): void {
    this.#movers = info.bodies.filter(({ type }) => type !== 'static');
    this.#bodies = this.#movers.filter(({ name }) => name !== '' && !name.endsWith(']')).slice(0, kMost);
    this.#make();
  }

  show(view: NamesView): void {
    if (this.#names.length === 0) return;
    this.#findBodies(view);
    const taken: Box[] = [];
    for (const name of this.#names) {
      const box = this.#boxFor(name, view, taken);
      name.element.hidden = box === null;
      if (!box) continue;
      taken.push(box);
      const transform = `translate(${box.x}px, ${box.y}px)`;
      if (transform !== name.transform) name.element.style.transform = name.transform = transform;
    }
  }

  dispose(): void {
    for (const { element } of this.#names) element.remove();
  }

  #make(): void {
    this.dispose();
    this.#names = !this.#isOn
      ? []
      : this.#bodies.map(({ slot, name }) => {
          const element = document.createElement('div');
          element.className = 'label label-name';
          element.textContent = name;
          this.#layer.append(element);
          return { slot, element, width: element.offsetWidth, height: element.offsetHeight, transform: '' };
        });
  }

  // What the shapes of the bodies cover, CSS pixels: to a rectangle each.
  #findBodies({ camera, shapesOf }: NamesView): void {
    this.#bodyBoxes.length = 0;
    for (const { slot } of this.#movers) {
      for (const matrix of shapesOf(slot)) {
        if (this.#bodyBoxes.length === kMostShapes) return;
        const box = this.#boxOf(matrix, camera);
        if (box) this.#bodyBoxes.push({ slot, box });
      }
    }
  }

  #boxOf(matrix: Float32Array, { camera, width, height }: OrbitCamera): Box | null {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let corner = 0; corner < 8; corner += 1) {
      const place = cornerOf(matrix, corner, this.#corner).project(camera);
      if (place.z > 1) return null;
      const [x, y] = [((place.x + 1) / 2) * width, ((1 - place.y) / 2) * height];
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  // A free place for a name, or null.
  #boxFor({ slot, width, height }: Name, { camera, poses, radius }: NamesView, taken: readonly Box[]): Box | null {
    const { freeArea } = camera;
    const place = this.#place.fromArray(poses, slot * poseLayout.stride + poseLayout.position);
    const away = Math.min(kFarthest, radius(slot) / camera.metresPerPixel(place)) + kGap;
    place.project(camera.camera);
    if (place.z > 1) return null;
    const [x, y] = [((place.x + 1) / 2) * camera.width, ((1 - place.y) / 2) * camera.height];
    if (x < freeArea.left || y < freeArea.top || x > freeArea.right || y > freeArea.bottom) return null;
    const left = Math.round(Math.min(freeArea.right - width - kMargin, Math.max(freeArea.left + kMargin, x - width / 2)));
    const tops = [y + away, y - away - height, y + away + height + kGap, y - away - 2 * height - kGap];
    const places: (readonly [number, number])[] = [
      ...tops.map((top) => [left, top] as const),
      [x + away, y - height / 2],
      [x - away - width, y - height / 2],
    ];
    for (const [atLeft, top] of places) {
      const box = { x: Math.round(atLeft), y: Math.round(top), width, height };
      const isInside =
        top >= freeArea.top + kMargin &&
        top + height <= freeArea.bottom - kMargin &&
        atLeft >= freeArea.left &&
        atLeft + width <= freeArea.right;
      if (!isInside || taken.some((other) => overlaps(box, other))) continue;
      if (!this.#bodyBoxes.some((other) => other.slot !== slot && overlaps(box, other.box))) return box;
    }
    return null;
  }
}

// A corner of what a matrix makes of the cube from -1 to 1: the bits of `corner` are the signs.
function cornerOf(matrix: ArrayLike<number>, corner: number, out: Vector3): Vector3 {
  const [a, b, c] = [corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1];
  const at = (axis: number): number => matrix[12 + axis]! + a * matrix[axis]! + b * matrix[4 + axis]! + c * matrix[8 + axis]!;
  return out.set(at(0), at(1), at(2));
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + kGap && b.x < a.x + a.width + kGap && a.y < b.y + b.height + kGap / 2 && b.y < a.y + a.height + kGap / 2;
