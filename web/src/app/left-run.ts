// The run on display at the moment when the page is left, while the address does not say it yet: a link takes half a second, and the browser waits for
// nothing. It stays in the storage of the tab, for a reload.
import { kVersion } from '../links/version';
import type { DecodedLink } from '../links/link';
import { exactText, readRun } from '../simulation/run-file';
import { kLeftRun, storageOf } from './browser-storage';
import { presentView, type ViewParts } from './link-view';
import type { AddressKeeper } from './address-keeper';
import type { Opened, SceneOpener } from './scene-opener';

export function keepWhenLeft(parts: ViewParts, scenes: SceneOpener, address: AddressKeeper, signal: AbortSignal): void {
  const leave = (): void => {
    if (scenes.present && address.isBehind) keep(parts, scenes.present);
  };
  const stay = (): void => storageOf('sessionStorage')?.removeItem(kLeftRun);
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', stay, { signal });
  // A phone may end a page that is out of sight, and tells it nothing then.
  const hide = (): void => {
    if (document.visibilityState === 'visible') return stay();
    leave();
    if (address.isBehind) void address.write();
  };
  document.addEventListener('visibilitychange', hide, { signal });
}

// At once. Where there is no room, a reload comes to what the address says.
function keep(parts: ViewParts, { scene: gallery }: Opened): void {
  const { simulation } = parts.figure;
  const { scene, step: steps } = simulation.run;
  const { log: commands } = simulation;
  if (scene === undefined || !commands) return;
  const [view, engine] = [presentView(parts), simulation.engine?.version ?? kVersion];
  try {
    storageOf('sessionStorage')?.setItem(
      kLeftRun,
      exactText({ address: location.href, gallery, engine, scene, commands, steps, hashes: {}, view }),
    );
  } catch {
    // full
  }
}

const withoutLink = (address: unknown): string | null => (typeof address === 'string' ? (address.split('#')[0] ?? null) : null);

/**
 * What was kept when this address was left; null where it was another one, or means nothing. A reload comes back to what was left, but WebKit
 * may come with the link that the address had half a second before: what was left is newer than any.
 */
export function leftRunOf(text: string, isReload: boolean): DecodedLink | null {
  try {
    const kept = JSON.parse(text) as { address?: unknown; gallery?: unknown; engine?: unknown };
    const { scene, commands: log, steps: step, view = {} } = readRun(kept);
    const { address, gallery, engine } = kept;
    if (address !== location.href && !(isReload && withoutLink(address) === withoutLink(location.href))) return null;
    if (typeof engine !== 'string') return null;
    return { gallery: typeof gallery === 'string' ? gallery : null, scene, log, step, hash: null, view, format: 1, engine };
  } catch {
    return null;
  }
}
