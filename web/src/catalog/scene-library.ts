// The scenes that come with the page: the catalogue, and each scene's JSON, which is a file of its own and loads only when
// it is opened.
import catalog from '../../scenes/catalog.json';
import type { MakeIllustration } from '../viewer/illustration';

export type CatalogEntry = {
  readonly id: string;
  readonly chapter: string;
  readonly title: string;
  readonly sentence: string;
  /** A number to check that only a picture shows; those that can be read live are in checks.json. */
  readonly check?: string;
  /** It has numbers in checks.json. */
  readonly checked?: boolean;
  /** The step that tells most, for those who want no motion; left out: that of the catalogue. */
  readonly still?: number;
};

const files = import.meta.glob<unknown>(['../../scenes/*.json', '!../../scenes/catalog.json'], { import: 'default' });

// Illustrations by the id of their scene.
const illustrations: Readonly<Record<string, () => Promise<{ readonly makeIllustration: MakeIllustration }>>> = {
  'rings-and-slerp': () => import('../viewer/gimbal-illustration'),
  tesseract: () => import('../viewer/tesseract-illustration'),
};

export const entries: readonly CatalogEntry[] = catalog.scenes;

export const firstSceneId = entries[0].id;

export const entryOf = (id: string | null): CatalogEntry | undefined => entries.find((entry) => entry.id === id);

/** The step that tells most of a scene of the list, as its poster shows it; 0, the start, of another one. */
export function stillOf(id: string | null): number {
  const entry = entryOf(id);
  return entry ? (entry.still ?? catalog.still) : 0;
}

/** The scene after (or before) another one in the list. */
export function neighbourOf(id: string | null, by: 1 | -1): string {
  const at = entries.findIndex((entry) => entry.id === id);
  return (entries[(at + by + entries.length) % entries.length] ?? entries[0]!).id;
}

export function isKnown(id: string): boolean {
  return entries.some((entry) => entry.id === id);
}

/** The scene as it stands in its file. Rejects when it cannot be fetched. */
export async function fetchSceneText(id: string): Promise<unknown> {
  return files[`../../scenes/${id}.json`]?.() ?? null;
}

/** The scene as it stands in its file, with its illustration on the way. Rejects when they cannot be fetched. */
export async function fetchScene(id: string): Promise<unknown> {
  const file = files[`../../scenes/${id}.json`];
  if (!file) throw new Error(`There is no file for the scene “${id}”.`);
  const [scene] = await Promise.all([file(), illustrations[id]?.()]);
  return scene;
}

/** The illustration of a scene of the list, or null; already loaded when its scene was fetched. */
export const fetchIllustration = async (id: string | null): Promise<MakeIllustration | null> =>
  id !== null && illustrations[id] ? (await illustrations[id]()).makeIllustration : null;
