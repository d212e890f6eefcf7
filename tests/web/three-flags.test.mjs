// The questions of three.js whose answers the page knows.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { flagsSetIn, withAnswers } from '../../web/three-flags.mjs';
import { threeSources } from '../../web/three-parts.mjs';

const renderer = 'renderers/webgl/WebGLAnything.js';

test('a question for a flag that nothing sets is answered, where an object or a place in a list is asked', () => {
  assert.equal(withAnswers(renderer, 'if ( texture.isVideoTexture ) a();'), 'if ( false ) a();');
  assert.equal(withAnswers(renderer, 'x = object.parent.isSprite === true;'), 'x = false === true;');
  assert.equal(withAnswers(renderer, 'x = ! materials[ i ].isFog;'), 'x = ! false;');
});

test('what sets a flag, what calls something, and other flags stay', () => {
  for (const code of ['this.isVideoTexture = true;', 'get( texture ).isVideoTexture;', 'mesh.isMesh;', 'texture.isVideoTextureOfMine;'])
    assert.equal(withAnswers(renderer, code), code);
});

test('maps and amounts are answered in the renderer alone', () => {
  const code = 'const has = !! material.bumpMap; const passes = material.transmission > 0.0; const meets = material.map.x;';
  assert.equal(withAnswers(renderer, code), 'const has = !! null; const passes = false; const meets = material.map.x;');
  assert.equal(withAnswers('materials/Material.js', code), code);
});

test('what the list takes for never set is seen when it is set', () => {
  assert.deepEqual(flagsSetIn('this.isSprite = true; this.isFog = other; this.isCubeTexture = false; if (a.isLOD === true) {}'), [
    'isFog',
    'isSprite',
  ]);
});

test('the question that an answer is for must be there', () => {
  assert.throws(() => withAnswers('renderers/WebGLRenderer.js', 'nothing'), /does not ask/);
});

test('no material of the page has a map', () => {
  const folder = new URL('../../web/src/viewer/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const code = readFileSync(new URL(file, folder), 'utf8');
    assert.doesNotMatch(code, /\b(?:map|\w+Map)\s*:\s|\.(?:map|\w+Map)\s*=[^=]/, file);
  }
  assert.ok(readFileSync(join(threeSources, 'materials', 'MeshLambertMaterial.js'), 'utf8').includes('this.map = null'));
});
