// The instruments of the page: marks over the picture and the panel of numbers. They load when a body is first selected
// or the panel first opened; the page opens without them.
import { find } from '../dom/elements';
import { firstArrows } from '../instruments/body-readout';
import { createSymbol } from '../instruments/push-readout';
import { InstrumentOverlay } from '../viewer/instrument-overlay';
import { shownQuantities, type ShownQuantity } from '../viewer/readouts';
import type { Viewer } from '../viewer/viewer';
import { Inspector, type InspectorActions } from './inspector';

export type InstrumentKit = { readonly overlay: InstrumentOverlay | null; readonly inspector: Inspector };

export function createInstruments(viewer: Viewer | null, actions: InspectorActions, signal: AbortSignal): InstrumentKit {
  const inspector = new Inspector(actions, signal);
  if (!viewer) return { overlay: null, inspector };
  const symbols = Object.fromEntries(shownQuantities.map((name) => [name, createSymbol(name)])) as Record<ShownQuantity, HTMLElement>;
  const overlay = new InstrumentOverlay(viewer.stage.scene, find('labels'), symbols);
  overlay.painter.onScale = (name, perMetre) => inspector.showScale(name, perMetre);
  for (const name of firstArrows) overlay.toggle(name, true);
  viewer.attach(overlay);
  return { overlay, inspector };
}
