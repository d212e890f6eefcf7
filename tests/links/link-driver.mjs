// Links as the page makes, reads and opens them, in Node with the engine as it ships (built by `npm run build` or `npm test`).
//
//   encode({ scene, log, step, view })  the text behind "#"; rejects with the sentence where the run cannot be. The run is taken to `step`, for
//                                       the hash of the state there. `scene`: a scene, or the id of one of the gallery.
//   decode(text)                        { ok: true, scene, log, step, hash, view, format, engine } or { ok: false, message }
//   open(text)                          { ok, message, step, hash, reproduced }: decoded, and run to its step
// All are asynchronous, as the platform's compression is. decode and open never reject.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { frozenFolderOf } from './support/corpus.mjs';
import { connectToFrozen, frozenScenes } from './support/frozen-engine.mjs';

const fileOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = async (path) => JSON.parse(await readFile(fileOf(path), 'utf8'));

const web = await importWebModulesWithEngine(
  'simulation/client.ts',
  'simulation/host.ts',
  'simulation/load-engine.ts',
  'links/codec.ts',
  'links/reproduce.ts',
  'links/link.ts',
  'links/format-1/words.ts',
  'simulation/kept-bodies.ts',
  'simulation/run-file.ts',
);
export const { kWords, keptBodies, exactText, linkLimits } = web;
const { scenes } = await json('web/scenes/catalog.json');

export const { version: engine } = await json('package.json');
export const galleryScenes = new Map(await Promise.all(scenes.map(async ({ id }) => [id, await json(`web/scenes/${id}.json`)])));
const galleries = new Map(); // of released versions
async function sceneOf(id, version = engine) {
  const folder = version === engine ? null : frozenFolderOf(version);
  if (!folder) return galleryScenes.get(id) ?? null;
  if (!galleries.has(version)) galleries.set(version, await frozenScenes(folder));
  return galleries.get(version).get(id) ?? null;
}

let compiled = null;

// Today's engine, or the one in a folder of a released version.
async function start(folder) {
  if (folder) return web.Simulation.start({ connect: connectToFrozen(folder), silenceLimit: 60_000 });
  compiled ??= WebAssembly.compile(await readFile(fileOf('build/wasm/tumble-core.wasm')));
  const instance = await web.instantiateEngine(await compiled);
  const connect = async () => {
    const { port1, port2 } = new MessageChannel();
    const host = web.createHost(port2, instance, { sliceBudget: 500 });
    const close = () => {
      host.dispose();
      port1.onmessage = null;
      port1.close();
      port2.close();
    };
    return { where: 'page', port: port1, onDeath: () => {}, close };
  };
  return web.Simulation.start({ connect, silenceLimit: 60_000 });
}

// Gives what reproduce() gives, and the checkpoints of the run.
async function run(link, folder = link.engine === engine ? null : frozenFolderOf(link.engine)) {
  const simulation = await start(folder);
  try {
    await simulation.load(link.scene, link.log);
    const reached = await web.reproduce(simulation, link, folder ? link.engine : engine);
    return { ...reached, checkpoints: (await simulation.proof()).checkpoints };
  } finally {
    simulation.dispose();
  }
}

// The scene of the gallery with the same title: the page knows where its scene came from.
const galleryOf = (scene) => [...galleryScenes].find(([, { title }]) => title !== undefined && title === scene?.title)?.[0] ?? null;

/** `madeBy`: the version that makes it, with its engine in `folder`. */
export async function encode({ scene, log = [], step = 0, view = {}, hash, checkpoints }, { madeBy = engine, folder = null } = {}) {
  const whole = typeof scene === 'string' ? galleryScenes.get(scene) : scene;
  const link = {
    gallery: typeof scene === 'string' ? scene : galleryOf(scene),
    scene: whole,
    log,
    step,
    hash: hash ?? null,
    checkpoints,
    view,
  };
  if (hash === undefined) {
    const reached = await run({ ...link, engine: madeBy }, folder);
    if (reached.step !== step || /cannot be repeated/.test(reached.message)) throw new web.LinkError(reached.message);
    [link.hash, link.checkpoints] = [reached.hash, reached.checkpoints];
  }
  return web.encodeLink(link, madeBy, sceneOf);
}

export async function decode(text) {
  try {
    const { scene, log, step, hash, checkpoints, view, format, engine: madeBy } = await web.decodeLink(text, engine, sceneOf);
    return { ok: true, scene, log, step, hash, checkpoints, view, format, engine: madeBy };
  } catch (error) {
    return { ok: false, message: error instanceof web.LinkError ? error.message : `Unforeseen: ${error?.stack ?? error}` };
  }
}

export async function open(text) {
  let link;
  try {
    link = await web.decodeLink(text, engine, sceneOf);
    const { step, hash, reproduced, message } = await run(link);
    return { ok: true, message, step, hash, reproduced };
  } catch (error) {
    return { ok: false, message: error.message, step: 0, hash: null, reproduced: false };
  }
}
