// Names under the bodies in the picture, where the scene or the switch asks for them. A name that would cover
// another one, or another body, moves above its body, or aside, or one line away, or stays out: the order is that of the scene, so that none of them jumps.
// One straight under or over another body would be read as the name of that one: it is the last choice.
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
const kPadding = 7; // CSS pixels beside the letters of a name
const kInset = 10; // CSS pixels of a name that reach past the centre of its body, where it begins or ends there

type Disc = { readonly x: number; readonly y: number; readonly radius: number }; // the ball around a body as one sees it, CSS pixels
type BodyBox = Box & { readonly slot: number; readonly disc: Disc };
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
  #bodyBoxes: BodyBox[] = [];

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
    this.#bodyBoxes = view.movers.slice(0, kMostInTheWay).flatMap(({ slot }) => this.#bodyBoxOf(slot, view) ?? []);
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
          const range = document.createRange();
          const element = document.createElement('div');
          element.className = 'label label-name';
          element.textContent = name;
          this.#layer.append(element);
          // A name of two lines is as wide as they are, not as wide as it might be.
          range.selectNodeContents(element);
          const { width } = range.getBoundingClientRect();
          if (width) element.style.maxWidth = `calc(${width + kPadding} * var(--px))`;
          return { slot, element, width: element.offsetWidth, height: element.offsetHeight, transform: '' };
        });
  }

  // null: behind the eye.
  #discOf(slot: number, { camera, poses, radius }: NamesView): Disc | null {
    const place = this.#place.fromArray(poses, slot * poseLayout.stride + poseLayout.position);
    const onScreen = radius(slot) / camera.metresPerPixel(place);
    place.project(camera.camera);
    return place.z > 1 ? null : { x: ((place.x + 1) / 2) * camera.width, y: ((1 - place.y) / 2) * camera.height, radius: onScreen };
  }

  // Not beyond the ball around the body: the box around a ball that turns would grow and shrink.
  #bodyBoxOf(slot: number, view: NamesView): BodyBox | null {
    const box = screenBoxOf(view.partsOf(slot), view.camera);
    const disc = box && this.#discOf(slot, view);
    if (!disc) return null;
    const [x, y] = [Math.max(box.left, disc.x - disc.radius), Math.max(box.top, disc.y - disc.radius)];
    return {
      slot,
      disc,
      x,
      y,
      width: Math.min(box.right, disc.x + disc.radius) - x,
      height: Math.min(box.bottom, disc.y + disc.radius) - y,
    };
  }

  // A free place for a name, or null.
  #boxFor(name: Name, view: NamesView, taken: readonly Box[]): Box | null {
    const { left, top, right, bottom } = view.camera.freeArea;
    const disc = this.#discOf(name.slot, view);
    if (!disc || disc.x < left || disc.y < top || disc.x > right || disc.y > bottom) return null;
    const { width, height } = name;
    const others = this.#bodyBoxes.filter(({ slot }) => slot !== name.slot);
    const free = this.#placesFor(name, disc)
      .map(([x, y]) => ({ x: Math.round(Math.min(right - width - kMargin, Math.max(left + kMargin, x))), y: Math.round(y), width, height }))
      .filter(
        (box) =>
          box.y >= top + kMargin &&
          box.y + height <= bottom - kMargin &&
          !others.some((other) => overlaps(box, other, 0)) &&
          !taken.some((other) => overlaps(box, other)),
      );
    const worth = (box: Box): number =>
      +isOver(box, disc) - +others.some((other) => isOver(box, other.disc) && Math.abs(other.disc.y - box.y) < kFarthest);
    return free.sort((one, other) => worth(other) - worth(one))[0] ?? null;
  }

  // Upper left corners of a name at its body, the best one first.
  #placesFor({ slot, width, height }: Name, { x, y, radius }: Disc): readonly (readonly [number, number])[] {
    // Below the ball around the body, so that a name does not jump as its body turns; below what one sees of it, where the ball is large.
    const own = this.#bodyBoxes.find((box) => box.slot === slot);
    const [up, down] = own && radius > kFarthest ? [y - own.y, own.y + own.height - y] : [radius, radius];
    const [above, below] = [y - up - kGap - height, y + down + kGap];
    const [before, after] = own ? [own.x - kGap - width, own.x + own.width + kGap] : [x - radius - kGap - width, x + radius + kGap];
    const [begins, middle, ends] = [x - kInset, x - width / 2, x + kInset - width];
    return [
      [middle, below],
      [middle, above],
      [after, y - height / 2],
      [before, y - height / 2],
      [after, y + height / 2],
      [before, y - height],
      [after, y - height],
      [before, y + height / 2],
      [begins, below],
      [ends, above],
      [ends, below],
      [begins, above],
      [middle, below + height + kGap],
      [middle, above - height - kGap],
    ];
  }
}

const isOver = ({ x, width }: Box, point: Disc): boolean => point.x > x && point.x < x + width;
const overlaps = (a: Box, b: Box, gap = kGap): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap / 2 && b.y < a.y + a.height + gap / 2;
