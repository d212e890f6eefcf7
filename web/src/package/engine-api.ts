// What the package's engine offers: its types, shipped as engine.d.ts as they stand.
// Units SI, right-handed world axes with y up, angles in radians, quaternions x, y, z, w that turn body axes into world axes. Time is a whole number
// of steps, of which a scene has `stepsPerSecond`, usually 60. The same scene and commands give the same bits on every machine.
/// <reference lib="esnext.disposable" />

export type Vector = readonly [number, number, number];
/** x, y, z, w, of length 1: body axes → world axes. */
export type Quaternion = readonly [number, number, number, number];

/** Where the engine's WebAssembly comes from: an address, an answer of a server, its bytes, or the module that was made of them. */
export type WasmSource = URL | string | Response | ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module;

export type InitOptions = {
  /** Left out: the file tumble-core.wasm that lies beside this module in the package; in Node it is part of the code. */
  readonly wasm?: WasmSource | Promise<WasmSource>;
};

/**
 * Loads the engine and starts an instance of its own with its own memory. The default module is fetched and compiled once however often this is called.
 *
 * Rejects with EngineError. Its message names the address, the status and the type that a server answered and the first bytes that came: a server that
 * gives a page in place of the file is seen by "3c 21 64 6f".
 */
export declare function init(options?: InitOptions): Promise<Engine>;

/** An instance of the engine: its worlds share one memory and one thread. */
export interface Engine {
  /** What was compiled; give it to `init` in a Worker and nothing is loaded twice. */
  readonly module: WebAssembly.Module;
  /** A world with a scene in it. Throws SceneError. */
  createWorld(scene: Scene | string): World;
}

/** A scene (scene.schema.json has all of it; web/scenes/README.md of the project explains it). */
export type Scene = { readonly tumble: 1; readonly bodies: readonly object[]; readonly [key: string]: unknown };

/** A command as in a scene's `commands`; `body` by name or id, `step` left out: at the start of the next step. */
export type Command = { readonly type: string; readonly step?: number; readonly [key: string]: unknown };

/** A body by its name ("racket", "brick[3]") or its id. */
export type BodyReference = string | number;

export interface BodyInfo {
  /** Names this body and no other one, also after it was removed. */
  readonly id: number;
  /** Its row in `poses` and `states`. */
  readonly slot: number;
  readonly name: string;
  readonly type: 'dynamic' | 'static' | 'kinematic';
  /** kg; 0 of a body that forces do not move. */
  readonly mass: number;
  /** Principal moments of inertia about the centre of mass, kg m². */
  readonly inertia: Vector;
  /** Inertia tensor about the centre of mass, body axes, kg m², 3 × 3 by rows. */
  readonly inertiaTensor: readonly number[];
  /** m, body frame. */
  readonly centerOfMass: Vector;
  /** The scheme that moves it, as in a scene. */
  readonly motion: string;
}

/** A body now; vectors in world axes. */
export interface BodyState {
  /** Of the centre of mass, m. */
  readonly position: Vector;
  readonly orientation: Quaternion;
  /** Of the centre of mass, m/s. */
  readonly velocity: Vector;
  /** rad/s. */
  readonly angularVelocity: Vector;
  /** kg m/s. */
  readonly momentum: Vector;
  /** About the centre of mass, kg m²/s. */
  readonly angularMomentum: Vector;
  /** Kinetic energy of the centre of mass, J. */
  readonly linearEnergy: number;
  /** Kinetic energy of rotation, J. */
  readonly rotationalEnergy: number;
  /** Of gravity, fields, springs, beams and constant forces, J; of a spring between two bodies half. */
  readonly potentialEnergy: number;
}

/** Sums over all dynamic bodies, J. */
export interface Energy {
  readonly linear: number;
  readonly rotational: number;
  readonly potential: number;
  readonly total: number;
}

export interface Contact {
  /** m, world. */
  readonly point: Vector;
  /** Unit, from body A to body B. */
  readonly normal: Vector;
  /** Along the normal, in the last step, N s. */
  readonly impulse: number;
  readonly slotA: number;
  readonly slotB: number;
}

/** What may go wrong in a step; the world stays at its last good state where it says so. */
export type StepProblem =
  /** A body met NaN or infinity: it is back at its last good state and frozen. */
  | 'nonFiniteBody'
  /** There is no room for another body. */
  | 'bodyStoreFull'
  /** A command named a body that is not there any more. */
  | 'staleBody'
  /** Too many pairs overlap: the step was not taken. */
  | 'pairOverload'
  /** A body turned faster than any may: as with NaN. */
  | 'spinTooFast'
  /** A push was left out that would have spun its body too fast. */
  | 'pushTooStrong'
  /** Too many pairs touch: the step was not taken. */
  | 'workOverload'
  /** Impacts of some fast bodies were missed. */
  | 'impactsUnseen'
  /** Too many springs to solve them to the end. */
  | 'springsRough'
  /** Too many impacts to resolve them all: what collided later did not bounce. */
  | 'impactsRough'
  /** Too many joints, or too fast ones, to solve them to the end. */
  | 'jointsRough';

export interface StepResult {
  /** Steps that were taken: fewer than asked for where one could not be. */
  readonly taken: number;
  readonly problems: readonly StepProblem[];
}

/**
 * A world: a scene and where it stands. Nothing here has a timer: time goes on by `step` alone.
 *
 * Every method throws EngineError after `dispose`, and after the engine met a fault of its own, which ends all worlds of its instance.
 */
export interface World extends Disposable {
  /** Puts a scene in place of the present one: an object, or JSON. Throws SceneError with a sentence that names the place of what is wrong
   *  ("bodies[3].density: -2 is not above 0"); the world is then as it was. */
  load(scene: Scene | string): void;
  /** Goes on from here as a changed scene. Bodies are matched by name; what a change does not touch keeps its state. Throws SceneError. */
  revise(scene: Scene): void;
  /** Back to the start of the scene, without what was done to it since. */
  reset(): void;
  /** Takes steps of 1 / stepsPerSecond seconds each. */
  step(count?: number): StepResult;

  /** Steps taken. */
  readonly stepCount: number;
  /** Time of the scene, s. */
  readonly time: number;
  readonly stepsPerSecond: number;

  /** In the order of the scene, those that came later behind. */
  readonly bodies: readonly BodyInfo[];
  /** Throws SceneError where there is none. */
  body(body: BodyReference): BodyInfo;
  /** Raised whenever bodies come or go; slots may then belong to others. */
  readonly bodiesVersion: number;
  /** Rows of `poses` and `states`; a row of a removed body is left over. */
  readonly slotCount: number;
  /** Of each slot a row of `poseLayout.stride` numbers: position of the centre of mass, m; orientation. Single precision, for pictures. They are copied
   *  into `target`, where it has room, else into a new array. */
  poses(target?: Float32Array): Float32Array;
  /** Of each slot a row of `stateLayout.stride` numbers: position of the centre of mass, m; orientation; velocity, m/s; angular velocity, rad/s;
   *  world axes, double precision. They are copied into `target`, where it has room, else into a new array. */
  states(target?: Float64Array): Float64Array;
  /** Throws SceneError where there is no such body. */
  state(body: BodyReference): BodyState;
  /** Of all dynamic bodies. */
  energy(): Energy;
  /** Of all dynamic bodies, kg m/s. */
  momentum(): Vector;
  /** Of all dynamic bodies about the origin of the world, kg m²/s. */
  angularMomentum(): Vector;
  contacts(): readonly Contact[];

  /** An impulse (N s) at a point (m), both in world axes, at the start of the next step; without a point at the centre of mass: Δv = J/m,
   *  ΔL = r × J (C. Hecker, "Physics, Part 4", 1997). Throws SceneError. */
  push(body: BodyReference, impulse: Vector, point?: Vector): void;
  /** Any command of the scene format. Throws SceneError with the sentence of what is wrong; nothing has then happened. */
  command(command: Command): void;

  /** Of all state, 16 hexadecimal digits: equal where two runs are equal to the bit, in every browser and in Node. */
  hash(): string;
  /** All state as bytes, without the scene. */
  snapshot(): Uint8Array<ArrayBuffer>;
  /** Goes to a snapshot of this scene; the future is then the same to the bit. Throws SceneError for bytes that are damaged or of another scene; the
   *  world is then as it was. */
  restore(snapshot: Uint8Array): void;

  /** Frees the world's memory. */
  dispose(): void;
}

/** Where the numbers of a row of `World.poses` begin. */
export declare const poseLayout: { readonly position: 0; readonly orientation: 4; readonly stride: 8 };
/** Where the numbers of a row of `World.states` begin. */
export declare const stateLayout: {
  readonly position: 0;
  readonly orientation: 3;
  readonly velocity: 7;
  readonly angularVelocity: 10;
  readonly stride: 13;
};

/** A scene, a command or a snapshot was refused: one sentence. */
export declare class SceneError extends Error {
  override name: string;
}
/** The engine could not be loaded or cannot go on: one sentence. */
export declare class EngineError extends Error {
  override name: string;
}
