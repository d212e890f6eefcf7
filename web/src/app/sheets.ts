// On a narrow screen panels are sheets at the lower edge: their head pulls them up over the whole height, and down again; further down
// closes them. The grip is a button for those who do not pull. The height stands in --sheet, a share of the room (styles/layout.css).
import { make } from '../dom/elements';

const kLow = 0.45;
const kHigh = 1;
const kClosed = 0.2; // let go below it, a sheet closes
const kPull = 6; // px, less is a press

const narrow = window.matchMedia('(max-width: 760px)');

/** `changed`: the sheet has another height. */
export function makeSheet(panel: HTMLElement, changed: () => void, signal: AbortSignal): void {
  const head = panel.querySelector<HTMLElement>('.panel-head')!;
  const grip = make('button', { type: 'button', class: 'grip', 'aria-label': 'Pull up' });
  const close = head.querySelector<HTMLElement>('[id$="-close"]')!;
  let share = kLow;
  const set = (wanted: number): void => {
    share = wanted;
    panel.style.setProperty('--sheet', wanted.toFixed(3));
    grip.ariaLabel = grip.title = wanted > (kLow + kHigh) / 2 ? 'Pull down' : 'Pull up';
    changed();
  };
  grip.addEventListener('click', () => set(share > (kLow + kHigh) / 2 ? kLow : kHigh), { signal });
  head.append(grip);

  let from: { readonly y: number; readonly share: number } | null = null;
  let isPulled = false;
  head.addEventListener(
    'pointerdown',
    ({ button, clientY }) => {
      if (!narrow.matches || button !== 0) return;
      from = { y: clientY, share };
      isPulled = false;
    },
    { signal },
  );
  head.addEventListener(
    'pointermove',
    ({ clientY, pointerId }) => {
      if (!from) return;
      if (!isPulled && Math.abs(clientY - from.y) < kPull) return;
      if (!isPulled) head.setPointerCapture(pointerId);
      isPulled = true;
      const room = panel.offsetHeight / share || 1;
      set(Math.min(kHigh, Math.max(0.05, from.share + (from.y - clientY) / room)));
      from = { y: clientY, share };
    },
    { signal },
  );
  const end = (): void => {
    if (from && isPulled) {
      if (share < kClosed) close.click();
      set(share > (kLow + kHigh) / 2 ? kHigh : kLow);
    }
    from = null;
  };
  head.addEventListener('pointerup', end, { signal });
  head.addEventListener('pointercancel', end, { signal });
  // A pull that ends over a button does not press it.
  head.addEventListener(
    'click',
    (event) => {
      if (!isPulled || !event.isTrusted) return;
      isPulled = false;
      event.stopPropagation();
      event.preventDefault();
    },
    { signal, capture: true },
  );
}
