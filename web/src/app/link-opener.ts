// Opens a link: its scene, run to its step with progress that can be broken off, its view, and a badge that says whether the state is the one
// that it names. It loads with the first link.
import { decodeLink } from '../links/codec';
import { LinkError, type DecodedLink } from '../links/link';
import { reproduce, type Reproduction } from '../links/reproduce';
import { kVersion } from '../links/version';
import type { LogEntry } from '../simulation/protocol';
import { EngineError } from '../simulation/problems';
import { exactText } from '../simulation/run-file';
import { copyText } from '../dom/copy-text';
import { showDamagedLink } from './damaged-link';
import { engineOf, sceneOf } from './engine-of-link';
import { goOn, showView, type ViewParts } from './link-view';
import { offerTodaysEngine } from './todays-engine';
import { RunProgress, showShort } from './run-progress';
import type { SceneOpener } from './scene-opener';

/** The link that is open now, or null. One that cannot be read is told in place, with its text to be copied. Rejects where its scene is refused. */
export async function openLink(parts: ViewParts, scenes: SceneOpener, text: string, isLatest: () => boolean): Promise<DecodedLink | null> {
  let link: DecodedLink;
  try {
    link = await decodeLink(text, kVersion, sceneOf);
  } catch (error) {
    if (isLatest()) showDamagedLink(parts, scenes, error instanceof LinkError ? error.message : 'This link cannot be read.', text);
    return null;
  }
  const reached = await openDecoded(parts, scenes, link, isLatest);
  if (!reached) return null;
  if (reached.isBrokenOff) showShort(parts.figure, reached.step, link.step, true);
  else showBadge(parts, reached);
  return link;
}

/** Runs a link to its step and shows its view. `isElsewhere`: the address may say another state. Gives what came of it; null when another scene was
 *  asked for meanwhile. */
export async function openDecoded(
  parts: ViewParts,
  scenes: SceneOpener,
  link: DecodedLink,
  isLatest: () => boolean,
  isElsewhere = false,
): Promise<(Reproduction & { readonly isBrokenOff: boolean }) | null> {
  const { figure } = parts;
  figure.simulation.pause(); // a step between load and run would be one too many
  let engine = await engineOf(link.engine);
  if (!isLatest()) return null;
  const load = (): Promise<boolean> => figure.load(Promise.resolve(link.scene), isLatest, link.log, engine);
  const isLoaded = await load().catch((error: unknown) => {
    if (!engine || !(error instanceof EngineError)) throw error;
    engine = null; // today's tries
    return load();
  });
  if (!isLoaded) return null;
  const progress = new RunProgress(figure, link.step, isLatest);
  const ours = engine?.version ?? kVersion;
  const reached = await reproduce(figure.simulation, link, ours, () => progress.isBrokenOff).finally(() => progress.end());
  const isChanged = link.log.some(isEdit) || !(await isOfGallery(link));
  if (!isLatest()) return null;
  const isBrokenOff = progress.isBrokenOff && reached.step < link.step;
  scenes.begin(link.gallery, null, { mayPlay: false, isChanged, isElsewhere: isElsewhere || isBrokenOff });
  await showView(parts, link.view);
  if (!isLatest()) return null;
  if (engine) offerTodaysEngine(parts, scenes, engine);
  if (link.view.playing === true && reached.step === link.step) goOn(parts);
  return { ...reached, isBrokenOff };
}

const isEdit = ({ command }: LogEntry): boolean => command.type === 'revise';

async function isOfGallery({ gallery, scene, engine }: DecodedLink): Promise<boolean> {
  const original = gallery === null ? null : await sceneOf(gallery, engine);
  return original !== null && (original === scene || exactText(original) === exactText(scene));
}

function showBadge({ figure: { notices } }: ViewParts, { message, reproduced, hash }: Reproduction): void {
  const copy = { label: 'Copy', run: () => void copyText(`${message} · ${location.href}`) };
  if (reproduced) notices.show('proof', { tone: 'calm', text: message.replace(hash, `${hash.slice(0, 4)}…`), action: copy });
  else notices.show('proof', { text: message, action: copy });
}
