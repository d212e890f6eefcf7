// Makes an instance of the engine from its compiled module. Only the realm that runs the engine needs this file and the
// glue it brings: the Worker, or the page where no Worker can start.
import createTumbleCore, { type MainModule, type World } from 'tumble-core';
import { wasmProblem } from './problems';

export type { World };
/** The part of the engine's module that a host uses. */
export type EngineModule = Pick<MainModule, 'World'>;

/** Each call makes an instance of its own, with its own memory: one per simulation. */
export async function instantiateEngine(compiled: WebAssembly.Module): Promise<EngineModule> {
  try {
    return await new Promise<EngineModule>((resolve, reject) => {
      createTumbleCore({
        print: () => {},
        printErr: () => {},
        instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void) {
          WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled), reject);
          return {}; // tells the glue that the instance comes later
        },
      }).then(resolve, reject);
    });
  } catch (error) {
    throw wasmProblem('The physics engine does not start', error);
  }
}
