// Runs of the same scene under other schemes or step sizes, each in a simulation of its own, all by the clock of the one on
// display. What was done to that one is done to all, at the same moments of the run.
import { wordFor } from '../instruments/scheme-names';
import { Simulation } from '../simulation/client';
import { size } from '../simulation/mechanics';
import { stepFlags, type Accepted, type BodyState, type Command, type Frame, type LogEntry, type WorldInfo } from '../simulation/protocol';
import { secondsAt, stepAt, timelineOf, type Span } from '../simulation/timeline';
import type { Ghost } from '../viewer/ghosts';
import type { Viewer } from '../viewer/viewer';

/** How a run differs from the scene; empty: not at all. */
export type Variant = { readonly motion: string; readonly stepsPerSecond: number | null };

export const nameOf = ({ motion, stepsPerSecond }: Variant): string =>
  [motion ? wordFor(motion) : 'its own scheme', stepsPerSecond ? `${stepsPerSecond}/s` : ''].filter(Boolean).join(', ');

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

/** A scene, and what is done to it. */
export type Course = { readonly scene: unknown; readonly log: readonly LogEntry[] };

// A command as a variant gets it; a force acts for as long. `factor`: its steps to one.
function variantCommand(command: Command, variant: Variant, factor: number): Command {
  if (command.type === 'revise') return { ...command, scene: variantOf(command.scene, variant) };
  return typeof command.steps === 'number' ? { ...command, steps: Math.max(1, Math.round(command.steps * factor)) } : command;
}

const rateAt = (timeline: readonly Span[], step: number): number =>
  (timeline.findLast((one) => one.step <= step) ?? timeline[0]!).stepsPerSecond;

/** What is done to a variant: the same at the same moments of the run. */
export function variantCourse({ scene, log }: Course, variant: Variant): Course {
  const own = variantOf(scene, variant);
  const timeline = timelineOf(scene, log);
  let ownTimeline = timelineOf(own, []);
  const entries: LogEntry[] = [];
  for (const { issuedAtStep, step, command } of log) {
    const ownStep = (at: number): number => stepAt(ownTimeline, secondsAt(timeline, at));
    const factor = rateAt(ownTimeline, ownStep(issuedAtStep)) / rateAt(timeline, issuedAtStep);
    entries.push({ issuedAtStep: ownStep(issuedAtStep), step: ownStep(step), command: variantCommand(command, variant, factor) });
    if (command.type === 'revise') ownTimeline = timelineOf(own, entries);
  }
  return { scene: own, log: entries };
}

/** The conserved quantities of one body. */
export type Invariants = { readonly energy: number; readonly moment: number };
export const invariantsOf = (state: BodyState): Invariants => ({
  energy: state.linearEnergy + state.rotationalEnergy + state.potentialEnergy,
  moment: size(state.angularMomentum),
});

const kFarSteps = 300; // farther away it is sought, from the keyframe before

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
  #isLoading = false;
  #aside = 0; // m
  #asked = 0; // the last step it was sent to

  static async begin(course: Course, variant: Variant, color: string, viewer: Viewer | null, body: number | null): Promise<Run> {
    const run = new Run(await Simulation.start(), variant, color, viewer);
    try {
      await run.follow(course);
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

  /** Something else is done to the run on display; it begins anew. */
  async follow(course: Course): Promise<void> {
    const { scene, log } = variantCourse(course, this.variant);
    this.#isLoading = true;
    this.start = null;
    this.isLost = false;
    this.#asked = 0;
    try {
      await this.#simulation.load(scene, log);
    } finally {
      this.#isLoading = false;
    }
  }

  /** Runs to a moment of the displayed time, s. */
  advanceTo(seconds: number, now: number): void {
    if (this.#isLoading) return;
    const exact = Math.max(0, this.#simulation.exactStepAt(seconds));
    const step = Math.ceil(exact - 1e-9);
    if (step < this.#asked - 1 || step > this.#asked + kFarSteps) return void this.#goTo(step);
    this.#asked = Math.max(this.#asked, step);
    this.#simulation.requestFrame(now, { step, alpha: step === 0 ? 1 : exact - step + 1 });
  }

  select(body: number): void {
    this.#simulation.select(body);
    this.start = null;
  }

  /** A command for the moment (s) at which it acts in the run on display; `stepsPerSecond` of that one. */
  command({ command }: Accepted, seconds: number, stepsPerSecond: number): void {
    const step = this.#simulation.stepAt(seconds);
    const factor = (this.#simulation.info?.stepsPerSecond ?? stepsPerSecond) / stepsPerSecond;
    this.#simulation.command({ ...variantCommand(command, this.variant, factor), step }).catch(() => {}); // a body that is gone there: nothing to do
    this.restart(); // a push is a new beginning
  }

  /** What is conserved counts from here on. */
  restart(): void {
    this.start = null;
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

  async #goTo(step: number): Promise<void> {
    this.#isLoading = true;
    if (step < this.#asked) this.start = null;
    this.isLost = false;
    this.#asked = step;
    try {
      await this.#simulation.seek(step);
    } catch {
      // its past is not kept: it stays where it is
    } finally {
      this.#isLoading = false;
    }
  }
}
