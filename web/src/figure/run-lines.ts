// Line styles of the compared runs: they differ in colour and in dashes, so that colour is never the only sign.
import '../../styles/compared-names.css';
import { make } from '../dom/elements';

/** The first is the run on display. */
export const runLines = [
  { colorProperty: '--ink' },
  { colorProperty: '--velocity', dash: [7, 4] },
  { colorProperty: '--angular-velocity', dash: [2, 3] },
  { colorProperty: '--angular-momentum', dash: [10, 3, 2, 3] },
] as const;

export function runSwatch(index: number): HTMLElement {
  const mark = make('i', { class: 'run-swatch', 'aria-hidden': 'true' });
  mark.style.background = `var(${runLines[index]!.colorProperty})`;
  return mark;
}
