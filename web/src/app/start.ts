// The start: picture and panels are made while the engine still loads, then the page joins them.
import type { Simulation } from '../simulation/client';
import type { Viewer } from '../viewer/viewer';
import { App } from './app';
import { Gallery } from './gallery';
import type { Notices } from './notices';
import { Panels } from './panels';
import { createPicture, noActions, type PictureActions } from './picture';
import type { UrlState } from './url-state';

/** The parts that are made before the engine has loaded. */
export type Parts = {
  readonly viewer: Viewer | null;
  /** Actions of the pointer in the picture; empty until the engine has loaded. */
  readonly pictureActions: PictureActions;
  readonly panels: Panels;
  readonly gallery: Gallery;
  readonly notices: Notices;
  readonly end: AbortController;
};

/** Rejects when there is no engine. */
export async function startApp(starting: Promise<Simulation>, notices: Notices, url: UrlState): Promise<App> {
  const end = new AbortController();
  const panels = new Panels(end.signal, url.isEmbed);
  const pictureActions = noActions();
  let app: App | null = null;
  const gallery = new Gallery((id) => {
    void app?.openScene(id);
    return app !== null;
  }, end.signal);
  const viewer = createPicture(pictureActions, window.self !== window.top, panels, notices, end.signal);
  viewer?.warmUp();
  app = new App(await starting, { viewer, pictureActions, panels, gallery, notices, end });
  return app;
}
