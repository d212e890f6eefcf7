// The pointer on bodies: the tool (push or drag), the current gesture, pushes by keys, and the body under the mouse. It shows the
// push arrow with its numbers; pushes and drags leave it as commands for the simulation.
import { Vector3, type Ray, type Scene } from 'three';
import { Emitter } from '../simulation/emitter';
import type { BodyInfo, Command, Vector } from '../simulation/protocol';
import { Arrow } from './arrow';
import { GrabPoint, type BodyGesture } from './body-gesture';
import type { BodyInstances } from './body-instances';
import { pictureKey } from './camera-keys';
import { DragGesture } from './drag-gesture';
import { Label } from './labels';
import type { OrbitCamera } from './orbit-camera';
import { PointerInput } from './pointer-input';
import type { Allowed } from './pointer-names';
import { PushGesture, pushCommand, pushPerMetre } from './push-gesture';
import type { MarkColors, PushReadout } from './readouts';

export type Tool = 'push' | 'drag';

/** A body was clicked at a point (m from its centre of mass, body axes), or the place beside all. */
export type Click = { readonly body: number | null; readonly point: Vector | null };

/** Canvas and layers of the tools. */
export type PointerToolsOptions = {
  readonly canvas: HTMLCanvasElement;
  readonly labels: HTMLElement; // layer over the canvas
  readonly pushReadout: PushReadout;
  readonly isEmbedded: boolean; // wheel and vertical swipes stay with the page around
  readonly allows?: ReadonlySet<Allowed> | undefined; // what the pointer may do; left out: all
};

/** What the tools need of their viewer. */
export type PointerToolsView = {
  readonly selected: () => BodyInfo | null;
  readonly goHome: () => void;
  readonly stopFollowing: () => void;
  readonly invalidate: () => void;
};

const kKeyPush = 1.5; // m/s, the change of velocity by one key press
const kKeyArrowMilliseconds = 500; // how long its arrow is seen

export class PointerTools {
  tool: Tool = 'push';
  /** While something in the picture is to be chosen: what gets the clicks; bodies are neither grabbed nor selected then. */
  aim: ((ray: Ray) => void) | null = null;
  /** Pushes, drags and their ends. */
  readonly commands = new Emitter<Command>();
  readonly clicks = new Emitter<Click>();
  /** A key asks for the next (or previous) body. */
  readonly turns = new Emitter<1 | -1>();
  readonly #options: PointerToolsOptions;
  readonly #bodies: BodyInstances;
  readonly #camera: OrbitCamera;
  readonly #arrow: Arrow; // of a push
  readonly #spring: Arrow; // of a drag
  readonly #label: Label;
  readonly #pointer: PointerInput;
  readonly #listeners = new AbortController();
  readonly #view: PointerToolsView;
  readonly #along = new Vector3();
  readonly #hitPoint = new Vector3();
  #keyed: { grabPoint: GrabPoint; pull: Vector3; until: number } | null = null;

  constructor(scene: Scene, bodies: BodyInstances, camera: OrbitCamera, options: PointerToolsOptions, view: PointerToolsView) {
    this.#options = options;
    this.#bodies = bodies;
    this.#camera = camera;
    this.#view = view;
    this.#arrow = new Arrow(scene, 1);
    this.#spring = new Arrow(scene, 1);
    this.#label = new Label(options.labels, options.pushReadout.element);
    this.#pointer = new PointerInput(options.canvas, camera, options.isEmbedded, {
      grab: (ray, event) => this.#grab(ray, event),
      click: (ray) => (this.aim ? this.aim(ray) : this.#select(bodies.pick(ray, this.#hitPoint))),
      moved: view.invalidate,
      panned: view.stopFollowing,
      mayTurn: () => this.#may('camera'),
    });
    options.canvas.addEventListener('keydown', (event) => this.#key(event), { signal: this.#listeners.signal });
  }

  setTheme(colors: Pick<MarkColors, 'impulse' | 'force'>, halo: string): void {
    this.#arrow.setColors(colors.impulse, halo);
    this.#spring.setColors(colors.force, halo);
  }

  /** Stops a pull or a drag; true when there was one. */
  cancel(): boolean {
    return this.#pointer.cancel();
  }

  /** Another world: the grabbed body is gone. */
  letGo(): void {
    this.#pointer.cancel();
    this.#keyed = null;
  }

  /** New poses are shown. */
  updateGesture(): void {
    this.#pointer.gesture?.update();
  }

  /** Before drawing: hover, arrow and label. True while something of it will change by itself. */
  update(now: number): boolean {
    const { gesture, hover } = this.#pointer;
    const hovered = hover ? this.#bodies.pick(this.#pointer.rayThrough(hover.x, hover.y), this.#hitPoint) : null;
    this.#bodies.hover(gesture?.body.slot ?? hovered?.slot ?? -1);
    this.#options.canvas.dataset.cursor = gesture ? 'holding' : hovered ? 'body' : '';
    if (gesture) this.#keyed = null;
    this.#arrow.hide();
    this.#spring.hide();
    const isPush = gesture instanceof PushGesture && this.#pointer.isPulled;
    if (gesture instanceof DragGesture) this.#show(this.#spring, gesture.foot, this.#along.subVectors(gesture.target, gesture.foot));
    else if (isPush) this.#show(this.#arrow, gesture.foot, gesture.pull);
    else if (this.#keyed && now < this.#keyed.until) {
      this.#keyed.grabPoint.update();
      this.#show(this.#arrow, this.#keyed.grabPoint.world, this.#keyed.pull);
    } else this.#keyed = null;
    if (isPush) this.#label.place(this.#arrow.tip, this.#arrow.foot, this.#camera);
    else this.#label.hide();
    return this.#keyed !== null;
  }

  dispose(): void {
    this.#listeners.abort();
    this.#pointer.dispose();
    this.#arrow.dispose();
    this.#spring.dispose();
    this.#label.dispose();
  }

  #may(what: Allowed): boolean {
    return this.#options.allows?.has(what) ?? true;
  }

  #show(arrow: Arrow, foot: Vector3, along: Vector3): void {
    arrow.show(foot, along, this.#camera.metresPerPixel(foot));
  }

  #grab(ray: Ray, event: PointerEvent): BodyGesture | null {
    const body = this.#bodies.pick(ray, this.#hitPoint);
    if (body?.type !== 'dynamic' || this.aim) return null;
    const grabPoint = new GrabPoint(this.#bodies.poses, body.slot, this.#hitPoint);
    const { camera } = this.#camera;
    const drags = this.#may('drag') && (this.tool === 'drag' || event.shiftKey || !this.#may('push'));
    if (!drags && !this.#may('push')) return null;
    if (drags) {
      return new DragGesture(body, grabPoint, ray, { camera, commands: this.commands });
    }
    return new PushGesture(body, grabPoint, ray, { readout: this.#options.pushReadout, camera, commands: this.commands });
  }

  #select(body: BodyInfo | null): void {
    const point = body ? new GrabPoint(this.#bodies.poses, body.slot, this.#hitPoint).local.toArray() : null;
    this.clicks.emit({ body: body?.id ?? null, point });
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented) return; // a key of the scene
    const meant = pictureKey(event, {
      camera: this.#camera.camera,
      next: (by) => this.turns.emit(by),
      push: (direction) => this.#keyPush(direction),
      turn: (azimuth, elevation) => this.#may('camera') && this.#camera.turn(azimuth, elevation, false),
      zoom: (factor) => this.#may('camera') && this.#camera.zoom(factor, false),
      home: this.#view.goHome,
    });
    if (!meant) return;
    event.preventDefault();
    this.#view.invalidate();
  }

  #keyPush(direction: Vector3): boolean {
    const body = this.#view.selected();
    if (body?.type !== 'dynamic' || !this.#may('push')) return false;
    const grabPoint = new GrabPoint(this.#bodies.poses, body.slot, null);
    this.commands.emit(pushCommand(body, this.#along.copy(direction).multiplyScalar(kKeyPush * body.mass), grabPoint.world));
    const pull = direction.clone().multiplyScalar(Math.max(kKeyPush / pushPerMetre, 1.6 * this.#bodies.radius(body.slot)));
    this.#keyed = { grabPoint, pull, until: performance.now() + kKeyArrowMilliseconds };
    return true;
  }
}
