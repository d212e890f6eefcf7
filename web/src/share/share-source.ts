// What the dialog shares, and who knows it: the page around the figure.
import type { Figure } from '../figure/figure';
import type { FigureOf } from './embed-code';

export type SharedLink = {
  /** Of what is seen now, absolute. */
  readonly address: string;
  /** The same for a frame in another page. */
  readonly embedAddress: string;
  /** What a figure in another page opens. */
  readonly figure: FigureOf;
  /** It names no moment: the scene begins when it is opened. */
  readonly isFromStart: boolean;
};

export type ShareSource = {
  readonly figure: Figure;
  /** Rejects with a sentence where the run fits into no link. */
  readonly link: () => Promise<SharedLink>;
  /** What one sees of the run, for the file. */
  readonly view: () => object;
};
