// Names under the bodies in the picture, where the scene or the switch asks for them. A name that would cover
// another one moves above its body, or one line away, or stays out: the order is that of the scene, so that none of them jumps.
import { Vector3 } from 'three';
import { Emitter } from '../simulation/emitter';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo, WorldInfo } from '../simulation/protocol';
import type { OrbitCamera } from './orbit-camera';

const kMost = 40; // names: more is no reading
const kGap = 6; // CSS pixels between a body and its name, and between names
const kFarthest = 150; // CSS pixels from the centre of a body, however large it is
const kMargin = 4; // CSS pixels kept free at the rim

type Name = { readonly slot: number; readonly element: HTMLElement; width: number; height: number; transform: string };
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type NamesView = {
  readonly camera: OrbitCamera;
  readonly poses: Float32Array;
  readonly radius: (slot: number) => number; // m
};

export class BodyNames {
  /** They were switched on or off. */
  readonly switched = new Emitter<boolean>();
  readonly #layer: HTMLElement;
  readonly #place = new Vector3();
  #isOn = false;
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
    this.#bodies = info.bodies.filter(({ name, type }) => name !== '' && type !== 'static' && !name.endsWith(']')).slice(0, kMost);
    this.#make();
  }

  show(view: NamesView): void {
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
    for (const top of [y + away, y - away - height, y + away + height + kGap, y - away - 2 * height - kGap]) {
      const box = { x: left, y: Math.round(top), width, height };
      const isInside = top >= freeArea.top + kMargin && top + height <= freeArea.bottom - kMargin;
      if (isInside && !taken.some((other) => overlaps(box, other))) return box;
    }
    return null;
  }
}

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + kGap && b.x < a.x + a.width + kGap && a.y < b.y + b.height + kGap / 2 && b.y < a.y + a.height + kGap / 2;
