// What an element opens: a scene of the gallery, JSON at an address or inside the element, or a link. It comes from elsewhere: the engine checks it,
// and what is refused is told in a sentence.
import { fetchIllustration, fetchScene, fetchSceneText, isKnown, stillOf } from '../catalog/scene-library';
import { decodeLink } from '../links/codec';
import type { LinkView } from '../links/link';
import { kVersion } from '../links/version';
import type { Simulation } from '../simulation/client';
import { causeOf, SceneError } from '../simulation/problems';
import type { LogEntry } from '../simulation/protocol';
import type { MakeIllustration } from '../viewer/illustration';
import type { Translate } from '../words/translate';
import type { SceneOptions } from './options';

/** A run, and what one sees of it. */
export type Opening = {
  readonly gallery: string | null;
  readonly scene: unknown;
  readonly log: readonly LogEntry[];
  readonly step: number;
  /** Of the state there; null: not known. */
  readonly hash: string | null;
  readonly view: LinkView;
  readonly illustration: Promise<MakeIllustration | null>;
  /** The step that tells most, for those who want no motion. */
  readonly still: number;
};

/** What is wrong with what an element names, in the language of its figure. */
class OpeningError extends SceneError {
  override name = 'OpeningError';
}

/** What it names did not come: it may be asked for again. */
class FetchError extends OpeningError {
  readonly isAgain = true;
}

const kLongestScene = 4_000_000; // bytes

const ofScene = (scene: unknown, gallery: string | null = null): Opening => ({
  gallery,
  scene,
  log: [],
  step: 0,
  hash: null,
  view: {},
  illustration: fetchIllustration(gallery),
  still: stillOf(gallery),
});

async function fetchText(address: string, translate: Translate): Promise<Blob> {
  const response = await fetch(address).catch((error: unknown) => {
    const places = { address, why: causeOf(error) };
    throw new FetchError(
      translate('src: {address} could not be fetched: {why}. Another origin must allow it (Access-Control-Allow-Origin).', places),
    );
  });
  const { ok, status } = response;
  if (!ok) throw new FetchError(translate('src: {address} could not be fetched: the server answered {status}.', { address, status }));
  const text = await response.blob();
  const { size } = text;
  if (size > kLongestScene)
    throw new OpeningError(translate('src: {address} has {size} bytes, more than {most}.', { address, size, most: kLongestScene }));
  return text;
}

async function ofLink(text: string): Promise<Opening> {
  const payload = text.includes('#') ? text.slice(text.indexOf('#') + 1) : text;
  const { gallery, scene, log, step, hash, view } = await decodeLink(payload, kVersion, (id) => (isKnown(id) ? fetchSceneText(id) : null));
  return { gallery, scene, log, step, hash, view, illustration: fetchIllustration(gallery), still: step };
}

/** What the attributes name, or the JSON inside the element. Rejects with a sentence. */
export async function readOpening(
  { scene, src, link }: SceneOptions,
  inline: string | null,
  simulation: Simulation,
  translate: Translate,
): Promise<Opening> {
  const named = Object.entries({ scene, src, link, [translate('JSON inside')]: inline }).filter(([, value]) => value !== null);
  if (named.length === 0)
    throw new OpeningError(translate('This figure names no scene: it needs one of scene, src, link, or JSON inside it.'));
  if (named.length > 1) {
    const names = named.map(([name]) => name).reduce((one, other) => translate('{one} and {other}', { one, other }));
    throw new OpeningError(translate('This figure names more than one scene: {names}.', { names }));
  }
  if (link !== null) return ofLink(link);
  if (inline !== null) return ofScene(await simulation.read(inline));
  if (src !== null) return ofScene(await simulation.read(await fetchText(src, translate)));
  if (!isKnown(scene!)) throw new OpeningError(translate('scene: “{name}” is not in the gallery.', { name: scene!.slice(0, 60) }));
  return ofScene(await fetchScene(scene!), scene);
}
