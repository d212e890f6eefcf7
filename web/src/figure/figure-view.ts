// What one sees of a run in a figure, beyond how its scene opens, and back: the part of a link's view that concerns the figure alone.
import { jointReadouts } from '../instruments/plot-names';
import { firstArrows } from '../instruments/quantities';
import type { LinkView } from '../links/link';
import { highestRate, lowestRate, type Vector } from '../simulation/protocol';
import { marks, type Mark } from '../viewer/readouts';
import type { Figure } from './figure';
import { bodyOf } from './opening-view';
import { aidNames } from './picture-aids';

const kFrameTime = 1000; // ms, to wait for the first picture

// So many digits that the picture moves by less than a pixel.
const rounded = (value: number, distance: number): number => {
  const scale = 10 ** Math.max(0, Math.min(6, 4 - Math.ceil(Math.log10(distance))));
  return Math.round(value * scale) / scale + 0;
};
const roundedVector = (vector: Vector, distance: number): Vector => vector.map((part) => rounded(part, distance)) as unknown as Vector;

const isSameList = (one: readonly string[], other: readonly string[]): boolean => [...one].sort().join() === [...other].sort().join();

const isSameVector = (one: Vector, other: Vector): boolean => one.every((part, axis) => part === other[axis]);

/** What differs from how the scene opens; and whether it plays. */
export function presentFigureView(figure: Figure): LinkView {
  const { simulation, viewer, selection, time, opening } = figure;
  const { show } = opening;
  const { info, scene } = simulation;
  const shown = marks.filter((mark) => figure.marks.isOn(mark));
  const selected = selection.body?.id ?? null;
  const { point } = figure.marks;
  const pose = viewer && !viewer.camera.isHome ? viewer.camera.pose : null;
  const hasNames = (scene as { labels?: unknown } | undefined)?.labels === true;
  return {
    ...(pose && { camera: { position: roundedVector(pose.position, pose.distance), target: roundedVector(pose.target, pose.distance) } }),
    ...(info && selected !== (bodyOf(show.body, info)?.id ?? null) && { selected }),
    ...(point && shown.includes('point') && { point: roundedVector(point, 1) }),
    ...(!isSameList(shown, show.marks ?? firstArrows) && { marks: shown }),
    ...(shown.includes('about') && !isSameVector(figure.marks.about, show.about ?? [0, 0, 0]) && { about: figure.marks.about }),
    ...(figure.marks.isForAll !== (show.allBodies ?? false) && { allBodies: figure.marks.isForAll }),
    ...(viewer && viewer.follows !== (show.follow ?? false) && { follow: viewer.follows }),
    ...(viewer && viewer.names.isOn !== hasNames && { names: viewer.names.isOn }),
    ...Object.fromEntries(
      aidNames.filter((name) => figure.aids.isOn(name) !== Boolean(show[name])).map((name) => [name, figure.aids.isOn(name)]),
    ),
    ...(!isSameList(figure.aids.jointChoice.readouts, show.jointReadouts ?? []) && { jointReadouts: figure.aids.jointChoice.readouts }),
    ...(time.rate !== (show.rate ?? 1) && { rate: Number(time.rate.toPrecision(4)) }),
    playing: time.isPlaying,
  };
}

const isVector = (value: unknown): value is Vector =>
  Array.isArray(value) && value.length === 3 && value.every((part) => Number.isFinite(part) && Math.abs(part) <= 1e6);

/** Brings the view about, as far as it makes sense: it comes from elsewhere. */
export async function showFigureView(figure: Figure, view: LinkView): Promise<void> {
  const { viewer, selection, time, simulation } = figure;
  await firstFrame(figure);
  const { selected, point, marks: names, allBodies, rate, camera } = view;
  if (selected !== undefined)
    selection.show((typeof selected === 'number' ? selection.find(selected) : undefined) ?? null, isVector(point) ? point : null);
  else if (isVector(point) && selection.body) figure.marks.point = point;
  if (Array.isArray(names) || allBodies !== undefined) {
    const wanted = Array.isArray(names) ? names : (figure.opening.show.marks ?? null);
    const isForAll = allBodies ?? figure.opening.show.allBodies;
    figure.marks.showOnly(wanted?.filter((mark): mark is Mark => marks.includes(mark as Mark)) ?? null, isForAll === true);
  }
  if (isVector(view.about)) figure.marks.about = view.about;
  for (const name of aidNames) if (view[name] !== undefined) figure.aids.toggle(name, view[name] === true);
  if (Array.isArray(view.jointReadouts)) {
    const readouts = jointReadouts.filter((name) => view.jointReadouts?.includes(name));
    figure.aids.jointChoice = { ...figure.aids.jointChoice, readouts };
  }
  if (typeof rate === 'number' && rate >= lowestRate && rate <= highestRate) time.setRate(rate);
  if (viewer) {
    if (view.follow !== undefined) viewer.follows = view.follow === true;
    if (view.names !== undefined) viewer.names.isOn = view.names === true;
    if (isVector(camera?.position) && isVector(camera.target)) viewer.camera.pose = camera;
    viewer.invalidate();
  }
  simulation.requestFrame(performance.now());
}

// The first picture of a scene puts the camera where the scene wants it.
function firstFrame({ shown, simulation }: Figure): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, kFrameTime);
    const off = shown.on(end);
    simulation.requestFrame(performance.now());
    function end(): void {
      clearTimeout(timer);
      off();
      resolve();
    }
  });
}
