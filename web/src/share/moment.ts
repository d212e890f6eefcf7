// The moment that is shared: when the dialog was opened, whatever goes on behind it.
import { sceneText } from '../figure/scene-look';
import { sentenceOf } from '../simulation/problems';
import { recordRun, type RunFile } from '../simulation/run-file';
import type { Course } from './rerun';
import type { SharedLink, ShareSource } from './share-source';

export type Moment = {
  /** Or the sentence that says why there is none. */
  readonly link: SharedLink | string;
  readonly title: string;
  /** As it is at this moment. */
  readonly scene: unknown;
  readonly run: RunFile;
  /** With what was done later, where time was turned back. */
  readonly course: Course;
  readonly stepsPerSecond: number;
};

/** Rejects with a sentence. */
export async function readMoment({ figure, link, view }: ShareSource): Promise<Moment> {
  const { simulation } = figure;
  const linked = link().catch(sentenceOf);
  const run = { ...(await recordRun(simulation)), view: view() };
  return {
    link: await linked,
    title: sceneText(simulation.scene).title,
    scene: simulation.scene,
    run,
    course: { scene: run.scene, log: simulation.log ?? run.commands },
    stepsPerSecond: figure.stepsPerSecond,
  };
}

/** What is shared, in a line. */
export function aboutOf({ link, title, run, stepsPerSecond }: Moment): string {
  const time = `${(run.steps / stepsPerSecond).toFixed(2)} s, step ${run.steps}`;
  return typeof link !== 'string' && link.isFromStart && run.steps > 0
    ? `${title}, from its start; files at ${time}`
    : `${title}, at ${time}`;
}
