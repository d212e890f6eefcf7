// Branches of three's shaders that the page leaves out: whatever else a program defines, the preprocessor makes the same of both texts.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { threeSources } from '../../web/three-parts.mjs';
import { decide, withoutDeadBranches } from '../../web/three-shaders.mjs';

// A preprocessor by itself: conditions become JavaScript.
function preprocessed(text, macros) {
  const has = (name) => Object.hasOwn(macros, name);
  const holds = (condition) =>
    Boolean(
      new Function(
        `return ${condition.replace(/defined\s*\(\s*(\w+)\s*\)/g, (_, name) => String(has(name))).replace(/[A-Z_a-z]\w*/g, (word) => (/^(true|false)$/.test(word) ? word : String(macros[word] ?? 0)))}`,
      )(),
    );
  const kept = [];
  const open = [];
  for (const line of text.split('\n')) {
    const [, word, rest] = /^\s*#(ifdef|ifndef|if|elif|else|endif)\b\s*(.*?)\s*$/.exec(line) ?? [];
    if (!word) {
      if (open.every(({ on }) => on)) kept.push(line);
    } else if (word.startsWith('if')) {
      const on = word === 'if' ? holds(rest) : has(rest) === (word === 'ifdef');
      open.push({ on, done: on });
    } else if (word === 'endif') open.pop();
    else {
      const branch = open.at(-1);
      branch.on = !branch.done && (word === 'else' || holds(rest));
      branch.done ||= branch.on;
    }
  }
  return kept.join('\n');
}

const folder = join(threeSources, 'renderers', 'shaders', 'ShaderChunk');
const kPrograms = ['depth', 'meshbasic', 'meshlambert', 'shadow'];
const read = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/`([^`]*)`/g)].map(([, text]) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));
const texts = [
  ...readdirSync(folder).flatMap((file) => read(join(folder, file))),
  ...kPrograms.flatMap((name) => read(join(folder, '..', 'ShaderLib', `${name}.glsl.js`))),
].filter((text) => !/#define (STANDARD|PHONG)\b/.test(text));

test('with any of the definitions that a program of the page may have, both texts come to the same', () => {
  const conditions = texts.join('\n').match(/^\s*#(?:if|elif|ifdef|ifndef)\b.*/gm);
  const names = [...new Set(conditions.join('\n').match(/\b[A-Z][A-Z_]{3,}[A-Z\d_]*/g))];
  const free = names.filter((name) => decide(`defined( ${name} )`) === null && decide(`${name} > 0`) !== false);
  assert.ok(free.includes('USE_SHADOWMAP') && free.includes('NUM_DIR_LIGHTS') && free.includes('USE_INSTANCING'));
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  let shorter = 0;
  for (const text of texts) {
    const short = withoutDeadBranches(text);
    shorter += text.length - short.length;
    for (let round = 0; round < 60; round += 1) {
      const macros = { SHADOWMAP_TYPE_PCF: 1 };
      for (const name of free) if (random() < 0.5) macros[name] = Math.floor(random() * 3);
      assert.equal(preprocessed(short, macros), preprocessed(text, macros));
    }
  }
  assert.ok(shorter > 20_000, `${shorter} letters less`);
});

test('conditions come to what is known of their parts', () => {
  assert.equal(decide('defined( USE_MAP )'), false);
  assert.equal(decide('! defined( USE_MAP )'), true);
  assert.equal(decide('defined( USE_SHADOWMAP ) && NUM_POINT_LIGHTS > 0'), false);
  assert.equal(decide('defined( USE_SHADOWMAP ) && defined( SHADOWMAP_TYPE_PCF )'), null);
  assert.equal(decide('( NUM_DIR_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )'), null);
  assert.equal(decide('UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS'), false);
  assert.throws(() => decide('defined( USE_MAP ) )'), /goes on after its end/);
});

test('of a chain the branches that can be taken stay, the last one as #else', () => {
  assert.equal(
    withoutDeadBranches('#if defined( USE_MAP )\na\n#elif defined( X )\nb\n#else\nc\n#endif'),
    '#if defined( X )\nb\n#else\nc\n#endif',
  );
  assert.equal(
    withoutDeadBranches('#ifdef X\na\n#elif defined( SHADOWMAP_TYPE_PCF )\nb\n#else\nc\n#endif'),
    '#ifdef X\na\n#else\nb\n#endif',
  );
  assert.equal(withoutDeadBranches('#ifndef USE_MAP\na\n#else\nb\n#endif'), 'a');
  assert.equal(
    withoutDeadBranches('#ifdef X\n#ifdef USE_MAP\na\n#endif\n#ifdef Y\nb\n#endif\n#endif'),
    '#ifdef X\n#ifdef Y\nb\n#endif\n#endif',
  );
  assert.throws(() => withoutDeadBranches('#define USE_MAP'), /A shader defines USE_MAP/);
  assert.throws(() => withoutDeadBranches('#ifdef X'), /without #endif/);
  assert.throws(() => withoutDeadBranches('#endif'), /without #if/);
});
