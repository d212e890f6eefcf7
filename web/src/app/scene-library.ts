// The scenes that come with the page: the catalogue, and each scene's JSON, which is a file of its own and loads only when
// it is opened.
import catalog from '../../scenes/catalog.json';

export type CatalogEntry = { readonly id: string; readonly title: string; readonly sentence: string };

const files = import.meta.glob<unknown>(['../../scenes/*.json', '!../../scenes/catalog.json'], { import: 'default' });

export const entries: readonly CatalogEntry[] = catalog.scenes;

export const firstSceneId = entries[0].id;

export function isKnown(id: string): boolean {
  return entries.some((entry) => entry.id === id);
}

/** The scene as it stands in its file. Rejects when it cannot be fetched. */
export async function fetchScene(id: string): Promise<unknown> {
  const file = files[`../../scenes/${id}.json`];
  if (!file) throw new Error(`There is no file for the scene “${id}”.`);
  return file();
}
