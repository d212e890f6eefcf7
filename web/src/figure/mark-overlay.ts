// The overlay that draws the marks, with the symbols of its arrows. It loads with the first mark.
import { createSymbol } from '../instruments/push-readout';
import { InstrumentOverlay } from '../viewer/instrument-overlay';
import { make } from '../dom/elements';
import { markLetters, shownQuantities, type Letter, type ShownQuantity } from '../viewer/readouts';
import type { Viewer } from '../viewer/viewer';

function createLetter(letter: Letter): HTMLElement {
  const element = make('div', { class: 'label label-symbol' }, letter);
  element.style.color = letter === 'O' ? 'var(--ink)' : `var(--axis-${letter})`;
  return element;
}

export function createOverlay(viewer: Viewer, labels: HTMLElement): InstrumentOverlay {
  const symbols = Object.fromEntries(shownQuantities.map((name) => [name, createSymbol(name)])) as Record<ShownQuantity, HTMLElement>;
  const letters = Object.fromEntries(markLetters.map((letter) => [letter, createLetter(letter)])) as Record<Letter, HTMLElement>;
  const overlay = new InstrumentOverlay(viewer.stage.scene, labels, symbols, letters);
  viewer.attach(overlay);
  return overlay;
}
