// The viewer in this page: its size and theme, and the notices when WebGL is missing or lost. Without a picture the page
// goes on: time, numbers and scenes work, and a card says what is missing.
import { find, make } from '../dom/elements';
import { PushReadout } from '../instruments/push-readout';
import { cssColor, quantityColor } from '../instruments/quantities';
import type { PointerToolsOptions } from '../viewer/pointer-tools';
import { shownQuantities, type MarkColors, type ShownQuantity } from '../viewer/readouts';
import { Viewer } from '../viewer/viewer';
import type { Notices } from './notices';
import type { Panels } from './panels';

const kNoPicture =
  'This browser gives the page no WebGL 2, which the picture needs. It may be switched off, or blocked for this graphics card. Time, numbers and scenes go on working.';
const kRestoreSeconds = 5; // after which a lost picture is unlikely to come back by itself

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
export type PictureActions = Writable<Pick<PointerToolsOptions, 'push' | 'command' | 'select' | 'selectNext'>>;

export const noActions = (): PictureActions => ({ push: () => {}, command: () => {}, select: () => {}, selectNext: () => {} });

/** Null where the browser gives no WebGL 2. */
export function createPicture(actions: PictureActions, isEmbedded: boolean, panels: Panels, notices: Notices, signal: AbortSignal): Viewer | null {
  const canvas = find<HTMLCanvasElement>('picture');
  let viewer: Viewer;
  try {
    viewer = new Viewer({
      push: (push) => actions.push(push), // the actions become real when the engine is there
      command: (command) => actions.command(command),
      select: (body, point) => actions.select(body, point),
      selectNext: (by) => actions.selectNext(by),
      canvas,
      labels: find('labels'),
      isEmbedded,
      pushReadout: new PushReadout(),
    });
  } catch {
    canvas.after(make('div', { class: 'card card-low', role: 'alert' }, make('h2', {}, 'No picture here'), make('p', {}, kNoPicture)));
    return null;
  }
  switchNames(viewer, signal);
  watchTheme(viewer, signal);
  watchSize(viewer, panels, signal);
  watchContext(viewer, canvas, notices, signal);
  return viewer;
}

function arrowColors(): MarkColors {
  const own = Object.fromEntries(shownQuantities.map((name) => [name, quantityColor(name)])) as Record<ShownQuantity, string>;
  return { ...own, impulse: quantityColor('impulse'), ink: cssColor('--ink'), axisX: cssColor('--axis-x'), axisY: cssColor('--axis-y'), axisZ: cssColor('--axis-z') };
}

// The scene says whether names are on at first.
function switchNames({ names }: Viewer, signal: AbortSignal): void {
  const box = find<HTMLInputElement>('names');
  names.onChanged = (isOn) => (box.checked = isOn);
  box.checked = names.isOn; // a reload keeps boxes as they were
  box.addEventListener('change', () => (names.isOn = box.checked), { signal });
}

function watchTheme(viewer: Viewer, signal: AbortSignal): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const still = window.matchMedia('(prefers-reduced-motion: reduce)');
  const apply = (): void => {
    viewer.setTheme(dark.matches, arrowColors());
    viewer.camera.eases = !still.matches;
  };
  dark.addEventListener('change', apply, { signal });
  still.addEventListener('change', apply, { signal });
  apply();
}

function watchSize(viewer: Viewer, panels: Panels, signal: AbortSignal): void {
  const stage = find('stage');
  const apply = (): void => viewer.resize(stage.clientWidth, stage.clientHeight, panels.insets());
  const observer = new ResizeObserver(apply);
  observer.observe(stage);
  signal.addEventListener('abort', () => observer.disconnect());
  panels.onChanged = apply;
  apply();
}

// three rebuilds everything it keeps on the graphics card by itself; only a new drawing is needed.
function watchContext(viewer: Viewer, canvas: HTMLCanvasElement, notices: Notices, signal: AbortSignal): void {
  let timer = 0;
  canvas.addEventListener('webglcontextlost', () => {
    notices.show('picture', { text: 'The graphics card dropped the picture; it comes back by itself. The simulation goes on.' });
    timer = window.setTimeout(() => {
      notices.show('picture', {
        text: 'The picture has not come back.',
        action: { label: 'Reload the page', run: () => location.reload() },
      });
    }, kRestoreSeconds * 1000);
  }, { signal });
  canvas.addEventListener('webglcontextrestored', () => {
    window.clearTimeout(timer);
    notices.clear('picture');
    viewer.invalidate();
  }, { signal });
}
