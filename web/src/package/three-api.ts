// What the adapter for three.js offers: its types, shipped as three.d.ts as they stand. The shape is that of three's own physics addons
// (RapierPhysics, JoltPhysics), but time is the caller's: nothing here has a timer.
import type { Mesh, Object3D } from 'three';
import type { Engine, InitOptions, World } from './engine-api';

export type XYZ = { readonly x: number; readonly y: number; readonly z: number };

export type TumblePhysicsOptions = InitOptions & {
  /** An engine that `init` has started; else one of its own is. */
  readonly engine?: Engine;
  /** m/s², world axes; left out: (0, −9.81, 0). */
  readonly gravity?: XYZ;
  /** The fixed time step is 1 / this, s; left out: 60. */
  readonly stepsPerSecond?: number;
};

export interface TumblePhysicsObject {
  readonly world: World;
  /** Share of a step, 0 to 1, by which time has gone beyond the last step. Meshes stand that far between the last but one and the last step, so that they
   *  move evenly however long frames are. */
  readonly alpha: number;
  /** Adds each mesh below `scene` with `userData.physics = { mass, restitution, friction }`. Throws as `addMesh` does. */
  addScene(scene: Object3D): void;
  /**
   * Adds a mesh, or all instances of an InstancedMesh, where they stand: boxes and spheres. `mass` in kg, of each; 0: it never moves.
   * The mesh has to be a child of what stands at the world's origin. Throws Error for other geometries, SceneError for values beyond the limits.
   */
  addMesh(mesh: Mesh, mass?: number, restitution?: number, friction?: number): void;
  removeMesh(mesh: Mesh): void;
  /** m, world axes; its velocities stay. Throws Error for a mesh that was not added. */
  setMeshPosition(mesh: Mesh, position: XYZ, index?: number): void;
  /** m/s, world axes. */
  setMeshVelocity(mesh: Mesh, velocity: XYZ, index?: number): void;
  /** N s, world axes, at the centre of mass: Δv = J/m. */
  applyImpulse(mesh: Mesh, impulse: XYZ, index?: number): void;
  /**
   * Lets `dt` seconds pass in whole steps, and moves the meshes to where their bodies are. At most four steps a call: what is beyond is left out, so
   * that a page that was hidden does not leap. Returns the steps taken.
   */
  step(dt: number): number;
  /** Frees the world; meshes stay where they are. */
  dispose(): void;
}

/** Starts an engine and an empty world. Rejects with EngineError. */
export declare function TumblePhysics(options?: TumblePhysicsOptions): Promise<TumblePhysicsObject>;
