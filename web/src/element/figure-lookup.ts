// Finds the figures of the page, for what speaks of them: prose, plots, meters.
import { shortened } from '../dom/seen-text';
import { Emitter } from '../simulation/emitter';
import type { SceneElement } from './scene-element';

/** A figure was put into the page. */
export const arrivals = new Emitter<SceneElement>();

// (The class is not imported: the module of the tag has to be the one at the address of the page's folder.)
export const isFigure = (target: EventTarget | null): target is SceneElement =>
  target instanceof Element && target.matches('tumble-scene:defined');

/** Throws with a sentence where there is none with this id. */
export function figureOf(id: string): SceneElement {
  const found = document.getElementById(id);
  if (isFigure(found)) return found;
  throw new Error(`There is no figure with the id “${shortened(id)}” in this page.`);
}
