// A press on a body begins a gesture: a push or a drag. It gets each move of the pointer, and is updated once a frame, because its
// body moves on.
import { Plane, Quaternion, Vector3, type Ray } from 'three';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo } from '../simulation/protocol';
import type { DisplayedPoses } from './displayed-poses';

export interface BodyGesture {
  /** The body it holds. */
  readonly body: BodyInfo;
  /** The pointer has moved; `ray` goes through it. */
  point(ray: Ray): void;
  /** A new frame is shown. */
  update(): void;
  /** The pointer was let go. */
  finish(): void;
  /** Ends without effect. */
  cancel(): void;
}

/** A point that sits on a body and moves with it. */
export class GrabPoint {
  readonly world = new Vector3();
  readonly centre = new Vector3();
  readonly orientation = new Quaternion();
  /** From the centre of mass, in body axes. */
  readonly local = new Vector3();
  readonly #poses: DisplayedPoses;
  readonly #slot: number;

  /** Without a point of the world: the centre of mass. */
  constructor(poses: DisplayedPoses, slot: number, world: Vector3 | null) {
    this.#poses = poses;
    this.#slot = slot;
    this.#readPose();
    this.world.copy(world ?? this.centre);
    this.local.subVectors(this.world, this.centre).applyQuaternion(this.orientation.clone().conjugate());
  }

  update(): void {
    this.#readPose();
    this.world.copy(this.local).applyQuaternion(this.orientation).add(this.centre);
  }

  #readPose(): void {
    const at = this.#slot * poseLayout.stride;
    this.centre.fromArray(this.#poses.values, at + poseLayout.position);
    this.orientation.fromArray(this.#poses.values, at + poseLayout.orientation);
  }
}

const plane = new Plane();

/** The intersection of a ray with the plane through a point that faces the camera; the point itself when there is none. */
export function pointInFacingPlane(ray: Ray, through: Vector3, facing: Vector3, out: Vector3): Vector3 {
  plane.setFromNormalAndCoplanarPoint(facing, through);
  return ray.intersectPlane(plane, out) ?? out.copy(through);
}
