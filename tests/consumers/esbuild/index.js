// esbuild copies no files that code refers to by address: the build puts worker.js and tumble-core.wasm beside its output (build.mjs).
import scene from 'tumble-physics/scenes/tennis-racket.json';
import { run } from './main.js';

await run(scene);
