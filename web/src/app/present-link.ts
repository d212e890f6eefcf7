// A link to what one sees. It loads when there is more to say than the address of a scene does.
import { encodeLink } from '../links/codec';
import type { Link } from '../links/link';
import { kVersion } from '../links/version';
import { presentRun } from '../simulation/run-file';
import { sceneOf } from './engine-of-link';
import { isPlainView, presentView, type ViewParts } from './link-view';
import type { Opened } from './scene-opener';

export type PresentLink = {
  /** What stands behind "#". */
  readonly text: string;
  readonly link: Link;
  /** The address of the scene says all of it. */
  readonly isPlain: boolean;
};

/** Rejects with LinkError or SceneError where the run fits into no link. */
export async function presentLink(parts: ViewParts, present: Opened | null): Promise<PresentLink> {
  const { simulation, time } = parts.figure;
  const gallery = present?.scene ?? null;
  const link: Link = { gallery, ...(await presentRun(simulation)), view: presentView(parts) };
  const text = await encodeLink(link, simulation.engine?.version ?? kVersion, sceneOf);
  const isAtFirst = link.step === 0 || (!time.isPlaying && link.step === time.firstStep);
  return { text, link, isPlain: link.log.length === 0 && isAtFirst && isPlainView(link.view) && present !== null && !present.isOwn };
}
