// What the dialog shares, and who knows it: the page around the figure.
import type { Figure } from '../figure/figure';

export type ShareSource = {
  readonly figure: Figure;
  /** The address of what is seen now, absolute. */
  readonly link: () => Promise<string>;
  /** The same for a frame in another page. */
  readonly embedLink: () => Promise<string>;
};
