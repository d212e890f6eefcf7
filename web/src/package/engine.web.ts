// The engine for the web: nothing of Node is in what a bundler sees.
import { compileFrom } from '../simulation/compile-engine';
import type { Engine, InitOptions } from './engine-api';
import { initWith } from './engine';

export { EngineError, poseLayout, SceneError, stateLayout } from './engine';

export const init: (options?: InitOptions) => Promise<Engine> = initWith(() => compileFrom(new URL('./tumble-core.wasm', import.meta.url)));
