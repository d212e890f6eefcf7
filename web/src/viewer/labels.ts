// Small texts that stand beside points of the scene: HTML over the canvas, so that type is crisp and tabular. They repeat
// what the readouts hold, so they are hidden from assistive technology.
import { Vector3 } from 'three';
import type { OrbitCamera } from './orbit-camera';

const kMargin = 8; // CSS pixels kept free at the rim of what the panels leave free
const kShare = 0.8; // of its height: nearer, two labels cover each other
const kApart = 6; // CSS pixels between two labels side by side: nearer, L and ω read as a product
const kDistance = 14; // CSS pixels between a tip and its label

/** CSS pixels of the picture. */
export type LabelBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The transform to a pixel of the picture; on paper, where the picture has another width, they have another size. */
export const toPixel = (x: number, y: number): string => `translate(calc(${x} * var(--px)), calc(${y} * var(--px)))`;

export class Label {
  readonly element: HTMLElement;
  readonly #nudge: number;
  #x = NaN;
  #y = NaN;
  #wide = 0;
  #high = 0;

  /** `nudge` (CSS pixels) keeps apart labels whose arrows point at the eye. */
  constructor(layer: HTMLElement, element: HTMLElement, nudge = 0) {
    this.#nudge = nudge;
    this.element = element;
    element.hidden = true;
    layer.append(element);
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Where it stands; null: it is hidden. */
  get box(): LabelBox | null {
    return this.element.hidden ? null : { x: this.#x, y: this.#y, width: this.#wide, height: this.#high };
  }

  /** Whether its point is before the eye; it is hidden where not. */
  showAt(point: Vector3, { camera }: OrbitCamera): boolean {
    this.element.hidden = projected.copy(point).project(camera).z > 1;
    if (this.element.hidden) return false;
    this.#wide = this.element.offsetWidth;
    this.#high = this.element.offsetHeight;
    return true;
  }

  /** CSS pixels, while it is shown. */
  get size(): { readonly width: number; readonly height: number } {
    return { width: this.#wide, height: this.#high };
  }

  /** Its upper left corner. */
  moveTo(x: number, y: number): void {
    this.#move(Math.round(x), Math.round(y));
  }

  /** Puts the label beyond the tip of an arrow, in the arrow's direction on the screen, and inside the free part of the stage. */
  place(tip: Vector3, foot: Vector3, orbit: OrbitCamera, taken: readonly LabelBox[] = []): void {
    const { camera, width, height, freeArea } = orbit;
    if (!this.showAt(tip, orbit)) return;
    projectedFoot.copy(foot).project(camera);
    const [wide, high] = [this.#wide, this.#high];
    const tipX = ((projected.x + 1) / 2) * width + this.#nudge;
    const tipY = ((1 - projected.y) / 2) * height;
    const alongX = ((projected.x - projectedFoot.x) / 2) * width;
    const alongY = ((projectedFoot.y - projected.y) / 2) * height;
    const length = Math.max(1, Math.hypot(alongX, alongY));
    const { left, top, right, bottom } = freeArea;
    let x = within(tipX + (alongX / length) * (kDistance + wide / 2) - wide / 2, left, right - wide);
    let y = within(tipY + (alongY / length) * (kDistance + high / 2) - high / 2, top, bottom - high);
    // At the rim the label was pushed back over the tip: it goes above or below.
    if (tipX > x - kMargin && tipX < x + wide + kMargin && tipY > y - kMargin && tipY < y + high + kMargin) {
      y = within(alongY > 0 ? tipY + kDistance : tipY - kDistance - high, top, bottom - high);
    }
    // Where another label stands: beside that one, on the side that has room.
    for (const other of taken) {
      const isApart = x + wide + kApart <= other.x || x >= other.x + other.width + kApart;
      if (isApart || y + high * kShare <= other.y || y >= other.y + other.height * kShare) continue;
      const [before, after] = [other.x - wide - kApart, other.x + other.width + kApart];
      const beside = alongX < 0 ? before : after;
      x = beside > left && beside + wide < right ? beside : alongX < 0 ? after : before;
    }
    this.#move(Math.round(x), Math.round(y));
  }

  #move(x: number, y: number): void {
    if (x === this.#x && y === this.#y) return;
    this.#x = x;
    this.#y = y;
    this.element.style.transform = toPixel(x, y);
  }

  dispose(): void {
    this.element.remove();
  }
}

const projected = new Vector3();
const projectedFoot = new Vector3();
const within = (value: number, least: number, most: number): number => Math.max(least + kMargin, Math.min(most - kMargin, value));
