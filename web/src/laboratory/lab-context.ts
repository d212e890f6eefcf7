// The interface between a page of the laboratory and the page around it.
import type { Simulation } from '../simulation/client';
import type { Accepted, BodyInfo, Frame, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import type { Viewer } from '../viewer/viewer';

export type LabContext = {
  readonly simulation: Simulation;
  readonly viewer: Viewer | null;
  readonly signal: AbortSignal;
  readonly selected: () => BodyInfo | null;
  readonly find: (id: number) => BodyInfo | undefined;
  readonly info: () => WorldInfo | null;
  /** The last impulse given in this scene. */
  readonly lastPush: () => Accepted | null;
  /** Records samples of these bodies at each step. */
  readonly record: (bodies: readonly number[]) => void;
  /** Asks for all impacts. */
  readonly wantImpacts: (wants: boolean) => void;
  /** Opens a scene that is not of the gallery. Rejects with the sentence of the refusal. */
  readonly openScene: (scene: unknown) => Promise<void>;
  /** Runs the scene again up to a step and stands still there. */
  readonly seek: (step: number) => Promise<void>;
  /** Shows a notice. */
  readonly announce: (text: string) => void;
  readonly wake: () => void;
};

/** One page of the laboratory. */
export interface LabPage {
  readonly element: HTMLElement;
  /** It came into sight, or left it. */
  setShown(isShown: boolean): void;
  showFrame(frame: Frame, now: number): void;
  /** Another scene, or the same one with other bodies. */
  setWorld(info: WorldInfo, change: WorldChange): void;
  select(body: BodyInfo | null): void;
}
