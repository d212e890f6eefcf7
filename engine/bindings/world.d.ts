// The module as TypeScript sees it: written by hand beside world.js, held to it by tests/wasm/boundary.test.mjs.

/** A view points into wasm memory: it is good until the next call of any method, and empty after memory has grown. */
export interface World {
  readonly stepCount: number;
  /** Of the run, at the present step. */
  readonly seconds: number;
  readonly stepsPerSecond: number;
  readonly slotCount: number;
  readonly bodiesVersion: number;
  /** Grows when joints are added; removed and broken ones keep their place. */
  readonly jointCount: number;
  /** "" or one sentence that says what is wrong with the scene; the world is then as it was. */
  load(scene: any): string;
  /** Goes on with a changed scene (scene/revision.h). `kept`: a list of two numbers for each entry of its "bodies". */
  revise(scene: any, kept: any): string;
  command(command: any): string;
  /** Flags of the step report. */
  step(): number;
  poses(): Float32Array;
  ids(): Uint32Array;
  shapes(): Float32Array;
  geometry(index: number): Float32Array;
  states(): Float64Array;
  bodyState(id: number): Float64Array;
  pointState(id: number, x: number, y: number, z: number): Float64Array;
  measures(): Float64Array;
  report(): Float64Array;
  contacts(): Float32Array;
  forces(): Float64Array;
  joints(): Float64Array;
  jointStates(): Float64Array;
  jointName(index: number): string;
  /** From the next step on impacts are recorded (1), or not (0, as at first): looking for them takes time. */
  recordImpacts(enabled: number): void;
  /** The impacts of the last step, at most 256 of them; report() has their number. */
  impacts(): Float64Array;
  bodyInfo(id: number): any;
  hash(): string;
  /** The world as bytes (replay/snapshot.h), without the scene it came from. */
  snapshot(): Uint8Array;
  /** Takes a Uint8Array that snapshot() gave of this scene. "" or one sentence; the world is then as it was. */
  restore(bytes: any): string;
  /** Frees the world; any later call throws. */
  delete(): void;
}

export interface MainModule {
  World: { new (): World };
}
export default function createTumbleCore(options?: unknown): Promise<MainModule>;
