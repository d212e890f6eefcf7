// The engines of released versions: each lies beside the page, under engines/, with its Worker and the gallery of its day, and loads when a link that
// it made asks for it. `npm run release` puts it there (build-scripts/lib/freeze-engine.mjs).
import { kVersion } from '../links/version';
import type { Engine } from '../simulation/client';
import { connectTo } from '../simulation/connection';
import { fetchSceneText, isKnown } from '../catalog/scene-library';

const kEngines = 'engines/';
const galleries = new Map<string, Promise<unknown>>();

async function json(address: URL): Promise<unknown> {
  const response = await fetch(address);
  return response.ok ? response.json() : null;
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null;

// Null where that version was not released, or nothing can be fetched.
async function folderOf(version: string): Promise<URL | null> {
  if (version === kVersion) return null;
  const all = new URL(kEngines, document.baseURI);
  const folder = await json(new URL('engines.json', all)).then(
    (found) => partOf(found, version),
    () => null,
  );
  return typeof folder === 'string' && /^[\w.-]+$/.test(folder) ? new URL(`${folder}/`, all) : null;
}

/** The engine of another version; null where it does not lie beside the page. */
export async function engineOf(version: string): Promise<Engine | null> {
  const folder = await folderOf(version);
  return folder && { version, connect: () => connectTo(folder) };
}

/** A scene of the gallery as it was in a version: today's where nothing else is known. */
export async function sceneOf(id: string, version: string): Promise<unknown> {
  const folder = await folderOf(version);
  if (folder) {
    if (!galleries.has(version))
      galleries.set(
        version,
        json(new URL('scenes.json', folder)).catch(() => null),
      );
    const scene = partOf(await galleries.get(version), id);
    if (scene !== null) return scene;
  }
  return isKnown(id) ? fetchSceneText(id) : null;
}
