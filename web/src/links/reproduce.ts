// Runs a link to its step, and says whether the state there is the one that it names.
import type { Simulation } from '../simulation/client';
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

/** Steps that are run before the first word on how far it is. */
const kFirstPart = 30;
/** Between two words, ms. */
const kPartTime = 100;
const kLongestPart = 5000;

export type Progress = {
  readonly shown: (step: number) => void;
  /** True: it goes no further, and stands where it is. */
  readonly isBrokenOff: () => boolean;
};

const kSilent: Progress = { shown: () => {}, isBrokenOff: () => false };

/** Runs the loaded scene of a link. `ours`: the version of this Tumble. */
export async function reproduce(simulation: Simulation, link: DecodedLink, ours: string, progress = kSilent): Promise<Reproduction> {
  const { step: target, log, hash: expected } = link;
  let at = { step: 0, hash: '' };
  let from = -1;
  let part = kFirstPart;
  try {
    for (let to = Math.min(part, target); ; to = Math.min(to + part, target)) {
      const start = performance.now();
      at = await simulation.replay(
        log.filter(({ issuedAtStep }) => issuedAtStep > from),
        to,
      );
      if (at.step < to)
        return { ...at, reproduced: false, message: `It stands at step ${at.step} of ${target}: that step cannot be taken.` };
      if (to === target) break;
      from = to;
      const time = performance.now() - start;
      part = Math.max(1, Math.min(kLongestPart, 2 * part, Math.round((part * kPartTime) / Math.max(1, time))));
      progress.shown(to);
      if (progress.isBrokenOff()) return { ...at, reproduced: false, message: `It was broken off at step ${to} of ${target}.` };
    }
  } catch (error) {
    const stands = await simulation.step(0);
    return { ...stands, reproduced: false, message: `The commands of the link cannot be repeated: ${sentenceOf(error)}` };
  }
  if (expected === null) return { ...at, reproduced: false, message: `The link does not say which state is to be at step ${target}.` };
  if (at.hash === expected) return { ...at, reproduced: true, message: `reproduced exactly · step ${at.step} · ${at.hash}` };
  const why = compareVersions(link.engine, ours) < 0 ? `it was made by Tumble ${link.engine}, and this is ${ours}` : whyOfSameVersion(ours);
  return {
    ...at,
    reproduced: false,
    message: `Not as it was when the link was made: the state at step ${at.step} differs, because ${why}.`,
  };
}

const whyOfSameVersion = (ours: string): string =>
  `another build of Tumble ${ours} made it, or this browser computes otherwise, which would be a fault worth reporting`;
