// The view of a link: what one sees of a run beyond how its scene opens, with the panels of the page, and back. It loads with the first link.
import { presentFigureView, showFigureView } from '../figure/figure-view';
import type { Figure } from '../figure/figure';
import type { LabPageName } from '../laboratory/lab-panel';
import type { LinkView } from '../links/link';
import type { Laboratory } from './laboratory';
import type { Panels } from './panels';

export type ViewParts = { readonly figure: Figure; readonly panels: Panels; readonly laboratory: Laboratory };

const kLabPages: readonly string[] = ['plots', 'push', 'collision', 'scene', 'compare'] satisfies LabPageName[];

/** What differs from how the scene opens; and whether it plays. */
export function presentView({ figure, panels, laboratory }: ViewParts): LinkView {
  const open = [
    ...(panels.isOpen('numbers') && !figure.opening.show.numbers ? ['numbers'] : []), // a scene may open them itself
    ...(panels.isOpen('lab') ? [laboratory.page === null ? 'lab' : `lab/${laboratory.page}`] : []),
  ];
  const plots = laboratory.page === 'plots' ? laboratory.plots : null;
  return { ...presentFigureView(figure), ...(plots && { plots }), ...(open.length > 0 && { open }) };
}

/** True where the view says no more than the address of a scene does. */
export const isPlainView = (view: LinkView): boolean => Object.keys(view).every((key) => key === 'playing');

/** Brings the view about, as far as it makes sense: it comes from elsewhere. */
export async function showView({ figure, panels, laboratory }: ViewParts, view: LinkView): Promise<void> {
  await showFigureView(figure, view);
  const { open } = view;
  await openPanels(Array.isArray(open) ? open : [], panels, laboratory);
  if (Array.isArray(view.plots) && laboratory.page === 'plots') await laboratory.showPlots(view.plots.slice(0, 8));
  figure.simulation.requestFrame(performance.now());
}

/** A run that was opened at its step plays on, where a person wants motion. */
export function goOn({ figure: { actions, time } }: ViewParts): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  time.setPlaying(true);
  actions.setPlaying(true);
}

async function openPanels(open: readonly unknown[], panels: Panels, laboratory: Laboratory): Promise<void> {
  const page = open.map(String).find((name) => /^lab(\/|$)/.test(name));
  if (open.includes('numbers') && !panels.isOpen('numbers')) panels.open('numbers', false);
  if (page === undefined) return;
  if (!panels.isOpen('lab')) panels.open('lab', false);
  const name = page.slice('lab/'.length);
  if (kLabPages.includes(name)) await laboratory.open(name as LabPageName);
}
