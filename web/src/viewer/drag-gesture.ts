// Drag: a spring from the pressed point of a body to the pointer, which the engine pulls on (commands `drag`, `release`).
import { Ray, Vector3, type PerspectiveCamera } from 'three';
import type { Emitter } from '../simulation/emitter';
import type { BodyInfo, Command } from '../simulation/protocol';
import { pointInFacingPlane, type BodyGesture, type GrabPoint } from './body-gesture';

export type DragTools = {
  readonly camera: PerspectiveCamera;
  readonly commands: Emitter<Command>;
};

let nextPointer = 1; // the engine tells springs apart by these

export class DragGesture implements BodyGesture {
  readonly body: BodyInfo;
  readonly target = new Vector3();
  readonly #pointer = nextPointer++;
  readonly #grabPoint: GrabPoint;
  readonly #tools: DragTools;
  readonly #ray = new Ray();
  readonly #facing = new Vector3();
  readonly #through = new Vector3();
  #isSent = false;
  #isOver = false;

  constructor(body: BodyInfo, grabPoint: GrabPoint, ray: Ray, tools: DragTools) {
    this.body = body;
    this.#grabPoint = grabPoint;
    this.#tools = tools;
    this.#through.copy(grabPoint.world);
    this.target.copy(grabPoint.world);
    this.#ray.copy(ray);
    this.#send();
  }

  get foot(): Vector3 {
    return this.#grabPoint.world;
  }

  /** The latest place wins: it goes out with the next frame, not with every event of a fast mouse. */
  point(ray: Ray): void {
    this.#ray.copy(ray);
    this.#isSent = false;
  }

  update(): void {
    this.#grabPoint.update();
    if (!this.#isSent) this.#send();
  }

  finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#tools.commands.emit({ type: 'release', pointer: this.#pointer });
  }

  cancel(): void {
    this.finish();
  }

  #send(): void {
    this.#isSent = true;
    this.#tools.camera.getWorldDirection(this.#facing);
    pointInFacingPlane(this.#ray, this.#through, this.#facing, this.target);
    this.#tools.commands.emit({
      type: 'drag',
      pointer: this.#pointer,
      body: this.body.id,
      point: this.#grabPoint.world.toArray(),
      target: this.target.toArray(),
    });
  }
}
