// The start: panels and the empty figure are made while the engine still loads, then the page joins them.
import { find, part } from '../dom/elements';
import { Figure } from '../figure/figure';
import type { Simulation } from '../simulation/client';
import { App } from './app';
import { Gallery } from './gallery';
import { Panels } from './panels';
import type { UrlState } from './url-state';

/** Rejects when there is no engine. */
export async function startApp(starting: Promise<Simulation>, url: UrlState): Promise<App> {
  const end = new AbortController();
  const panels = new Panels(end.signal, url.isEmbed);
  const gallery = new Gallery(end.signal);
  const root = find('figure');
  const picture = part(root, 'picture');
  if (!url.isEmbed) picture.setAttribute('aria-describedby', 'picture-keys'); // with the keys of the page
  // Not by the browser: a change of the address is a change of scene.
  find('skip').addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      picture.focus();
    },
    { signal: end.signal },
  );
  const figure = await Figure.create(root, starting, { isEmbedded: window.self !== window.top, insets: () => panels.insets() });
  const app = new App(figure, panels, gallery, end);
  find('bar').inert = false;
  return app;
}
