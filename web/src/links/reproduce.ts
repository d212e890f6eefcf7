// Runs a link to its step, and says whether the state there is the one that it names.
import { checkpointStep } from '../simulation/checkpoints';
import type { Simulation, Stepped } from '../simulation/client';
import { sentenceOf } from '../simulation/problems';
import { compareVersions } from './envelope';
import type { DecodedLink } from './link';

export type Reproduction = {
  readonly step: number;
  readonly hash: string;
  /** The state is the one that the link names, to the bit. */
  readonly reproduced: boolean;
  /** What came of it, in a sentence. */
  readonly message: string;
};

/** Why a run stands before the step that was asked for, in a sentence. */
export const shortOf = (step: number, target: number, isBrokenOff: boolean): string =>
  isBrokenOff ? `Broken off at step ${step} of ${target}.` : `It stands at step ${step} of ${target}: it cannot go on from there.`;

/** Runs a link whose scene and log are loaded; `halt` of the simulation breaks it off, which the caller knows. `ours`: the version of this Tumble. */
export async function reproduce(
  simulation: Simulation,
  link: DecodedLink,
  ours: string,
  isBrokenOff: () => boolean = () => false,
): Promise<Reproduction> {
  const { step: target, hash: expected } = link;
  let at: Stepped;
  try {
    at = await simulation.seek(target);
  } catch (error) {
    const stands = await simulation.stand();
    return { ...stands, reproduced: false, message: `The commands of the link cannot be repeated: ${sentenceOf(error)}` };
  }
  if (at.step < target) return { ...at, reproduced: false, message: shortOf(at.step, target, isBrokenOff()) };
  if (expected === null) return { ...at, reproduced: false, message: `The link does not say which state is to be at step ${target}.` };
  if (at.hash === expected) return { ...at, reproduced: true, message: `reproduced exactly · step ${at.step} · ${at.hash}` };
  const why = compareVersions(link.engine, ours) < 0 ? `it was made by Tumble ${link.engine}, and this is ${ours}` : whyOfSameVersion(ours);
  const { checkpoints } = await simulation.proof();
  const since = sinceWhen(link.checkpoints ?? '', checkpoints, target);
  return { ...at, reproduced: false, message: `Not as it was when the link was made: ${since}, because ${why}.` };
}

/** Since when a run is another one, as far as the checkpoints of both tell. */
export function sinceWhen(expected: string, found: string, step: number): string {
  const count = Math.min(expected.length, found.length) / 2;
  if (count === 0) return `the state at step ${step} differs`;
  let same = 0;
  while (same < count && expected.slice(2 * same, 2 * same + 2) === found.slice(2 * same, 2 * same + 2)) same += 1;
  const other = same === count ? step : checkpointStep(same);
  return same === 0
    ? `the run is another one at step ${other} already`
    : `the run is the same at step ${checkpointStep(same - 1)} and another one at step ${other}`;
}

const whyOfSameVersion = (ours: string): string =>
  `another build of Tumble ${ours} made it, or this browser computes otherwise, which would be a fault worth reporting`;
