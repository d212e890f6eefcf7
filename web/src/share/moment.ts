// The moment that is shared: when the dialog was opened, whatever goes on behind it.
import { sceneText } from '../figure/scene-look';
import { sentenceOf } from '../simulation/problems';
import { recordRun, type RunFile } from '../simulation/run-file';
import { secondsAt, timelineOf, type Span } from '../simulation/timeline';
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
  readonly timeline: readonly Span[];
};

/** Rejects with a sentence. */
export async function readMoment({ figure, link, view }: ShareSource): Promise<Moment> {
  const { simulation } = figure;
  const linked = link().catch(sentenceOf);
  const run = { ...(await recordRun(simulation)), view: view() };
  const course = { scene: run.scene, log: run.commands };
  return {
    link: await linked,
    title: sceneText(simulation.scene).title,
    scene: simulation.scene,
    run,
    course,
    timeline: timelineOf(course.scene, course.log),
  };
}

/** What is shared, in a line. */
export function aboutOf({ link, title, run, timeline }: Moment): string {
  const time = `${secondsAt(timeline, run.steps).toFixed(2)} s, step ${run.steps}`;
  return typeof link !== 'string' && link.isFromStart && run.steps > 0
    ? `${title}, from its start; files at ${time}`
    : `${title}, at ${time}`;
}
