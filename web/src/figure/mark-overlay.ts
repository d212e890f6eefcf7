// The overlay that draws the marks, with the symbols of its arrows. It loads with the first mark.
import { createSymbol } from '../instruments/push-readout';
import { InstrumentOverlay } from '../viewer/instrument-overlay';
import { shownQuantities, type ShownQuantity } from '../viewer/readouts';
import type { Viewer } from '../viewer/viewer';

export function createOverlay(viewer: Viewer, labels: HTMLElement): InstrumentOverlay {
  const symbols = Object.fromEntries(shownQuantities.map((name) => [name, createSymbol(name)])) as Record<ShownQuantity, HTMLElement>;
  const overlay = new InstrumentOverlay(viewer.stage.scene, labels, symbols);
  viewer.attach(overlay);
  return overlay;
}
