// A link: a run (scene, log of commands, step, hash of the state there) and the view of it. Everything in it is plain JSON.
import type { LogEntry, Vector } from '../simulation/protocol';

/** What one sees of a run. What is left out is as the scene opens. */
export type LinkView = {
  readonly camera?: { readonly position: Vector; readonly target: Vector };
  /** The id of the selected body; null: none. */
  readonly selected?: number | null;
  /** Of the selected body, m from its centre of mass, body axes. */
  readonly point?: Vector;
  readonly marks?: readonly string[];
  /** The point of the world about which angular momentum is told, m. */
  readonly about?: Vector;
  readonly allBodies?: boolean;
  readonly follow?: boolean;
  readonly names?: boolean;
  readonly energyBars?: boolean;
  readonly graphPaper?: boolean;
  readonly joints?: boolean;
  /** Values beside the joints that are drawn. */
  readonly jointReadouts?: readonly string[];
  readonly plots?: readonly { readonly quantity: string; readonly body?: number; readonly joint?: number }[];
  /** Simulated seconds per second. */
  readonly rate?: number;
  readonly playing?: boolean;
  /** Panels and pages that are open: "gallery", "numbers", "lab", "lab/plots". */
  readonly open?: readonly string[];
};

export type Link = {
  /** Of the gallery, which the scene is or was made from; null: the link carries all of the scene. */
  readonly gallery: string | null;
  /** As it was loaded; its changes are commands. */
  readonly scene: unknown;
  readonly log: readonly LogEntry[];
  readonly step: number;
  /** Of all state at the step: 16 hexadecimal digits; null: not known. */
  readonly hash: string | null;
  /** Of the states before (simulation/checkpoints.ts): they tell since when a run is another one. */
  readonly checkpoints?: string;
  readonly view: LinkView;
};

/** What a link says beside its content. */
export type DecodedLink = Link & {
  readonly format: number;
  /** The version of Tumble that made it: "1.4.0". */
  readonly engine: string;
};

/** A scene of the gallery by its id, as it was in a version of Tumble, or a promise of it; null where there is none. */
export type SceneOf = (id: string, engine: string) => unknown;

/** A link that cannot be read, or what fits into none: one sentence. */
export class LinkError extends Error {
  override name = 'LinkError';
}

export const linkLimits = {
  characters: 65_536,
  /** Inflated. */
  bytes: 1 << 20,
  depth: 24,
  /** Numbers, words, lists and objects of the scene, the log and the view together: what takes 100 ms to build. */
  values: 400_000,
  /** Parts of lists and objects that edits copy, and values that they put in, together. */
  changed: 4_000_000,
  bodies: 20_000,
  commands: 20_000,
  steps: 100_000,
} as const;
