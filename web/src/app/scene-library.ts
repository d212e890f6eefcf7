// The scenes that come with the page: the catalogue, and each scene's JSON, which is a file of its own and loads only when
// it is opened.
import catalog from '../../scenes/catalog.json';

export type CatalogEntry = { readonly id: string; readonly chapter: string; readonly title: string; readonly sentence: string; readonly check?: string };

const files = import.meta.glob<unknown>(['../../scenes/*.json', '!../../scenes/catalog.json'], { import: 'default' });

export const entries: readonly CatalogEntry[] = catalog.scenes;

export const firstSceneId = entries[0].id;

/** The number to check of a scene of the list; empty where it has none. */
export const checkOf = (id: string | null): string => entries.find((entry) => entry.id === id)?.check ?? '';

/** The scene after (or before) another one in the list. */
export function neighbourOf(id: string | null, by: 1 | -1): string {
  const at = entries.findIndex((entry) => entry.id === id);
  return (entries[(at + by + entries.length) % entries.length] ?? entries[0]!).id;
}

export function isKnown(id: string): boolean {
  return entries.some((entry) => entry.id === id);
}

/** The scene as it stands in its file. Rejects when it cannot be fetched. */
export async function fetchScene(id: string): Promise<unknown> {
  const file = files[`../../scenes/${id}.json`];
  if (!file) throw new Error(`There is no file for the scene “${id}”.`);
  return file();
}
