// The times of the steps of a run: steps have one length until an edit gives them another one, and time goes on.
import type { LogEntry } from './protocol';
import { asObject } from './scene-path';

/** Steps of one length, from `step` on, which begins at `seconds` of the run. */
export type Span = { readonly step: number; readonly seconds: number; readonly stepsPerSecond: number };

const stepsOf = (scene: unknown): number => {
  const { stepsPerSecond } = asObject(scene);
  return typeof stepsPerSecond === 'number' && stepsPerSecond > 0 ? stepsPerSecond : 60;
};

/** The spans of a run, at least one, by rising step. */
export function timelineOf(scene: unknown, log: readonly LogEntry[]): Span[] {
  const spans: Span[] = [{ step: 0, seconds: 0, stepsPerSecond: stepsOf(scene) }];
  for (const { issuedAtStep: step, command } of log) {
    if (command.type !== 'revise') continue;
    const last = spans.at(-1)!;
    const stepsPerSecond = stepsOf(command.scene);
    if (stepsPerSecond === last.stepsPerSecond) continue;
    if (step === last.step) spans.pop();
    spans.push({ step, seconds: last.seconds + (step - last.step) / last.stepsPerSecond, stepsPerSecond });
  }
  return spans;
}

/** The time of a step, s. */
export function secondsAt(timeline: readonly Span[], step: number): number {
  const { step: first, seconds, stepsPerSecond } = timeline.findLast((one) => one.step <= step) ?? timeline[0]!;
  return seconds + (step - first) / stepsPerSecond;
}

/** The place of a time (s) between two steps. */
export function exactStepAt(timeline: readonly Span[], time: number): number {
  const { step, seconds, stepsPerSecond } = timeline.findLast((one) => one.seconds <= time) ?? timeline[0]!;
  return step + (time - seconds) * stepsPerSecond;
}

/** The step nearest to a time, s. */
export const stepAt = (timeline: readonly Span[], time: number): number => Math.round(exactStepAt(timeline, time));
