// The interface between a page of the laboratory and the panel around it.
import type { Figure } from '../figure/figure';
import type { JointQuantity } from '../instruments/plot-names';
import type { BodyInfo, Frame, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';

export type LabContext = {
  /** The figure that the laboratory is about. */
  readonly figure: Figure;
  /** The scene was edited by hand: it is worth keeping. */
  readonly edited: () => void;
  readonly signal: AbortSignal;
};

/** What the pages of the laboratory do for each other. */
export type LabTools = LabContext & {
  /** Opens the page of plots with a quantity of a joint, which is named by its index. */
  readonly plotOfJoint: (quantity: JointQuantity, index: number) => void;
};

/** One page of the laboratory. */
export interface LabPage {
  readonly element: HTMLElement;
  /** It came into sight, or left it. */
  setShown(isShown: boolean): void;
  showFrame(frame: Frame, now: number): void;
  /** Another scene, or the same one with other bodies. */
  setWorld(info: WorldInfo, change: WorldChange): void;
  /** Another body is selected, or none, or the same one in another world; `isChosen`: by a person. */
  select(body: BodyInfo | null, isChosen: boolean): void;
}
