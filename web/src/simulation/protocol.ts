// The one protocol between a page and a simulation, over a MessagePort. The host (in a Worker, or in the page where no
// Worker can start) owns the engine; the client owns the port. A page around ours uses a part of it, through a gate (gate.ts).
//
// Time is a whole number of steps. Units SI; quaternions x, y, z, w, body -> world. Bodies are named by id (a uint32 with
// a generation: the id of a removed body never names another one); `slot` is the index of a body in the pose buffer. Where the
// fields of packed records lie stands in layout.ts.
import type { Keyframe } from './keyframes';
import { measuresLayout } from './layout';

export const protocolVersion = 1;

export type Vector = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

/** JointType of engine/joints/joint.h, by its number. */
export const jointTypes = ['ball', 'hinge', 'slider', 'universal', 'fixed', 'distance', 'gear', 'rack', 'pulley'] as const;
export type JointType = (typeof jointTypes)[number];
/** DriveKind there, by its number. */
export const driveKinds = ['none', 'motor', 'servo'] as const;
/** A limit or a length from here on is none. */
export const noLimit = 1e30;

/** A cavity has the number of its shape and `cavity` more. */
export const shapeKinds = {
  box: 0,
  sphere: 1,
  cylinder: 2,
  capsule: 3,
  cone: 4,
  hull: 5,
  mesh: 6,
  points: 7,
  ellipsoid: 8,
  cavity: 16,
} as const;
/** The id that names no body: an empty slot, nothing frozen. */
export const noBody = 0xffffffff;

/** Bodies whose samples can be recorded at a time. */
export const mostWatchedBodies = 8;
/** Joints whose samples can be recorded at a time. */
export const mostWatchedJoints = 8;
/** Moments at which a frame can be asked for. */
export const mostMoments = 16;
/** A row of `Samples`: the step, bits, the sums of the world (measuresLayout), a sample of each watched body (bodySampleLayout), and behind all of them one
 *  of each watched joint (jointSampleLayout). */
export const sampleRowLayout = { step: 0, jumps: 1, measures: 2, bodies: 2 + measuresLayout.stride } as const;
/** A record of `Details.accelerations`: slot, acceleration of the centre of mass (3), angular acceleration (3). */
export const accelerationLayout = { slot: 0, linear: 1, angular: 4, stride: 7 } as const;

/** A record of `Frame.matrices`: slot, and the matrix of its body (3x3 by rows, body frame -> world) at the older and the newer of the two
 *  steps that are drawn between. */
export const keptMatrixLayout = { slot: 0, older: 1, newer: 10, stride: 19 } as const;

/** Bits of `StepReport.flags`: StepFlag of engine/world/step_report.h. */
export const stepFlags = {
  nonFiniteBody: 1, // a body met NaN or infinity: it is put back to its last good state and frozen
  bodyStoreFull: 2, // a body found no place
  staleBody: 4, // a command named a body that does not exist (any more)
  pairOverload: 8, // too many overlapping pairs: the step was not taken, the simulation pauses
  spinTooFast: 16, // a body turned faster than any may: as with NaN
  pushTooStrong: 32, // a push would have spun its body too fast, or too many forces act: it was left out
  workOverload: 64, // too many pairs touch, or lie along seams: the step was not taken, the simulation pauses
  impactsUnseen: 128, // continuous collision had too much work: impacts of some fast bodies were missed
  springsRough: 256, // too many springs to solve them to the end
  impactsRough: 512, // too many impacts to resolve them all: what collided later did not bounce
  jointsRough: 1024, // too many joints, or too fast ones, to solve them to the end
} as const;
/** The step was not taken: the world stands at its last good state. */
export const stepNotTaken = stepFlags.pairOverload | stepFlags.workOverload;

/** Limits of what a message may ask for. */
export const lowestRate = 0.01;
export const highestRate = 4;
export const maximumStepsPerRequest = 100_000;

/** A command as in a scene's `commands`; `step` left out means the next step. Bodies are ids. And one that the host carries out
 *  at once: `revise` { scene, kept }, with which the world goes on as a changed scene (kept-bodies.ts). */
export type Command = { readonly type: string; readonly step?: number; readonly [key: string]: unknown };

/** What a command met: the body right before it, when that is known. */
export type Accepted = { readonly command: Command; readonly step: number; readonly state: BodyState | null };

/** A command that was accepted: given when `issuedAtStep` steps had been taken, applied at the start of step `step`. The log of a run holds them in
 *  the order in which they were given; the world at a step holds all that were issued until then. */
export type LogEntry = { readonly issuedAtStep: number; readonly step: number; readonly command: Command };

export type BodyInfo = {
  readonly id: number;
  readonly slot: number;
  readonly name: string;
  readonly type: 'dynamic' | 'static' | 'kinematic';
  readonly mass: number; // kg, 0 when it does not move by forces
  readonly inertia: Vector; // kg m^2, principal moments
  readonly inertiaTensor: readonly number[]; // kg m^2, 3x3 by rows, about the centre of mass, axes of the body frame
  readonly centerOfMass: Vector; // m, body frame
  readonly motion: string; // the scheme that moves it, as in a scene
  readonly entry: number; // of `bodies` in the scene, which an arrangement may repeat; -1 for a body that came later
};

/** Everything a page needs to draw a world; sent after a load and whenever bodies or joints come, or bodies go. */
export type WorldInfo = {
  readonly stepsPerSecond: number; // from here on
  readonly slotCount: number;
  readonly bodies: readonly BodyInfo[];
  readonly shapes: Float32Array; // shapeLayout
  /** Hull and mesh: triangles, 9 floats each, in the axes of the shape; points: pointMassLayout. */
  readonly geometries: readonly Float32Array[];
  /** By index: their names, and what stays of each as it was made (jointLayout). */
  readonly jointNames: readonly string[];
  readonly joints: Float64Array;
};

/** State of the selected body, SI, world axes. */
export type BodyState = {
  readonly id: number;
  readonly step: number;
  readonly position: Vector; // centre of mass
  readonly orientation: Quaternion;
  readonly velocity: Vector;
  readonly angularVelocity: Vector;
  readonly momentum: Vector;
  readonly angularMomentum: Vector; // about the centre of mass
  readonly linearEnergy: number; // J
  readonly rotationalEnergy: number; // J
  readonly potentialEnergy: number; // J, of gravity, fields, springs, beams and constant forces; of a spring between two bodies half
  readonly matrixDefect: number; // largest element of |A^T A - 1| where the scheme keeps a matrix, else 0
  readonly quaternionDefect: number; // | |q| - 1 | before the scheme normalised it, 0 where it need not
  readonly angles: Vector; // rad, where the scheme keeps Euler angles, else 0
  readonly matrix: readonly number[]; // 3x3 by rows, body frame -> world, as the scheme keeps it: it need not be a rotation
};

/** Sums over all dynamic bodies; angular momentum about the world origin. Dragging does work from outside. */
export type Measures = {
  readonly linearEnergy: number;
  readonly rotationalEnergy: number;
  readonly potentialEnergy: number;
  readonly momentum: Vector;
  readonly angularMomentum: Vector;
};

export type StepReport = {
  readonly flags: number; // of all steps of this frame
  readonly bodyCount: number;
  readonly pairCount: number;
  readonly contactCount: number;
  readonly contactPointCount: number;
  readonly commandCount: number; // applied by the last step
  readonly frozenBody: number; // id, or noBody
  readonly sleeperCount: number; // bodies asleep
  readonly impactCount: number; // impacts of the last step, while they are recorded
  readonly stageMilliseconds: Readonly<Record<Stage, number>>;
};

export const stages = ['commands', 'pairs', 'collide', 'prepare', 'solve', 'finalize'] as const;
export type Stage = (typeof stages)[number];

/** What a page asks for beside the picture. */
export type Watch = {
  readonly bodies: readonly number[]; // ids, at most mostWatchedBodies: samples of each step
  readonly joints: readonly number[]; // indices, at most mostWatchedJoints: samples of each step
  readonly jointStates: boolean; // states of all joints with each frame
  readonly details: boolean; // states, contacts and forces of all bodies with each frame, and all impacts
  readonly moments?: readonly number[]; // times of the run, s, at most mostMoments: a frame that would go past the first step from there on ends at it
};

/** A row for each step since the last frame (sampleRowLayout). Bits: 1 << place of the body when its velocity jumped in this step. NaN for a
 *  body that is gone. */
export type Samples = { readonly bodies: readonly number[]; readonly joints: readonly number[]; readonly rows: Float64Array };

/** The newest step in full, for instruments (stateLayout, accelerationLayout, contactLayout, forceLayout); `earlier` holds the states one step before, `accelerations` those of the selected
 *  body at the newest step, as the engine has them. */
export type Details = {
  readonly states: Float64Array;
  readonly earlier: Float64Array;
  readonly accelerations: Float64Array;
  readonly contacts: Float32Array;
  readonly forces: Float64Array;
};

/** What the page draws. The first `2 * slotCount` records of `poses` (poseLayout) are two pose sets, the older one
 *  first; the array itself may be longer. */
export type Frame = {
  readonly type: 'frame';
  readonly step: number; // of the newer pose
  readonly seconds: number; // its time in the run
  readonly alpha: number; // how far between the older (0) and the newer (1) pose to draw
  readonly playing: boolean;
  readonly droppedSteps: number; // steps left out in this frame because the machine was too slow
  readonly slotCount: number;
  readonly poses: Float32Array;
  readonly matrices: Float32Array | null; // keptMatrixLayout: of bodies whose scheme keeps one that need not be a rotation; null: none
  readonly state: BodyState | null; // of the selected body
  readonly measures: Measures;
  readonly report: StepReport;
  readonly samples: Samples | null; // when watched, see Watch
  readonly details: Details | null;
  readonly joints: Float64Array | null; // jointStateLayout: of all joints at the newest step, when watched
  readonly impacts: Float64Array | null; // impactLayout: impacts of all steps since the last frame; null: none
  readonly impactPeaks: Float64Array | null; // step and largest impulse, N s, for each step with impacts since the last frame, where they are recorded; null: none
};

/** Where a frame is asked for by step and not by the clock of the host: it runs to `step` (no farther than a frame's time allows) and
 *  draws at `alpha`. */
export type FrameTarget = { readonly step: number; readonly alpha: number };

/** Page -> simulation. `request` pairs an answer with its question. */
export type ToHost =
  | { type: 'load'; request: number; scene: unknown; log?: readonly LogEntry[]; keyframe?: Keyframe } // parsed JSON, and what will be done to it; answered by `loaded` or `refused`
  | { type: 'read'; request: number; text: Blob | string } // a scene as JSON; answered by `read` or `refused`
  | { type: 'frame'; now: number; poses: Float32Array | null; target: FrameTarget | null } // one per displayed frame, `now` in ms; answered by `frame`; `poses` is the array of an earlier one, transferred back
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'rate'; rate: number } // simulated seconds per second, lowestRate to highestRate
  | { type: 'step'; request: number; count: number } // pauses and runs `count` steps; answered by `stepped`
  | { type: 'reset'; request: number } // back to step 0 of the loaded scene; answered by `loaded`
  | { type: 'command'; request: number; command: Command } // answered by `accepted` or `refused`
  | { type: 'select'; body: number | null } // the body whose state comes with each frame
  | { type: 'watch'; watch: Watch | null } // from now on, until another one
  | { type: 'hashes'; request: number; steps: number } // runs `steps` steps; answered by `hashes`: the hash after each
  | { type: 'stand'; request: number } // answered by `stepped`: where it stands, whether it plays or not
  | { type: 'seek'; request: number; step: number } // pauses and goes to any step of the run, on display when it is there; answered by `stepped`, after any number of `progress`; a later one ends it where it stands
  | { type: 'rewrite'; request: number; keep: number; tail: readonly LogEntry[]; step: number } // as seek, with `tail` in place of the log from entry `keep` on
  | { type: 'halt' } // ends a seek where it stands
  | { type: 'dispose' };

/** Simulation -> page. */
export type FromHost =
  | { type: 'ready'; version: number }
  | { type: 'loaded'; request: number; info: WorldInfo; left: Keyframe | null } // left: where the run before stood
  | { type: 'read'; request: number; scene: unknown } // nothing is loaded by it
  | { type: 'refused'; request: number; message: string } // one sentence; what ran before runs on
  | { type: 'accepted'; request: number; issuedAtStep: number; step: number; at: number; state: BodyState | null; info: WorldInfo | null } // step: at whose start the command applies; at: its place in the log, which ends with it; the body it names, right before, if it applies next; the world as a changed scene
  | { type: 'stepped'; request: number; step: number; applied: number; hash: string; checkpoints: string; info: WorldInfo | null } // where it stands now, how many commands of the log are applied, the checkpoints of the run until there (checkpoints.ts), and the world where it is another one
  | { type: 'progress'; request: number; step: number; target: number } // of a seek
  | { type: 'changed'; info: WorldInfo; applied: number } // bodies came or went, or the scene changed
  | { type: 'cut'; keep: number; message: string } // the engine refused entry `keep` of the log: it and all behind it are dropped
  | { type: 'kept'; keyframe: Keyframe } // now and then: what a new host needs to go on from here
  | Frame
  | { type: 'hashes'; request: number; hashes: string[] }
  | { type: 'failed'; message: string }; // the engine died: start another host

/** A MessagePort, a Worker, or the inside of a Worker: whatever carries the messages. */
export type Port = {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
};
