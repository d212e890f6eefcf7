// What is seen as a page of its own, which needs no network: the link goes into a page that the build left (web/figure-page.mjs).
import { EngineError } from '../simulation/problems';
import { escapeHtml, figureTag, type FigureOf } from './embed-code';

const kPage = 'tumble-figure.html';

/** The page `template` with the figure and its title in their places. */
export const withFigure = (template: string, opens: FigureOf, title: string): string =>
  template
    .replaceAll('<!-- title -->', () => escapeHtml(title))
    .replace('<!-- figure -->', () => figureTag(opens, title).replace('<tumble-scene ', '<tumble-scene controls="full" '));

/** Rejects with a sentence. */
export async function makeFigurePage(opens: FigureOf, title: string): Promise<Blob> {
  const answer = await fetch(new URL(kPage, document.baseURI)).catch(() => null);
  if (!answer?.ok) throw new EngineError('The page to put the figure into could not be loaded from the server.');
  return new Blob([withFigure(await answer.text(), opens, title)], { type: 'text/html' });
}
