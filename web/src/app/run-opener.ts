// Opens a run from a file at its step. It loads with the first one.
import type { Figure } from '../figure/figure';
import { sentenceOf } from '../simulation/problems';
import { readRun, replayRun } from '../simulation/run-file';

/** Gives a sentence about what is not as it was recorded, or ''; null when another scene was asked for meanwhile. Rejects where the file or its
 *  scene is refused; then the scene before runs on. */
export async function openRun(figure: Figure, document: object, isLatest: () => boolean): Promise<string | null> {
  const run = readRun(document);
  const { simulation } = figure;
  const plays = simulation.frame?.playing ?? false;
  simulation.pause(); // a step between load and seek would be one too many
  try {
    if (!(await figure.load(Promise.resolve(run.scene), isLatest, run.commands))) return null;
  } catch (error) {
    if (plays) simulation.play();
    throw error;
  }
  figure.notices.show('scene', { tone: 'calm', text: `Running to step ${run.steps}…` });
  let problem: string;
  try {
    problem = await replayRun(simulation, run);
  } catch (error) {
    problem = `its commands cannot be repeated, so it stands at its start: ${sentenceOf(error)}`;
  }
  return isLatest() ? problem : null;
}
