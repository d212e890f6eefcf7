// Branches of three.js that no object of the page ever takes. three asks an object what it is by flags (`texture.isVideoTexture`), which only
// the class of that name sets, and what it has by its maps. Where the page bundles no such class, and gives no material a map, the answer is
// known: it is written in place of the question, and the bundler drops the branch, with the classes that only stood there.
//
// To use what is named here, take its name out. A class that sets a flag of this list and still is in the bundle fails the build.

const kNeverSet = [
  'isAmbientLight',
  'isArrayCamera',
  'isBatchedMesh',
  'isCompressedArrayTexture',
  'isCompressedCubeTexture',
  'isCompressedTexture',
  'isCubeTexture',
  'isData3DTexture',
  'isDataArrayTexture',
  'isExternalTexture',
  'isFog',
  'isFogExp2',
  'isFramebufferTexture',
  'isGLBufferAttribute',
  'isHTMLTexture',
  'isInstancedBufferGeometry',
  'isInstancedInterleavedBuffer',
  'isInterleavedBufferAttribute',
  'isLOD',
  'isLightProbe',
  'isLightProbeGrid',
  'isLineDashedMaterial',
  'isMeshMatcapMaterial',
  'isMeshNormalMaterial',
  'isMeshPhongMaterial',
  'isMeshPhysicalMaterial',
  'isMeshStandardMaterial',
  'isMeshToonMaterial',
  'isMultiViewCamera',
  'isNode',
  'isNodeMaterial',
  'isPMREMTexture',
  'isPointLight',
  'isPointLightShadow',
  'isRawShaderMaterial',
  'isRectAreaLight',
  'isRenderTarget3D',
  'isSkinnedMesh',
  'isSpotLight',
  'isSpotLightShadow',
  'isSprite',
  'isSpriteMaterial',
  'isSunLight',
  'isVideoFrameTexture',
  'isVideoTexture',
  'isWebGL3DRenderTarget',
  'isWebGLArrayRenderTarget',
  'isWebGLCubeRenderTarget',
  'isXRRenderTarget',
];

// Of materials. Each is null or 0 there.
const kNoMaps = [
  'alphaMap',
  'anisotropyMap',
  'aoMap',
  'bumpMap',
  'clearcoatMap',
  'clearcoatNormalMap',
  'clearcoatRoughnessMap',
  'displacementMap',
  'emissiveMap',
  'envMap',
  'gradientMap',
  'iridescenceMap',
  'iridescenceThicknessMap',
  'lightMap',
  'map',
  'matcap',
  'metalnessMap',
  'normalMap',
  'roughnessMap',
  'sheenColorMap',
  'sheenRoughnessMap',
  'specularColorMap',
  'specularIntensityMap',
  'specularMap',
  'thicknessMap',
  'transmissionMap',
];
const kZero = ['anisotropy', 'clearcoat', 'dispersion', 'iridescence', 'sheen', 'transmission'];

const chain = String.raw`(?<![\w$.])[\w$]+(?:\.[\w$]+|\[ ?[\w$]+ ?\])*`; // an object that is named, so that asking it has no effect
const flags = new RegExp(String.raw`${chain}\.(?:${kNeverSet.join('|')})\b(?!\s*=[^=])`, 'g');
const maps = new RegExp(String.raw`\bmaterial\.(?:${kNoMaps.join('|')})\b(?!\s*=[^=])(?![\w$.])`, 'g');
const amounts = new RegExp(String.raw`\bmaterial\.(?:${kZero.join('|')}) > 0(?:\.0)?(?![\w.])`, 'g');
const headset = /(?<![\w$.])xr\.(?:enabled|isPresenting)\b(?!\s*=[^=])/g;

// Where no flag asks: nothing lets light through, no target has several samples or mipmaps, no shader samples anything but a flat texture.
const kAnswers = {
  'renderers/WebGLRenderer.js': [[/transmissiveObjects\.length > 0/g, 'false']],
  'renderers/webgl/WebGLTextures.js': [
    [/(?<!function )useMultisampledRTT\( renderTarget \)/g, 'false'],
    [/(?<!function )textureNeedsGenerateMipmaps\( \w+ \)/g, 'false'],
    [/renderTarget\.samples > 0/g, 'false'],
  ],
  'renderers/webgl/WebGLUniforms.js': [[/return setValueT(?:3D1|6|2DArray1|3DArray|6Array|2DArrayArray);/g, 'return;']],
};

// What a program is made by, of which none has anything but false.
const kNoParameters = [
  ...kNoMaps,
  ...kZero,
  'alphaHash',
  'alphaTest',
  'decodeVideoTexture',
  'decodeVideoTextureEmissive',
  'diffuseRoughness',
  'diffuseRoughnessMap',
  'normalMapObjectSpace',
  'normalMapTangentSpace',
  'packedNormalMap',
  'pointsUvs',
  'retroreflection',
];

function withoutParameters(path, code) {
  const name = `(?:${kNoParameters.join('|')})(?:Uv)?`;
  const asked = code.replace(new RegExp(String.raw`\bparameters\.${name}\b(?!\s*=[^=])`, 'g'), 'false');
  if (path.endsWith('/WebGLProgram.js')) return asked;
  const missing = kNoParameters.find((parameter) => !new RegExp(String.raw`^\t+${parameter}: `, 'm').test(code));
  if (missing) throw new Error(`Programs of three.js have no ${missing} any more: see web/three-flags.mjs.`);
  return asked.replace(new RegExp(String.raw`^\t+${name}: .*,\n`, 'gm'), '').replace(/\barray\.push\( false \);/g, '');
}

const isRenderer = (path) => path.startsWith('renderers/');

/** A module of three (its path below src/) with the answers in place of the questions. */
export function withAnswers(path, code) {
  const answered = (kAnswers[path] ?? []).reduce((text, [question, answer]) => {
    const next = text.replace(question, answer);
    if (next === text) throw new Error(`${path} of three.js does not ask ${question} any more: see web/three-flags.mjs.`);
    return next;
  }, code);
  const known = answered.replace(flags, 'false');
  if (!isRenderer(path)) return known;
  const program = /\/WebGLPrograms?\.js$/.test(path) ? withoutParameters(path, known) : known;
  return program.replace(maps, 'null').replace(amounts, 'false').replace(headset, 'false');
}

/** Flags of the list that this code sets to anything but false. */
export const flagsSetIn = (code) => kNeverSet.filter((flag) => new RegExp(String.raw`\b${flag}\s*=(?!=|\s*false)`).test(code));
