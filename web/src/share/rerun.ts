// A second run of what is on display: a simulation of its own with the same scene and the same commands, brought to any step, so that
// pictures of any moment can be made while the first one is left alone.
import { Simulation, type Stepped } from '../simulation/client';
import type { Frame, LogEntry } from '../simulation/protocol';

/** A scene, and what is done to it. */
export type Course = { readonly scene: unknown; readonly log: readonly LogEntry[] };

export class Rerun {
  readonly simulation: Simulation;
  #stands: Stepped | null = null;

  /** Stands at step 0. Rejects with the sentence of a refusal. */
  static async begin(course: Course): Promise<Rerun> {
    const rerun = new Rerun(await Simulation.start());
    try {
      await rerun.simulation.load(course.scene, course.log);
    } catch (error) {
      rerun.dispose();
      throw error;
    }
    return rerun;
  }

  private constructor(simulation: Simulation) {
    this.simulation = simulation;
  }

  /** Earlier or later. Rejects where the step cannot be reached. */
  async goTo(step: number): Promise<Stepped> {
    if (this.#stands?.step === step) return this.#stands;
    const stands = await this.simulation.seek(step);
    this.#stands = stands;
    if (stands.step !== step) throw new Error(`The run stops at step ${stands.step}: the next one could not be taken.`);
    return stands;
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
      this.simulation.requestFrame(0, { step: this.#stands?.step ?? 0, alpha });
    });
  }

  dispose(): void {
    this.simulation.dispose();
  }
}
