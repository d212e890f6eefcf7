// A run that goes on in the engine of its own version is taken over into today's: its scene, all that was done, its step and its view.
import { kVersion } from '../links/version';
import type { Engine, Stepped } from '../simulation/client';
import { sentenceOf } from '../simulation/problems';
import { recordRun, type RunFile } from '../simulation/run-file';
import { goOn, presentView, showView, type ViewParts } from './link-view';
import { RunProgress, showShort } from './run-progress';
import type { SceneOpener } from './scene-opener';

/** Offers it, in a note. */
export function offerTodaysEngine(parts: ViewParts, scenes: SceneOpener, { version }: Engine): void {
  parts.figure.notices.show('engine', {
    tone: 'calm',
    text: `This runs in the engine of Tumble ${version}, which made the link.`,
    action: { label: `Go on in ${kVersion}`, run: () => void takeOver(parts, scenes) },
  });
}

async function takeOver(parts: ViewParts, scenes: SceneOpener): Promise<void> {
  const { figure } = parts;
  const { simulation, notices } = figure;
  const { engine } = simulation;
  if (!engine) return;
  const isLatest = figure.requests.begin();
  try {
    const run = await recordRun(simulation);
    const before = run.hashes[run.steps];
    const reached = await runOfToday(run, parts, scenes, isLatest);
    if (!reached) return;
    const { step, hash, isBrokenOff } = reached;
    if (step < run.steps) return showShort(figure, step, run.steps, isBrokenOff);
    const text =
      hash === before
        ? `Tumble ${kVersion} comes to the same state at step ${run.steps}, to the bit: ${hash}.`
        : `In Tumble ${kVersion} the state at step ${step} is another one than in Tumble ${engine.version}.`;
    notices.show('proof', { tone: 'calm', text });
    notices.clear('engine');
  } catch (error) {
    if (isLatest())
      notices.show('engine', { text: `This run cannot go on in Tumble ${kVersion}: ${sentenceOf(error)} A reload brings it back.` });
  }
}

async function runOfToday(
  run: RunFile,
  parts: ViewParts,
  scenes: SceneOpener,
  isLatest: () => boolean,
): Promise<(Stepped & { readonly isBrokenOff: boolean }) | null> {
  const { figure } = parts;
  const { simulation } = figure;
  const view = presentView(parts);
  const { scene = null } = scenes.present ?? {};
  simulation.pause();
  if (!(await figure.load(Promise.resolve(run.scene), isLatest, run.commands))) return null;
  const progress = new RunProgress(figure, run.steps, isLatest);
  const reached = await simulation.seek(run.steps).finally(() => progress.end());
  if (!isLatest()) return null;
  scenes.begin(scene, null, { mayPlay: false, isChanged: true });
  await showView(parts, view);
  if (view.playing === true && reached.step === run.steps && isLatest()) goOn(parts);
  return isLatest() ? { ...reached, isBrokenOff: progress.isBrokenOff } : null;
}
