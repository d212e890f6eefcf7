// What the page leaves out of three.js: no shader that the page draws with may miss it.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { partFor, threeSources } from '../../web/three-parts.mjs';

const shaders = join(threeSources, 'renderers', 'shaders');
const textsOf = (file) => [...readFileSync(file, 'utf8').matchAll(/`([^`]*)`/g)].map(([, text]) => text);
const isLeftOut = (folder, name) => {
  const part = partFor(`renderers/shaders/${folder}/${name}.glsl.js`, '');
  return part !== null && part.name !== null;
};

// Lines of a shader text that no definition guards.
function unguarded(text) {
  let depth = 0;
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => {
      if (/^#if/.test(line)) depth += 1;
      const counts = line !== '' && (depth === 0 || (depth === 1 && /^#el/.test(line)));
      if (/^#endif/.test(line)) depth -= 1;
      return counts;
    });
}

test('a program that stays includes nothing left out but what a definition guards', () => {
  const programs = readdirSync(join(shaders, 'ShaderLib'))
    .map((file) => file.replace('.glsl.js', ''))
    .filter((name) => !isLeftOut('ShaderLib', name));
  assert.deepEqual(programs.sort(), ['depth', 'meshbasic', 'meshlambert', 'shadow']);
  const seen = new Set();
  const check = (text, from) => {
    for (const [, name] of text.matchAll(/^\s*#include <(\w+)>/gm)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const [chunk] = textsOf(join(shaders, 'ShaderChunk', `${name}.glsl.js`));
      if (isLeftOut('ShaderChunk', name)) assert.deepEqual(unguarded(chunk), [], `${name}, which ${from} includes`);
      else check(chunk, name);
    }
  };
  for (const name of programs) for (const text of textsOf(join(shaders, 'ShaderLib', `${name}.glsl.js`))) check(text, name);
  assert.ok(seen.has('specularmap_fragment') && seen.has('fog_fragment'));
});

test('shader text loses comments and indentation, nothing else', () => {
  const code = 'export default /* glsl */`\n\tfloat a = 1.0; // one\n\n\t/* two\n\tlines */\n\t#ifdef X\n\t\ta = b * 2.0;\n\t#endif\n`;';
  assert.equal(
    partFor('renderers/shaders/ShaderChunk/common.glsl.js', code).code,
    'export default /* glsl */`\nfloat a = 1.0;\n#ifdef X\na = b * 2.0;\n#endif\n`;',
  );
});
