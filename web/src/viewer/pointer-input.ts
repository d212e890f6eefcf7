// Mouse, pen and touch on the picture. A press on a body that can move becomes a push or a drag, a press beside it
// turns the camera, two fingers pan and zoom, a click selects. In a frame of another page the wheel and a vertical
// swipe stay with that page.
import { Ray, Vector2 } from 'three';
import type { BodyGesture } from './body-gesture';
import type { OrbitCamera } from './orbit-camera';

const kClickPixels = 6; // a pull shorter than this is a click
const kTurnPerPixel = 0.006; // rad
const kWheelPerPixel = 0.0012; // zoom, in powers of e
const kWheelLine = 30; // pixels that a wheel's "line" counts for

export type PointerOwner = {
  /** A gesture on the body under the ray, or null where no body can be grabbed. */
  readonly grab: (ray: Ray, event: PointerEvent) => BodyGesture | null;
  /** A click: on a body (its id) or beside all (null). */
  readonly click: (ray: Ray) => void;
  /** Something changed that must be drawn. */
  readonly moved: () => void;
  /** The view was moved aside. */
  readonly panned: () => void;
  /** The view may be turned, moved and zoomed. */
  readonly mayTurn: () => boolean;
};

type Held = { x: number; y: number; readonly startX: number; readonly startY: number; readonly button: number };

export class PointerInput {
  /** Where the mouse hovers, in CSS pixels; null while it is away, pressed, or a finger. */
  hover: Vector2 | null = null;
  gesture: BodyGesture | null = null;
  readonly #canvas: HTMLCanvasElement;
  readonly #camera: OrbitCamera;
  readonly #owner: PointerOwner;
  readonly #isEmbedded: boolean;
  readonly #held = new Map<number, Held>();
  readonly #ray = new Ray();
  readonly #place = new Vector2();
  readonly #listeners = new AbortController();
  #isPulled = false; // the pointer went farther than a click
  #isSpent = false; // the gesture was cancelled: the rest of this press means nothing
  #gesturePointer = -1;

  constructor(canvas: HTMLCanvasElement, camera: OrbitCamera, isEmbedded: boolean, owner: PointerOwner) {
    this.#canvas = canvas;
    this.#camera = camera;
    this.#owner = owner;
    this.#isEmbedded = isEmbedded;
    canvas.style.touchAction = isEmbedded ? 'pan-y' : 'none';
    const { signal } = this.#listeners;
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.#move(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.#up(event, false), { signal });
    canvas.addEventListener('pointercancel', (event) => this.#up(event, true), { signal });
    canvas.addEventListener('pointerleave', () => this.#leave(), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    // A finger on a body drags it and does not scroll: decided at touchstart, before the browser starts to pan.
    canvas.addEventListener('touchmove', (event) => this.gesture && event.preventDefault(), { signal, passive: false });
  }

  /** Ends a gesture without effect; true when there was one. */
  cancel(): boolean {
    if (!this.gesture) return false;
    this.gesture.cancel();
    this.gesture = null;
    this.#isSpent = true;
    this.#owner.moved();
    return true;
  }

  rayThrough(x: number, y: number): Ray {
    this.#place.set((x / this.#canvas.clientWidth) * 2 - 1, 1 - (y / this.#canvas.clientHeight) * 2);
    const { camera, isFlat } = this.#camera;
    const { origin, direction } = this.#ray;
    if (isFlat) origin.set(this.#place.x, this.#place.y, -1).unproject(camera);
    else origin.setFromMatrixPosition(camera.matrixWorld);
    direction
      .set(this.#place.x, this.#place.y, isFlat ? 1 : 0.5)
      .unproject(camera)
      .sub(origin)
      .normalize();
    return this.#ray;
  }

  /** Whether the pull is long enough to mean a push. */
  get isPulled(): boolean {
    return this.#isPulled;
  }

  dispose(): void {
    this.cancel();
    this.#listeners.abort();
    this.#canvas.style.touchAction = '';
  }

  #down(event: PointerEvent): void {
    if (this.#held.size >= 2) return;
    const held = { x: event.offsetX, y: event.offsetY, startX: event.offsetX, startY: event.offsetY, button: event.button };
    this.#held.set(event.pointerId, held);
    this.#canvas.setPointerCapture(event.pointerId);
    this.hover = null;
    this.#owner.moved();
    if (this.#held.size === 2) {
      this.cancel(); // the second finger: both now move the camera
      this.#isSpent = false;
      this.#isPulled = true;
      return;
    }
    this.#isPulled = this.#isSpent = false;
    if (event.button !== 0) return;
    this.gesture = this.#owner.grab(this.rayThrough(held.x, held.y), event);
    this.#gesturePointer = event.pointerId;
  }

  #move(event: PointerEvent): void {
    const held = this.#held.get(event.pointerId);
    if (!held) {
      if (event.pointerType === 'mouse') (this.hover ??= new Vector2()).set(event.offsetX, event.offsetY);
      this.#owner.moved();
      return;
    }
    const deltaX = event.offsetX - held.x;
    const deltaY = event.offsetY - held.y;
    if (deltaX === 0 && deltaY === 0) return;
    if (Math.hypot(event.offsetX - held.startX, event.offsetY - held.startY) > kClickPixels) this.#isPulled = true;
    if (this.#held.size === 2 && this.#owner.mayTurn()) this.#pinch(event, held);
    held.x = event.offsetX;
    held.y = event.offsetY;
    if (this.gesture && event.pointerId === this.#gesturePointer) this.gesture.point(this.rayThrough(held.x, held.y));
    else if (this.#held.size === 1 && this.#isPulled && !this.#isSpent && this.#owner.mayTurn()) {
      if (held.button === 0 && !event.shiftKey && !this.#camera.isFlat)
        this.#camera.turn(-deltaX * kTurnPerPixel, deltaY * kTurnPerPixel, true);
      else {
        this.#camera.pan(deltaX, deltaY);
        this.#owner.panned();
      }
    }
    this.#owner.moved();
  }

  #pinch(event: PointerEvent, held: Held): void {
    for (const [pointer, other] of this.#held) {
      if (pointer === event.pointerId) continue;
      const before = Math.hypot(held.x - other.x, held.y - other.y);
      const after = Math.hypot(event.offsetX - other.x, event.offsetY - other.y);
      if (before > 0 && after > 0) this.#camera.zoom(before / after, true);
      this.#camera.pan((event.offsetX - held.x) / 2, (event.offsetY - held.y) / 2);
    }
  }

  #up(event: PointerEvent, isCancelled: boolean): void {
    const held = this.#held.get(event.pointerId);
    if (!held) return;
    this.#held.delete(event.pointerId);
    const gesture = event.pointerId === this.#gesturePointer ? this.gesture : null;
    if (gesture) this.gesture = null;
    const isClick = !isCancelled && !this.#isPulled && !this.#isSpent && event.button === 0 && this.#held.size === 0;
    const isBack = Math.hypot(event.offsetX - held.startX, event.offsetY - held.startY) <= kClickPixels;
    if (gesture && (isCancelled || isBack)) gesture.cancel();
    else if (gesture) {
      gesture.point(this.rayThrough(event.offsetX, event.offsetY));
      gesture.finish();
    }
    if (isClick) this.#owner.click(this.rayThrough(event.offsetX, event.offsetY));
    this.#owner.moved();
  }

  #leave(): void {
    if (!this.hover) return;
    this.hover = null;
    this.#owner.moved();
  }

  #wheel(event: WheelEvent): void {
    const { activeElement } = this.#canvas.getRootNode() as Document | ShadowRoot;
    if (!this.#owner.mayTurn() || (this.#isEmbedded && !event.ctrlKey && activeElement !== this.#canvas)) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? kWheelLine : 1);
    this.#camera.zoom(Math.exp(Math.max(-240, Math.min(240, pixels)) * kWheelPerPixel * (event.ctrlKey ? 4 : 1)), true);
    this.#owner.moved();
  }
}
