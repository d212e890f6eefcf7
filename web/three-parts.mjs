// What of three.js the page leaves out, since nothing it draws uses it: a quarter of what a visitor would download. three keeps
// its renderer in one piece that no bundler can prune (its modules, with every shader, refer to each other at run time), so the
// modules are read from three's own sources, shader texts of unused features become empty, and some parts become stand-ins with
// the few members that the renderer calls. Each name must exist: another version of three that moves one fails the build.
//
// To use a feature that is named here, take its name out. What is not here works as three documents it.
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import { flagsSetIn, withAnswers } from './three-flags.mjs';
import { withoutDeadBranches } from './three-shaders.mjs';

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

// Headsets, surroundings that are mirrored, the table of physical reflection, effects after the picture, morphs, buffers of uniforms, clipping
// planes, and pictures in the background.
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
  'renderers/webgl/WebGLMorphtargets.js': 'export const WebGLMorphtargets = function () {};',
  'renderers/webgl/WebGLUniformsGroups.js': 'export const WebGLUniformsGroups = function () { return { dispose() {} }; };',
  'renderers/webgl/WebGLClipping.js': `
    export function WebGLClipping() {
      this.uniform = { value: null, needsUpdate: false };
      this.numPlanes = this.numIntersection = 0;
      this.init = () => false;
      this.beginShadows = this.endShadows = this.setGlobalState = this.setState = () => {};
    }`,
  // Of these, three makes one each that stands for a texture nobody gave.
  'textures/CubeDepthTexture.js': 'export class CubeDepthTexture {}',
  'textures/CubeTexture.js': 'export class CubeTexture {}',
  'textures/Data3DTexture.js': 'export class Data3DTexture {}',
  'textures/DataArrayTexture.js': 'export class DataArrayTexture {}',
  // A plain colour, of the renderer.
  'renderers/webgl/WebGLBackground.js': `
    import { Color } from '../../math/Color.js';
    import { getUnlitUniformColorSpace } from '../shaders/UniformsUtils.js';
    export function WebGLBackground(renderer, environments, { buffers }, objects, alpha, premultipliedAlpha) {
      const color = new Color(0);
      const parts = {};
      let opacity = alpha === true ? 0 : 1;
      const set = () => {
        const { r, g, b } = color.getRGB(parts, getUnlitUniformColorSpace(renderer));
        buffers.color.setClear(r, g, b, opacity, premultipliedAlpha);
      };
      return {
        getClearColor: () => color,
        setClearColor(wanted, wantedOpacity = 1) {
          color.set(wanted);
          opacity = wantedOpacity;
          set();
        },
        getClearAlpha: () => opacity,
        setClearAlpha(wanted) {
          opacity = wanted;
          set();
        },
        render() {
          set();
          if (!renderer.autoClear) return;
          buffers.depth.setTest(true);
          buffers.depth.setMask(true);
          buffers.color.setMask(true);
          renderer.clear(renderer.autoClearColor, renderer.autoClearDepth, renderer.autoClearStencil);
        },
        addToRenderList() {},
        dispose() {},
      };
    }`,
};

// Programs of those materials by the names that the renderer has for them.
const kUnusedEntries = [
  'standard',
  'phong',
  'toon',
  'matcap',
  'points',
  'dashed',
  'normal',
  'sprite',
  'background',
  'backgroundCube',
  'cube',
  'equirect',
  'distance',
];

function withoutUnusedEntries(code) {
  const entries = [...kUnusedEntries.map((name) => String.raw`\t${name}: `), String.raw`ShaderLib\.physical = `];
  return entries.reduce((text, entry) => {
    const next = text.replace(new RegExp(String.raw`^${entry}\{[^]*?^(?:\t\},?|\};)\n`, 'm'), '');
    if (next === text) throw new Error(`ShaderLib.js of three.js has no ${entry} any more: see web/three-parts.mjs.`);
    return next;
  }, code);
}

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
  if (path === 'renderers/shaders/ShaderLib.js') return { name: null, code: withoutUnusedEntries(code) };
  return path.endsWith('.glsl.js') ? { name: null, code: code.replace(/`[^`]*`/g, shorten) } : null;
}

// Shader text without comments, blank lines and indentation, and what no program compiles.
const shorten = (text) =>
  withoutDeadBranches(
    text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\/\/.*/g, '')
      .replace(/\s*\n\s*/g, '\n'),
  );

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
      return { code: withAnswers(path, part?.code ?? code), map: null };
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.entries(chunk.modules ?? {}));
      const wrong = modules
        .filter(([id]) => id.startsWith(threeSources))
        .flatMap(([id, { code }]) => flagsSetIn(code ?? '').map((flag) => `${relative(threeSources, id)}: ${flag}`));
      if (wrong.length > 0) this.error(`Set, though web/three-flags.mjs takes them for never set: ${wrong.join(', ')}.`);
    },
    buildEnd(error) {
      if (!error && isBuild && open.size > 0) this.error(`three.js has no ${[...open].join(', ')} any more: see web/three-parts.mjs.`);
    },
  };
}
