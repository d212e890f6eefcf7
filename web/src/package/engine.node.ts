// The engine for Node: files are read from the disk, everything else is as on the web.
import { readFile } from 'node:fs/promises';
import { compileFrom } from '../simulation/compile-engine';
import { EngineError } from '../simulation/problems';
import type { Engine, InitOptions } from './engine-api';
import { initWith } from './engine';

export { EngineError, poseLayout, SceneError, stateLayout } from './engine';

async function load(address: URL): Promise<WebAssembly.Module> {
  if (address.protocol !== 'file:') return compileFrom(address);
  const bytes = await readFile(address).catch((error: Error) => {
    throw new EngineError(`The physics engine could not be read from ${address}: ${error.message}.`, { cause: error });
  });
  return compileFrom(address, new Response(bytes));
}

export const init: (options?: InitOptions) => Promise<Engine> = initWith(() => new URL('./tumble-core.wasm', import.meta.url), load);
