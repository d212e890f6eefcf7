// Starts the engine from whatever `init` was given (engine-api.ts). Where the default module comes from is for the web and for Node to say.
import { compileFrom } from '../simulation/compile-engine';
import { instantiateEngine } from '../simulation/load-engine';
import { EngineError } from '../simulation/problems';
import type { Engine, InitOptions, Scene, WasmSource, World as WorldApi } from './engine-api';
import { World, type Instance } from './world';

export { poseLayout, stateLayout } from '../simulation/layout';
export { EngineError, SceneError } from '../simulation/problems';

export type LoadModule = (address: URL) => Promise<WebAssembly.Module>;

/** `init` whose own module comes from `fetchOwn`, and that loads from addresses in this way. */
export function initWith(
  fetchOwn: () => Promise<WebAssembly.Module>,
  load: LoadModule = compileFrom,
): (options?: InitOptions) => Promise<Engine> {
  let own: Promise<WebAssembly.Module> | null = null;
  const loadOwn = (): Promise<WebAssembly.Module> => {
    own ??= fetchOwn().catch((error: unknown) => {
      own = null; // a network may come back
      throw error;
    });
    return own;
  };
  return async (options = {}) => {
    const source = await options.wasm;
    const module = source === undefined ? await loadOwn() : await compile(source, load);
    const instance: Instance = { engine: await instantiateEngine(module), fault: null };
    return { module, createWorld: (scene: Scene | string): WorldApi => new World(instance, scene) };
  };
}

async function compile(source: WasmSource, load: LoadModule): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Response) return compileFrom(source.url || 'a response without an address', source);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return compileFrom('the bytes given to init()', new Response(source));
  const address = addressOf(source);
  if (address === null)
    throw new EngineError('init({ wasm }): must be an address, a Response, an ArrayBuffer, a Uint8Array or a WebAssembly.Module.');
  return load(address);
}

function addressOf(source: unknown): URL | null {
  if (source instanceof URL) return source;
  if (typeof source !== 'string') return null;
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (!URL.canParse(source, base)) throw new EngineError(`init({ wasm }): ${JSON.stringify(source)} is not an address.`);
  return new URL(source, base);
}
