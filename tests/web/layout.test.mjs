// The table of packed records (engine/bindings/layout.h) and the page's copy of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { layoutHeader, layoutModule, layoutSource, recordsOf } from '../../build-scripts/generate-layout.mjs';

test('layout.ts is made of the present layout.h (if not: node build-scripts/generate-layout.mjs)', () => {
  assert.equal(readFileSync(layoutModule, 'utf8'), layoutSource(readFileSync(layoutHeader, 'utf8')));
});

test('fields follow each other, each as wide as its type, and records hold records', () => {
  const [inner, outer] = recordsOf(
    '/// One.\nstruct Inner {\n  Vec3f place;  // m\n  float angles[2];\n};\n\nstruct Outer {\n  float kind;\n  Inner inner;\n  Inner more[2];\n};\n',
  );
  assert.deepEqual(
    inner.fields.map(({ name, offset, width }) => [name, offset, width]),
    [
      ['place', 0, 3],
      ['angles', 3, 2],
    ],
  );
  assert.deepEqual([inner.comment, inner.fields[0].comment, inner.stride], ['One.', 'm', 5]);
  assert.deepEqual(
    outer.fields.map(({ name, offset, width }) => [name, offset, width]),
    [
      ['kind', 0, 1],
      ['inner', 1, 5],
      ['more', 6, 10],
    ],
  );
  assert.equal(outer.stride, 16);
});

test('a member that is not a number is refused', () => {
  assert.throws(() => recordsOf('struct Bad {\n  std::string name;\n};\n'), /Bad: "std::string name;" is no member of a packed record/);
});
