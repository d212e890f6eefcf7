// The one `frame` message of a host: made once, filled anew for each frame and copied by postMessage, so that a frame in
// steady state makes no objects.
import { bodySampleLayout, bodyStateLayout, measuresLayout, reportLayout } from './layout';
import { noBody, stages, type Frame } from './protocol';
import type { World } from './load-engine';

type Mutable<T> = T extends Float32Array | Float64Array ? T : T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;
export type FrameMessage = Mutable<Frame>;
type MutableState = NonNullable<FrameMessage['state']>;

export class FrameWriter {
  readonly message: FrameMessage = {
    type: 'frame',
    step: 0,
    seconds: 0,
    alpha: 1,
    playing: false,
    droppedSteps: 0,
    slotCount: 0,
    poses: new Float32Array(0),
    matrices: null,
    state: null,
    measures: { linearEnergy: 0, rotationalEnergy: 0, potentialEnergy: 0, momentum: [0, 0, 0], angularMomentum: [0, 0, 0] },
    report: {
      flags: 0,
      bodyCount: 0,
      pairCount: 0,
      contactCount: 0,
      contactPointCount: 0,
      commandCount: 0,
      frozenBody: noBody,
      sleeperCount: 0,
      impactCount: 0,
      stageMilliseconds: { commands: 0, pairs: 0, collide: 0, prepare: 0, solve: 0, finalize: 0 },
    },
    samples: null,
    details: null,
    joints: null,
    impacts: null,
    impactPeaks: null,
  };

  #state: MutableState = {
    id: noBody,
    step: 0,
    position: [0, 0, 0],
    orientation: [0, 0, 0, 1],
    velocity: [0, 0, 0],
    angularVelocity: [0, 0, 0],
    momentum: [0, 0, 0],
    angularMomentum: [0, 0, 0],
    linearEnergy: 0,
    rotationalEnergy: 0,
    potentialEnergy: 0,
    matrixDefect: 0,
    quaternionDefect: 0,
    angles: [0, 0, 0],
    matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  };

  /** Fills everything the engine knows; the host adds the clock's part. `flags` are those of all steps of the frame,
   *  `measures` those of World.measures(). */
  fill(world: World, step: number, selected: number | null, flags: number, measures: Float64Array): FrameMessage {
    const message = this.message;
    message.step = step;
    message.seconds = world.seconds;
    this.#fillMeasures(measures);
    this.#fillReport(world.report(), flags);
    message.state = null;
    if (selected !== null) {
      const values = world.bodyState(selected);
      if (values[bodyStateLayout.isValid] === 1) message.state = this.#fillState(values, selected, step);
    }
    return message;
  }

  /** The state of one body, as a new object; null when the id names none. */
  stateOf(world: World, id: number, step: number): Frame['state'] {
    const values = world.bodyState(id);
    return values[bodyStateLayout.isValid] === 1 ? structuredClone(this.#fillState(values, id, step)) : null;
  }

  #fillMeasures(values: Float64Array): void {
    const measures = this.message.measures;
    measures.linearEnergy = values[measuresLayout.linearEnergy]!;
    measures.rotationalEnergy = values[measuresLayout.rotationalEnergy]!;
    measures.potentialEnergy = values[measuresLayout.potentialEnergy]!;
    copyVector(values, measuresLayout.momentum, measures.momentum);
    copyVector(values, measuresLayout.angularMomentum, measures.angularMomentum);
  }

  #fillReport(values: Float64Array, flags: number): void {
    const report = this.message.report;
    report.flags = values[reportLayout.flags]! | flags;
    report.bodyCount = values[reportLayout.bodyCount]!;
    report.pairCount = values[reportLayout.pairCount]!;
    report.contactCount = values[reportLayout.contactCount]!;
    report.contactPointCount = values[reportLayout.contactPointCount]!;
    report.commandCount = values[reportLayout.commandCount]!;
    report.frozenBody = values[reportLayout.frozenBody]!;
    report.sleeperCount = values[reportLayout.sleeperCount]!;
    report.impactCount = values[reportLayout.impactCount]!;
    for (let stage = 0; stage < stages.length; stage += 1) {
      report.stageMilliseconds[stages[stage]!] = values[reportLayout.stageMilliseconds + stage]!;
    }
  }

  #fillState(values: Float64Array, id: number, step: number): MutableState {
    const state = this.#state;
    state.id = id;
    state.step = step;
    const { sample, angles, matrix } = bodyStateLayout;
    for (let part = 0; part < 4; part += 1) state.orientation[part] = values[sample + bodySampleLayout.orientation + part]!;
    for (const name of ['position', 'velocity', 'angularVelocity', 'momentum', 'angularMomentum'] as const)
      copyVector(values, sample + bodySampleLayout[name], state[name]);
    for (const name of ['linearEnergy', 'rotationalEnergy', 'potentialEnergy', 'matrixDefect', 'quaternionDefect'] as const)
      state[name] = values[sample + bodySampleLayout[name]]!;
    copyVector(values, angles, state.angles);
    for (let part = 0; part < 9; part += 1) state.matrix[part] = values[matrix + part]!;
    return state;
  }
}

function copyVector(from: Float64Array, first: number, to: [number, number, number]): void {
  to[0] = from[first]!;
  to[1] = from[first + 1]!;
  to[2] = from[first + 2]!;
}
