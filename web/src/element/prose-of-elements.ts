// Prose around the figures that are elements of the page. It loads with the first of it (prose-watch.ts).
import { figuresOf, isFigure } from './figure-lookup';
import { saidAround } from './page-language';
import { boundTo, Prose } from './prose';
import { readBinding } from './prose-words';
import type { SceneElement } from './scene-element';

/** Once a page. */
export function watchProse(): void {
  const prose = new Prose<SceneElement>({
    isFigure: (id) => isFigure(document.getElementById(id)),
    figuresOf: (name) => (document.getElementById(name) instanceof HTMLIFrameElement ? null : figuresOf(name)),
    placeOf: (figure) => figure,
    sentence: saidAround,
  });
  const renewed = new WeakSet<object>(); // figures that run, which were asked for what quantities need

  // While it stands no step is told, and what was done shows in the next frame.
  const renew = async (figure: SceneElement): Promise<void> => {
    const { running } = figure;
    if (!running || boundIn(figure).length === 0) return;
    renewed.add(running);
    await running.renew();
    show(figure);
  };

  const show = (figure: SceneElement): void => {
    const { running } = figure;
    if (!running) return;
    for (const element of boundIn(figure)) {
      prose.show(element, () => {
        const reading = running.reading(readBinding(element.dataset.tumble!).rest);
        if (reading === null && !renewed.has(running)) void renew(figure); // it was woken
        return reading;
      });
    }
  };

  // Those of figures do not rise: they are met on their way down.
  document.addEventListener('step', ({ target }) => isFigure(target) && show(target), true);
  for (const type of ['ready', 'change']) document.addEventListener(type, ({ target }) => isFigure(target) && void renew(target), true);
  for (const figure of document.querySelectorAll<SceneElement>('tumble-scene')) void renew(figure); // what was ready before
}

// Of a group it is the first that says it.
function boundIn(figure: SceneElement): HTMLElement[] {
  const names = figure.id === '' ? [] : [figure.id];
  if (figure.sync !== null && figuresOf(`group:${figure.sync}`)[0] === figure) names.push(`group:${figure.sync}`);
  return names.flatMap(boundTo);
}
