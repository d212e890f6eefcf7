// Push: press on a body, pull an arrow, let go. The impulse acts at the pressed point along the arrow; its size, and the
// changes of velocity and angular velocity it will bring, stand beside it while one aims.
import { Ray, Vector3, type PerspectiveCamera } from 'three';
import type { Emitter } from '../simulation/emitter';
import type { BodyInfo, Command } from '../simulation/protocol';
import { type GrabPoint, pointInFacingPlane, type BodyGesture } from './body-gesture';
import { angularVelocityChange, velocityChange } from './impulse-preview';
import type { PushReadout } from './readouts';

/** 1/s: an arrow of one metre changes the velocity by this many m/s, whatever the mass. Larger: wilder pushes. */
export const pushPerMetre = 2;

/** An impulse (N s) at a point (m), world axes. */
export const pushCommand = (body: BodyInfo, impulse: Vector3, point: Vector3): Command => ({
  type: 'impulse',
  body: body.id,
  impulse: impulse.toArray(),
  point: point.toArray(),
});

export type PushTools = {
  readonly readout: PushReadout;
  readonly camera: PerspectiveCamera;
  readonly commands: Emitter<Command>;
};

export class PushGesture implements BodyGesture {
  readonly body: BodyInfo;
  readonly #grabPoint: GrabPoint;
  readonly #tools: PushTools;
  readonly #ray = new Ray();
  readonly #impulse = new Vector3();
  readonly #pull = new Vector3();
  readonly #facing = new Vector3();
  readonly #lever = new Vector3();
  readonly #velocityChange = new Vector3();
  readonly #spinChange = new Vector3();

  constructor(body: BodyInfo, grabPoint: GrabPoint, ray: Ray, tools: PushTools) {
    this.body = body;
    this.#grabPoint = grabPoint;
    this.#tools = tools;
    this.#ray.copy(ray);
  }

  /** Foot and pull of the arrow, for drawing. */
  get foot(): Vector3 {
    return this.#grabPoint.world;
  }

  get pull(): Vector3 {
    return this.#pull;
  }

  point(ray: Ray): void {
    this.#ray.copy(ray);
    this.update();
  }

  update(): void {
    this.#grabPoint.update();
    this.#tools.camera.getWorldDirection(this.#facing);
    pointInFacingPlane(this.#ray, this.#grabPoint.world, this.#facing, this.#pull).sub(this.#grabPoint.world);
    this.#impulse.copy(this.#pull).multiplyScalar(pushPerMetre * this.body.mass);
    this.#write();
  }

  finish(): void {
    this.update();
    this.#tools.commands.emit(pushCommand(this.body, this.#impulse, this.#grabPoint.world));
  }

  cancel(): void {} // nothing has happened yet

  #write(): void {
    velocityChange(this.body, this.#impulse, this.#velocityChange);
    this.#lever.subVectors(this.#grabPoint.world, this.#grabPoint.centre);
    angularVelocityChange(this.body, this.#grabPoint.orientation, this.#lever, this.#impulse, this.#spinChange);
    this.#tools.readout.show(this.#impulse, this.#velocityChange, this.#spinChange);
  }
}
