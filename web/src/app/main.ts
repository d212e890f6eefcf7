// The entry of the page: starts engine and picture side by side, opens the scene of the address, and shows in place what
// could not start. `window.tumble` is for the console and for tests.
import { find, make, part } from '../dom/elements';
import { whenNear } from '../dom/when-near';
import { Notices } from '../figure/notices';
import { Simulation } from '../simulation/client';
import { engineBytes, engineLoads } from '../simulation/compile-engine';
import { sentenceOf } from '../simulation/problems';
import type { Poster } from '../share/poster';
import type { App } from './app';
import { entryOf, fetchScene, firstSceneId } from '../catalog/scene-library';
import { showHeading } from './scene-heading';
import { readUrl } from './url-state';

export type TumbleHandle = {
  readonly simulation: Simulation | null;
  readonly viewer: App['figure']['viewer'] | null;
  /** Resolves when the first scene is open, or when the page has said why not (false). */
  readonly ready: Promise<boolean>;
  readonly firstFrameAt: number | null;
  /** A scene of the list by its id, or a scene itself. True when it is open. */
  readonly loadScene: (scene: string | object) => Promise<boolean>;
  /** A step of the run on display as a picture for previews, 1200 × 630; null where there is no page. */
  readonly poster: (step: number) => Promise<Poster | null>;
};

declare global {
  interface Window {
    tumble?: TumbleHandle;
  }
}

const url = readUrl();
document.documentElement.toggleAttribute('data-embed', url.isEmbed);
if (url.isEmbed) void import('../../styles/corners.css');
let app: App | null = null;
const kStillAfter = 1000; // ms

// What is known of a scene of the list before there is an engine; its still only where the engine is long in coming.
function foretell(progress: HTMLProgressElement): void {
  const entry = location.hash || url.kept !== null ? undefined : entryOf(url.scene ?? firstSceneId);
  if (!entry) return;
  showHeading({ title: entry.title, expect: entry.sentence }, entry.id);
  setTimeout(() => {
    if (progress.position === 1) return;
    const still = make('img', { alt: '', src: `scenes/${entry.id}/poster.webp` });
    still.onerror = () => still.remove();
    progress.parentElement?.prepend(still);
  }, kStillAfter);
}

async function open(): Promise<boolean> {
  const { allowed } = url;
  const isFramed = window.parent !== window;
  if (isFramed && allowed === 'nothing') await whenNear(part(find('figure'), 'stage')); // a page may hold many frames
  const progress = part<HTMLProgressElement>(find('figure'), 'progress');
  foretell(progress);
  engineLoads.on((bytes) => engineBytes && (progress.value = bytes / engineBytes));
  const starting = Simulation.start();
  starting.catch(() => {}); // handled below
  fetchScene(url.scene ?? firstSceneId).catch(() => {}); // begins the download early; the scene is requested again when it is opened
  try {
    const { startApp } = await import('./start');
    app = await startApp(starting, url);
  } catch (error) {
    new Notices(find('figure')).showCard('The simulation cannot start', sentenceOf(error));
    return false;
  }
  const opened = app.scenes.openFirst();
  if (isFramed && allowed !== 'nothing') void opened.then(async () => (await import('./outside')).hearParent(allowed, app!));
  return opened;
}

const ready = open();

window.tumble = {
  ready,
  get simulation() {
    return app?.figure.simulation ?? null;
  },
  get viewer() {
    return app?.figure.viewer ?? null;
  },
  get firstFrameAt() {
    return app?.figure.firstFrameAt ?? null;
  },
  loadScene: async (scene) => {
    await ready;
    if (!app) return false;
    return typeof scene === 'string' ? app.openScene(scene) : app.scenes.openOther(scene);
  },
  poster: async (step) => {
    await ready;
    return app?.share.poster(step) ?? null;
  },
};
