// Branches of three's shaders that no program of the page takes: `#ifdef USE_MAP` and what stands below it, a third of their text. three defines these names, or
// counts these lights, only for materials, lights and options that the page does not have (three-parts.mjs, three-flags.mjs).
//
// To use what is named here, take its name out. A shader of the page that defines a name of this list fails the build.

const kNeverDefined = [
  'ALPHA_TO_COVERAGE',
  'DISTANCE',
  'PHONG',
  'SHADOWMAP_TYPE_BASIC',
  'SHADOWMAP_TYPE_VSM',
  'STANDARD',
  'USE_ALPHAHASH',
  'USE_ALPHAMAP',
  'USE_ALPHATEST',
  'USE_ANISOTROPY',
  'USE_ANISOTROPYMAP',
  'USE_AOMAP',
  'USE_BATCHING',
  'USE_BATCHING_COLOR',
  'USE_BUMPMAP',
  'USE_CLEARCOAT',
  'USE_CLEARCOATMAP',
  'USE_CLEARCOAT_NORMALMAP',
  'USE_CLEARCOAT_ROUGHNESSMAP',
  'USE_DIFFUSE_ROUGHNESSMAP',
  'USE_DISPLACEMENTMAP',
  'USE_EMISSIVEMAP',
  'USE_ENVMAP',
  'USE_IRIDESCENCE',
  'USE_IRIDESCENCEMAP',
  'USE_IRIDESCENCE_THICKNESSMAP',
  'USE_LIGHTMAP',
  'USE_LIGHT_PROBES',
  'USE_MAP',
  'USE_METALNESSMAP',
  'USE_NORMALMAP',
  'USE_NORMALMAP_OBJECTSPACE',
  'USE_NORMALMAP_TANGENTSPACE',
  'USE_RETROREFLECTION',
  'USE_REVERSED_DEPTH_BUFFER',
  'USE_ROUGHNESSMAP',
  'USE_SHEEN_COLORMAP',
  'USE_SHEEN_ROUGHNESSMAP',
  'USE_SKINNING',
  'USE_SPECULARMAP',
  'USE_SPECULAR_COLORMAP',
  'USE_SPECULAR_INTENSITYMAP',
  'USE_TANGENT',
  'USE_THICKNESSMAP',
  'USE_TRANSMISSION',
  'USE_TRANSMISSIONMAP',
  'USE_UV',
];
const kAlwaysDefined = ['SHADOWMAP_TYPE_PCF']; // where there are shadows
const kNoneOf = [
  'NUM_LIGHT_PROBE_GRIDS',
  'NUM_POINT_LIGHTS',
  'NUM_POINT_LIGHT_SHADOWS',
  'NUM_RECT_AREA_LIGHTS',
  'NUM_SPOT_LIGHTS',
  'NUM_SPOT_LIGHT_COORDS',
  'NUM_SPOT_LIGHT_MAPS',
  'NUM_SPOT_LIGHT_SHADOWS',
  'NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS',
  'NUM_SUN_LIGHTS',
  'NUM_SUN_LIGHT_SHADOWS',
];

const isDefined = (name) => (kNeverDefined.includes(name) ? false : kAlwaysDefined.includes(name) ? true : null);
const countOf = (word) => (kNoneOf.includes(word) ? 0 : /^\d+$/.test(word) ? Number(word) : null);

/** What a condition of the preprocessor comes to here: true, false, or null where that depends on the program. */
export function decide(condition) {
  const words = condition.match(/defined|\w+|&&|\|\||[<>=!]=|[<>!()]/g) ?? [];
  let at = 0;
  const next = () => words[(at += 1) - 1];
  const expect = (wanted) => {
    const word = next();
    if (word !== wanted) throw new Error(`"${condition}" has ${word} where ${wanted} should stand: see web/three-shaders.mjs.`);
  };
  const operand = () => {
    const word = next();
    if (word === '!') {
      const value = operand();
      return value === null ? null : !value;
    }
    if (word === '(') {
      const value = either();
      expect(')');
      return value;
    }
    if (word === 'defined') {
      expect('(');
      const name = next();
      expect(')');
      return isDefined(name);
    }
    if (!/^[<>=!]=?$/.test(words[at] ?? '')) return null; // a macro as it is
    const [operator, right] = [next(), next()];
    return compared(countOf(word), operator, countOf(right));
  };
  const both = () => {
    let value = operand();
    while (words[at] === '&&') {
      next();
      const other = operand();
      value = value === false || other === false ? false : value && other;
    }
    return value;
  };
  const either = () => {
    let value = both();
    while (words[at] === '||') {
      next();
      const other = both();
      value = value === true || other === true ? true : value === false ? other : other === false ? value : null;
    }
    return value;
  };
  const value = either();
  if (at < words.length) throw new Error(`"${condition}" goes on after its end: see web/three-shaders.mjs.`);
  return value;
}

// Counts, and places in what is counted: none is below 0.
function compared(left, operator, right) {
  if (operator === '<' && right === 0) return false;
  if (left === null || right === null) return null;
  return { '>': left > right, '<': left < right, '==': left === right, '!=': left !== right, '>=': left >= right, '<=': left <= right }[
    operator
  ];
}

const kDirective = /^\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b\s*(.*?)\s*$/;

function conditionOf(word, rest) {
  if (word === 'else') return true;
  if (word === 'ifdef') return isDefined(rest);
  if (word === 'ifndef') return isDefined(rest) === null ? null : !isDefined(rest);
  return decide(rest);
}

/** A shader's text without the branches that are never taken. */
export function withoutDeadBranches(text) {
  const wrong = kNeverDefined.find((name) => new RegExp(String.raw`#define ${name}\b`).test(text));
  if (wrong) throw new Error(`A shader defines ${wrong}, which web/three-shaders.mjs takes for never defined.`);
  const kept = [];
  // Of each open #if: is its present branch kept, was one taken for certain, is one there that depends on the program?
  const open = [];
  for (const line of text.split('\n')) {
    const [, word, rest] = kDirective.exec(line) ?? [];
    const isAlive = open.every(({ isKept }) => isKept);
    if (!word) {
      if (isAlive) kept.push(line);
      continue;
    }
    if (word.startsWith('if')) {
      const condition = conditionOf(word, rest);
      open.push({ isKept: condition !== false, isSettled: condition === true, isOpen: condition === null, isInside: isAlive });
      if (isAlive && condition === null) kept.push(line);
      continue;
    }
    const branch = open.at(-1);
    if (!branch) throw new Error(`A shader has "${line}" without #if: see web/three-shaders.mjs.`);
    if (word === 'endif') {
      open.pop();
      if (branch.isInside && branch.isOpen) kept.push(line);
      continue;
    }
    const condition = branch.isSettled ? false : conditionOf(word, rest);
    branch.isKept = condition !== false;
    branch.isSettled ||= condition === true;
    if (condition === false) continue;
    if (branch.isInside && branch.isOpen) kept.push(condition === true ? '#else' : line);
    else if (condition === null) {
      if (branch.isInside) kept.push(`#if ${rest}`);
      branch.isOpen = true;
    }
  }
  if (open.length > 0) throw new Error('A shader has an #if without #endif: see web/three-shaders.mjs.');
  return kept.join('\n');
}
