// The moment that is shared: when the dialog was opened, whatever goes on behind it.
import { sceneText } from '../figure/scene-look';
import { recordRun, type RunFile } from '../simulation/run-file';
import type { Course } from './rerun';
import type { ShareSource } from './share-source';

export type Moment = {
  readonly link: string;
  readonly embedLink: string;
  readonly title: string;
  /** As it is at this moment. */
  readonly scene: unknown;
  readonly run: RunFile;
  /** With what was done later, where time was turned back. */
  readonly course: Course;
  readonly stepsPerSecond: number;
};

/** Rejects with a sentence. */
export async function readMoment({ figure, link, embedLink }: ShareSource): Promise<Moment> {
  const { simulation } = figure;
  const run = await recordRun(simulation);
  return {
    link: await link(),
    embedLink: await embedLink(),
    title: sceneText(simulation.scene).title,
    scene: simulation.scene,
    run,
    course: { scene: run.scene, log: simulation.log ?? run.commands },
    stepsPerSecond: figure.stepsPerSecond,
  };
}

export const timeOf = ({ run, stepsPerSecond }: Moment): string => `${(run.steps / stepsPerSecond).toFixed(2)} s, step ${run.steps}`;
