// Opens a link: its scene, run to its step with progress that can be broken off, its view, and a badge that says whether the state is the one
// that it names. It loads with the first link.
import { make } from '../dom/elements';
import { actionButton } from '../figure/notices';
import { decodeLink } from '../links/codec';
import { LinkError, type DecodedLink } from '../links/link';
import { reproduce, type Reproduction } from '../links/reproduce';
import { kVersion } from '../links/version';
import { copyText } from './copy-text';
import { showView, type ViewParts } from './link-view';
import { sceneOf } from './present-link';
import type { SceneOpener } from './scene-opener';

const kShownAfter = 300; // ms until progress is shown

/** True when it is open. A link that cannot be read is told in place, with its text to be copied. Rejects where its scene is refused. */
export async function openLink(parts: ViewParts, scenes: SceneOpener, text: string, isLatest: () => boolean): Promise<DecodedLink | null> {
  const { figure } = parts;
  let link: DecodedLink;
  try {
    link = await decodeLink(text, kVersion, sceneOf);
  } catch (error) {
    if (isLatest()) scenes.showDamaged(error instanceof LinkError ? error.message : 'This link cannot be read.', text);
    return null;
  }
  figure.simulation.pause(); // a step between load and run would be one too many
  if (!(await figure.load(Promise.resolve(link.scene), isLatest))) return null;
  const progress = new RunProgress(parts, link.step, isLatest);
  const reached = await reproduce(figure.simulation, link, kVersion, progress);
  progress.end();
  if (!isLatest()) return null;
  scenes.begin(link.gallery, null, { mayPlay: false, isChanged: link.log.length > 0 || !(await isOfGallery(link)) });
  await showView(parts, link.view);
  if (!isLatest()) return null;
  showBadge(parts, reached);
  const mayPlay = reached.step === link.step && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (link.view.playing === true && mayPlay) {
    figure.time.setPlaying(true);
    figure.actions.setPlaying(true);
  }
  return link;
}

const isOfGallery = async ({ gallery, scene }: DecodedLink): Promise<boolean> => gallery !== null && (await sceneOf(gallery)) === scene;

function showBadge({ figure: { notices } }: ViewParts, { message, reproduced, hash }: Reproduction): void {
  const copy = { label: 'Copy', run: () => void copyText(`${message} · ${location.href}`) };
  if (reproduced) notices.show('proof', { tone: 'calm', text: message.replace(hash, `${hash.slice(0, 4)}…`), action: copy });
  else notices.show('proof', { text: message, action: copy });
}

// How far it is, in the middle of the picture, once it takes its time; the button breaks it off.
class RunProgress {
  readonly #bar: HTMLProgressElement;
  readonly #parts: ViewParts;
  readonly #isLatest: () => boolean;
  readonly #timer: number;
  #isBrokenOff = false;

  constructor(parts: ViewParts, target: number, isLatest: () => boolean) {
    this.#parts = parts;
    this.#isLatest = isLatest;
    this.#bar = make('progress', { max: String(Math.max(1, target)), value: '0', 'aria-label': 'Steps' }) as HTMLProgressElement;
    this.#timer = window.setTimeout(() => {
      const stop = actionButton({ label: 'Stop here', run: () => (this.#isBrokenOff = true) });
      this.#parts.figure.notices.showCard('Opening a link', `Running to step ${target}.`, this.#bar, stop);
    }, kShownAfter);
  }

  readonly shown = (step: number): void => {
    this.#bar.value = step;
    this.#parts.figure.simulation.requestFrame(performance.now());
  };

  readonly isBrokenOff = (): boolean => this.#isBrokenOff || !this.#isLatest();

  end(): void {
    window.clearTimeout(this.#timer);
    if (this.#isLatest()) this.#parts.figure.notices.clearCard();
  }
}
