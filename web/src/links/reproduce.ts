// Runs a link to its step, and says whether the state there is the one that it names.
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

export type Progress = {
  readonly shown: (step: number) => void;
  /** True: it goes no further, and stands where it is. */
  readonly isBrokenOff: () => boolean;
};

const kSilent: Progress = { shown: () => {}, isBrokenOff: () => false };

/** Runs a link to its step; loads it first, unless it is loaded with its log. Rejects where its scene is refused. `ours`: the version of this Tumble. */
export async function reproduce(simulation: Simulation, link: DecodedLink, ours: string, progress = kSilent): Promise<Reproduction> {
  const { step: target, scene, log, hash: expected } = link;
  if (simulation.base !== scene || simulation.log?.length !== log.length) await simulation.load(scene, log);
  const end = simulation.onProgress((report) => {
    if (report) progress.shown(report.step);
    if (progress.isBrokenOff()) simulation.halt();
  });
  let at: Stepped;
  try {
    at = await simulation.seek(target);
  } catch (error) {
    const stands = await simulation.stand();
    return { ...stands, reproduced: false, message: `The commands of the link cannot be repeated: ${sentenceOf(error)}` };
  } finally {
    end();
  }
  if (at.step < target) {
    const message = progress.isBrokenOff()
      ? `It was broken off at step ${at.step} of ${target}.`
      : `It stands at step ${at.step} of ${target}: that step cannot be taken.`;
    return { ...at, reproduced: false, message };
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
