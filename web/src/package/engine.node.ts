// The engine for Node. Its WebAssembly is part of the code, since the bundlers of servers move files; an address may be that of a file.
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

const loadOwn = async (): Promise<WebAssembly.Module> => {
  const { wasm } = await import('./inline');
  return compileFrom('the package', new Response(await wasm()));
};

export const init: (options?: InitOptions) => Promise<Engine> = initWith(loadOwn, load);
