// What of three.js the page leaves out, since nothing it draws uses it: a quarter of what a visitor would download. three keeps
// its renderer in one piece that no bundler can prune (its modules, with every shader, refer to each other at run time), so the
// modules are read from three's own sources, shader texts of unused features become empty, and four parts become stand-ins with
// the few members that the renderer calls. Each name must exist: another version of three that moves one fails the build.
//
// To use a feature that is named here, take its name out. What is not here works as three documents it.
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';

export const threeSources = join(createRequire(import.meta.url).resolve('three'), '..', '..', 'src');

// Materials: the page has basic, lambert, shadow and its own; shadows are drawn by `depth`.
const kPrograms = [
  'background',
  'backgroundCube',
  'cube',
  'distance',
  'equirect',
  'linedashed',
  'meshmatcap',
  'meshnormal',
  'meshphong',
  'meshphysical',
  'meshtoon',
  'points',
  'sprite',
  'vsm',
];

// Features: textures of every kind, reflection, fog, skins and morphs, clipping planes, tone mapping. Each begins the names of its shader texts,
// all of which three guards by a definition that only the feature makes.
const kFeatures = [
  'alphahash',
  'alphamap',
  'aomap',
  'batching',
  'bumpmap',
  'clearcoat',
  'clipping_planes',
  'displacementmap',
  'dithering',
  'emissivemap',
  'envmap',
  'fog',
  'gradientmap',
  'iridescence',
  'lightmap',
  'lightprobes',
  'lights_phong',
  'lights_physical',
  'lights_toon',
  'logdepthbuf',
  'map',
  'metalnessmap',
  'morph',
  'normalmap',
  'roughnessmap',
  'skin',
  'tonemapping',
  'transmission',
];

// Headsets, surroundings that are mirrored, the table of physical reflection, and effects after the picture.
const kStandIns = {
  'renderers/webxr/WebXRManager.js': `
    import { EventDispatcher } from '../../core/EventDispatcher.js';
    export class WebXRManager extends EventDispatcher {
      enabled = false;
      isPresenting = false;
      setAnimationLoop() {}
      getEnvironmentBlendMode() {}
      dispose() {}
    }`,
  'renderers/webgl/WebGLEnvironments.js': 'export const WebGLEnvironments = function () { return { get: () => null, dispose() {} }; };',
  'renderers/shaders/DFGLUTData.js': 'export const getDFGLUT = () => null;',
  'renderers/webgl/WebGLOutput.js': 'export const WebGLOutput = function () {};',
};

const featureOf = (chunk) =>
  kFeatures.find((name) => chunk.startsWith(`${name}_`) || (/^(morph|skin)/.test(name) && chunk.startsWith(name)));

/** What stands for a module of three (its path below src/), or null where it stays as it is; and which name here asked for it. */
export function partFor(path, code) {
  if (kStandIns[path]) return { name: path, code: kStandIns[path] };
  const text = basename(path, '.glsl.js');
  if (path.startsWith('renderers/shaders/ShaderLib/') && kPrograms.includes(text))
    return { name: text, code: 'export const vertex = "", fragment = "";' };
  if (path.startsWith('renderers/shaders/ShaderChunk/')) {
    const feature = featureOf(text);
    if (feature) return { name: feature, code: 'export default "";' };
  }
  return path.endsWith('.glsl.js') ? { name: null, code: code.replace(/`[^`]*`/g, shorten) } : null;
}

// Shader text without comments, blank lines and indentation.
const shorten = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*/g, '')
    .replace(/\s*\n\s*/g, '\n');

export function threeParts() {
  const open = new Set([...kPrograms, ...kFeatures, ...Object.keys(kStandIns)]);
  let isBuild = false;
  return {
    name: 'three-parts',
    enforce: 'pre',
    config: () => ({ resolve: { alias: [{ find: /^three$/, replacement: join(threeSources, 'Three.js') }] } }),
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    transform(code, id) {
      const path = relative(threeSources, id.split('?')[0]).replaceAll('\\', '/');
      if (path.startsWith('..')) return null;
      const part = partFor(path, code);
      open.delete(part?.name);
      return part && { code: part.code, map: null };
    },
    buildEnd(error) {
      if (!error && isBuild && open.size > 0) this.error(`three.js has no ${[...open].join(', ')} any more: see web/three-parts.mjs.`);
    },
  };
}
