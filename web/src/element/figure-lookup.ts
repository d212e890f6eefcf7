// Finds the figures of the page, for what speaks of them: prose, plots, meters.
import { shortened } from '../dom/seen-text';
import { Emitter } from '../simulation/emitter';
import { SpokenError } from '../words/spoken-error';
import type { SceneElement } from './scene-element';
import { SyncGroup } from './sync-group';

/** A figure was put into the page. */
export const arrivals = new Emitter<SceneElement>();

// (The class is not imported: the module of the tag has to be the one at the address of the page's folder.)
export const isFigure = (target: EventTarget | null): target is SceneElement =>
  target instanceof Element && target.matches('tumble-scene:defined');

/** Throws with a sentence where there is none with this id. */
export function figureOf(id: string): SceneElement {
  const found = document.getElementById(id);
  if (isFigure(found)) return found;
  throw new SpokenError('There is no figure with the id “{id}” in this page.', { id: shortened(id) });
}

/** That with an id, or after “group:” all of a group. Throws with a sentence where there is none. */
export function figuresOf(name: string): SceneElement[] {
  const group = /^group:(.+)$/.exec(name)?.[1];
  if (group === undefined) return [figureOf(name)];
  const figures = SyncGroup.elementsOf(group).filter(isFigure);
  if (figures.length > 0) return figures;
  throw new SpokenError('There is no figure with sync="{word}" in this page.', { word: shortened(group) });
}
