// Names under the bodies in the picture, where the scene or the switch asks for them. A name that would cover
// another one, or another body, moves above its body, or beside it, or one line away, or stays out: the order is that of the scene, so that none of them jumps.
import { Vector3 } from 'three';
import { Emitter } from '../simulation/emitter';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo, WorldInfo } from '../simulation/protocol';
import { toPixel, type LabelBox as Box } from './labels';
import type { OrbitCamera } from './orbit-camera';
import { screenBoxOf } from './screen-box';
import type { PartOfBody } from './selection-outline';

const kMost = 40; // names: more is no reading
const kGap = 6; // CSS pixels between a body and its name, and between names
const kFarthest = 150; // CSS pixels from the centre of a body, however large it is
const kMostInTheWay = 200; // bodies that a name is kept off
const kMargin = 4; // CSS pixels kept free at the rim

type Name = { readonly slot: number; readonly element: HTMLElement; width: number; height: number; transform: string };

export type NamesView = {
  readonly camera: OrbitCamera;
  readonly poses: Float32Array;
  readonly radius: (slot: number) => number; // m
  readonly movers: readonly BodyInfo[];
  readonly partsOf: (slot: number) => readonly PartOfBody[];
};

export class BodyNames {
  /** They were switched on or off. */
  readonly switched = new Emitter<boolean>();
  readonly #layer: HTMLElement;
  readonly #place = new Vector3();
  #isOn = false;
  #bodies: readonly BodyInfo[] = [];
  #names: Name[] = [];
  #bodyBoxes: (Box & { readonly slot: number })[] = [];

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

  /** Gives where they stand, CSS pixels of the picture. */
  show(view: NamesView): readonly Box[] {
    const taken: Box[] = [];
    if (this.#names.length === 0) return taken;
    this.#bodyBoxes = view.movers.slice(0, kMostInTheWay).flatMap(({ slot }) => {
      const box = screenBoxOf(view.partsOf(slot), view.camera);
      return box ? [{ slot, x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }] : [];
    });
    for (const name of this.#names) {
      const box = this.#boxFor(name, view, taken);
      name.element.hidden = box === null;
      if (!box) continue;
      taken.push(box);
      const transform = toPixel(box.x, box.y);
      if (transform !== name.transform) name.element.style.transform = name.transform = transform;
    }
    return taken;
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
    const reach = radius(slot) / camera.metresPerPixel(place);
    place.project(camera.camera);
    if (place.z > 1) return null;
    const [x, y] = [((place.x + 1) / 2) * camera.width, ((1 - place.y) / 2) * camera.height];
    if (x < freeArea.left || y < freeArea.top || x > freeArea.right || y > freeArea.bottom) return null;
    // Below the ball around the body, so that a name does not jump as its body turns; below what one sees of it, where the ball is large.
    const own = this.#bodyBoxes.find((box) => box.slot === slot);
    const [above, below] = own && reach > kFarthest ? [y - own.y + kGap, own.y + own.height - y + kGap] : [reach + kGap, reach + kGap];
    const [before, after] = own ? [own.x - kGap - width, own.x + own.width + kGap] : [x - reach - kGap - width, x + reach + kGap];
    const others = this.#bodyBoxes.filter((box) => box.slot !== slot);
    for (const [left, top] of [
      [x - width / 2, y + below],
      [x - width / 2, y - above - height],
      [after, y - height / 2],
      [before, y - height / 2],
      [after, y + height / 2],
      [before, y - height],
      [after, y - height],
      [before, y + height / 2],
      [x - width / 2, y + below + height + kGap],
      [x - width / 2, y - above - 2 * height - kGap],
    ] as const) {
      const within = Math.min(freeArea.right - width - kMargin, Math.max(freeArea.left + kMargin, left));
      const box = { x: Math.round(within), y: Math.round(top), width, height };
      if (others.some((other) => covers(box, other))) continue;
      const isInside = top >= freeArea.top + kMargin && top + height <= freeArea.bottom - kMargin;
      if (isInside && !taken.some((other) => overlaps(box, other))) return box;
    }
    return null;
  }
}

const covers = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width + kGap && b.x < a.x + a.width + kGap && a.y < b.y + b.height + kGap / 2 && b.y < a.y + a.height + kGap / 2;
