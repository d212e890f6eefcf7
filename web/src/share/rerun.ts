// A second run of what is on display: a simulation of its own with the same scene and the same commands, brought to any step, so that
// pictures of any moment can be made while the first one is left alone.
import { Simulation, type Stepped } from '../simulation/client';
import type { Frame, LogEntry } from '../simulation/protocol';

/** A scene, and what is done to it. */
export type Course = { readonly scene: unknown; readonly log: readonly LogEntry[] };

export class Rerun {
  readonly simulation: Simulation;
  readonly #course: Course;
  #step = 0;

  /** Stands at step 0. Rejects with the sentence of a refusal. */
  static async begin(course: Course): Promise<Rerun> {
    const rerun = new Rerun(await Simulation.start(), course);
    try {
      await rerun.simulation.load(course.scene);
    } catch (error) {
      rerun.dispose();
      throw error;
    }
    return rerun;
  }

  private constructor(simulation: Simulation, course: Course) {
    this.simulation = simulation;
    this.#course = course;
  }

  get stepsPerSecond(): number {
    return this.simulation.info?.stepsPerSecond ?? 60;
  }

  /** Rejects where the step cannot be reached. */
  async goTo(step: number): Promise<Stepped> {
    if (step < this.#step) {
      await this.simulation.load(this.#course.scene);
      this.#step = 0;
    }
    const from = this.#step;
    const isFirst = from === 0;
    const entries = this.#course.log.filter(({ issuedAtStep: at }) => at <= step && (isFirst || at > from));
    const stepped = await this.simulation.replay(entries, step);
    this.#step = stepped.step;
    if (stepped.step !== step) throw new Error(`The run stops at step ${stepped.step}: the next one could not be taken.`);
    return stepped;
  }

  /** The present step as a frame, `alpha` of the way from the step before. Its poses are good until the next one. */
  frame(alpha: number): Promise<Frame> {
    return new Promise((resolve, reject) => {
      const stopListening = [
        this.simulation.onFrame((frame) => end(() => resolve(frame))),
        this.simulation.onFailed(({ message }) => end(() => reject(new Error(message)))),
      ];
      const end = (settle: () => void): void => {
        for (const stop of stopListening) stop();
        settle();
      };
      this.simulation.requestFrame(0, { step: this.#step, alpha });
    });
  }

  dispose(): void {
    this.simulation.dispose();
  }
}
