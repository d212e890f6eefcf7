// Runs of the same scene under other schemes or step sizes, each in a simulation of its own, all by the clock of the one on
// display. Every command to that one goes to all.
import { Simulation } from '../simulation/client';
import { size } from '../simulation/mechanics';
import { stepFlags, type Accepted, type BodyState, type Frame, type WorldInfo } from '../simulation/protocol';
import type { Ghost } from '../viewer/ghosts';
import type { Viewer } from '../viewer/viewer';

/** How a run differs from the scene; empty: not at all. */
export type Variant = { readonly motion: string; readonly stepsPerSecond: number | null };

export const nameOf = ({ motion, stepsPerSecond }: Variant): string =>
  [motion || 'its own', stepsPerSecond ? `${stepsPerSecond}/s` : ''].filter(Boolean).join(', ');

/** The scene with another scheme for all bodies, and another step. */
export function variantOf(scene: unknown, { motion, stepsPerSecond }: Variant): unknown {
  const changed = structuredClone(scene) as Record<string, unknown>;
  if (motion) {
    changed.motion = motion;
    if (Array.isArray(changed.bodies)) for (const body of changed.bodies as Record<string, unknown>[]) delete body.motion;
  }
  if (stepsPerSecond) {
    const factor = stepsPerSecond / (typeof changed.stepsPerSecond === 'number' ? changed.stepsPerSecond : 60);
    changed.stepsPerSecond = stepsPerSecond;
    // Commands act at the same moments.
    if (Array.isArray(changed.commands)) {
      for (const command of changed.commands as Record<string, unknown>[]) {
        if (typeof command.step === 'number') command.step = Math.round(command.step * factor);
        if (typeof command.steps === 'number') command.steps = Math.max(1, Math.round(command.steps * factor));
      }
    }
  }
  return changed;
}

/** The conserved quantities of one body. */
export type Invariants = { readonly energy: number; readonly moment: number };
export const invariantsOf = (state: BodyState): Invariants => ({
  energy: state.linearEnergy + state.rotationalEnergy + state.potentialEnergy,
  moment: size(state.angularMomentum),
});

export class Run {
  readonly variant: Variant;
  readonly color: string;
  state: BodyState | null = null;
  /** Its numbers grew beyond all bounds, and the body was stopped. */
  isLost = false;
  start: Invariants | null = null;
  readonly #simulation: Simulation;
  readonly #viewer: Viewer | null;
  #ghost: Ghost | null = null;
  #stepsPerSecond = 60;
  #isLoading = false;
  #aside = 0; // m
  #asked = 0; // the last step it was sent to

  static async begin(scene: unknown, variant: Variant, color: string, viewer: Viewer | null, body: number): Promise<Run> {
    const run = new Run(await Simulation.start(), variant, color, viewer);
    try {
      await run.#simulation.load(variantOf(scene, variant));
      run.#simulation.select(body);
    } catch (error) {
      run.dispose();
      throw error;
    }
    return run;
  }

  private constructor(simulation: Simulation, variant: Variant, color: string, viewer: Viewer | null) {
    this.#simulation = simulation;
    this.variant = variant;
    this.color = color;
    this.#viewer = viewer;
    simulation.onChanged((info) => this.#draw(info));
    simulation.onFrame((frame) => this.#show(frame));
  }

  /** Runs to a moment of the displayed time, s. */
  advanceTo(seconds: number, now: number): void {
    if (this.#isLoading) return;
    const exact = Math.max(0, seconds * this.#stepsPerSecond);
    const step = Math.ceil(exact - 1e-9);
    if (step < this.#asked - 1) return void this.#restart();
    this.#asked = Math.max(this.#asked, step);
    this.#simulation.requestFrame(now, { step, alpha: step === 0 ? 1 : exact - step + 1 });
  }

  select(body: number): void {
    this.#simulation.select(body);
    this.start = null;
  }

  command({ command, step }: Accepted, stepsPerSecond: number): void {
    const own = Math.round((step * this.#stepsPerSecond) / stepsPerSecond);
    this.#simulation.command({ ...command, step: own }).catch(() => {}); // a body that is gone there: nothing to do
    this.start = null; // a push is a new beginning
  }

  /** Draws it so many metres to the right of its place, as the camera sees it now. */
  setAside(distance: number): void {
    this.#aside = distance;
    if (this.#ghost) this.#viewer?.setAside(this.#ghost, distance);
  }

  dispose(): void {
    this.#ghost?.dispose();
    this.#ghost = null;
    this.#simulation.dispose();
    this.#viewer?.invalidate();
  }

  #draw(info: WorldInfo): void {
    this.#stepsPerSecond = info.stepsPerSecond;
    this.#ghost?.dispose();
    this.#ghost = this.#viewer?.addGhost(info, this.color) ?? null;
    this.setAside(this.#aside);
  }

  #show(frame: Frame): void {
    this.#ghost?.show(frame);
    this.state = frame.state;
    this.isLost ||= (frame.report.flags & stepFlags.nonFiniteBody) !== 0;
    if (frame.state && (!this.start || frame.step === 0)) this.start = invariantsOf(frame.state);
    this.#viewer?.invalidate();
  }

  async #restart(): Promise<void> {
    this.#isLoading = true;
    this.start = null;
    this.isLost = false;
    this.#asked = 0;
    try {
      await this.#simulation.reset();
    } finally {
      this.#isLoading = false;
    }
  }
}
