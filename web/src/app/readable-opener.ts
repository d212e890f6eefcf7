// Opens a scene of the gallery as a readable address says: with other values, run to a step, with marks. It loads with the first one.
import { SceneError, sentenceOf } from '../simulation/problems';
import { goOn, showView, type ViewParts } from './link-view';
import { readReadableAddress } from './readable-address';
import { RunProgress, showShort } from './run-progress';
import { fetchScene } from '../catalog/scene-library';
import type { SceneOpener } from './scene-opener';
import { readUrl } from './url-state';

/** True when it is open. What is wrong in the address is told, and the scene opens without it. */
export async function openReadable(
  parts: ViewParts,
  scenes: SceneOpener,
  id: string,
  given: URLSearchParams,
  isLatest: () => boolean,
): Promise<boolean> {
  const { figure } = parts;
  const original = await fetchScene(id);
  const { scene, step, view, problems } = readReadableAddress(given, original);
  figure.simulation.pause(); // a step between load and run would be one too many
  let opened = scene;
  const sentences = [...problems];
  try {
    if (!(await figure.load(Promise.resolve(scene), isLatest))) return false;
  } catch (error) {
    if (scene === original || !(error instanceof SceneError)) throw error;
    sentences.push(sentenceOf(error));
    opened = original;
    if (!(await figure.load(Promise.resolve(original), isLatest))) return false;
  }
  let reached = step;
  let isElsewhere = false;
  if (step > 0) {
    const progress = new RunProgress(figure, step, isLatest);
    ({ step: reached } = await figure.simulation.seek(step).finally(() => progress.end()));
    if (!isLatest()) return false;
    isElsewhere = progress.isBrokenOff && reached < step;
  }
  scenes.begin(id, null, { mayPlay: step === 0, isChanged: opened !== original, isElsewhere });
  await showView(parts, view.marks && needsBody(parts) ? { ...view, selected: firstMoving(parts) } : view);
  if (!isLatest()) return false;
  if (sentences.length > 0)
    figure.notices.show('scene', { text: `The address says what cannot be, and the scene opens without it. ${sentences.join(' ')}` });
  if (reached < step) showShort(figure, reached, step, isElsewhere);
  else if (step > 0 && !readUrl().isPaused) goOn(parts);
  return true;
}

// Arrows are those of the selected body.
const needsBody = ({ figure: { selection, marks } }: ViewParts): boolean => selection.body === null && !marks.isForAll;

const firstMoving = ({ figure: { simulation } }: ViewParts): number | null =>
  simulation.info?.bodies.find(({ type }) => type === 'dynamic')?.id ?? null;
