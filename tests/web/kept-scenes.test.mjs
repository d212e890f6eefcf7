// Scenes kept in a storage of the browser: bounds, what is read back, and storages that refuse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { KeptScenes } = await importWebModules('app/kept-scenes.ts');
const kPrefix = 'tumble.kept.';

// As a browser has it, with a quota in letters.
class FakeStorage {
  values = new Map();
  quota = Infinity;
  get length() {
    return this.values.size;
  }
  key(index) {
    return [...this.values.keys()][index] ?? null;
  }
  getItem(key) {
    return this.values.get(key) ?? null;
  }
  setItem(key, value) {
    const others = [...this.values].reduce((sum, [name, text]) => (name === key ? sum : sum + name.length + text.length), 0);
    if (others + key.length + value.length > this.quota) throw new Error('QuotaExceededError');
    this.values.set(key, value);
  }
  removeItem(key) {
    this.values.delete(key);
  }
}
let time = 0;
const now = () => (time += 1);
const keptIn = (storage, limits) => new KeptScenes(storage, now, limits);
const scene = (mass, more = {}) => ({ tumble: 1, title: 'Box', bodies: [{ size: [1, 1, 1], mass }], ...more });
const entry = (id, versions, present = versions.length - 1) => ({ id, from: 'drop-flat', title: 'Box', versions, present });

test('what was written is read back as it was, the sign of a zero too, by another page', () => {
  const storage = new FakeStorage();
  const versions = [scene(1), scene(2, { gravity: [0, -0, 0.1] }), scene(3)];
  assert.equal(keptIn(storage).write(entry('one', versions, 1)), true);
  const read = keptIn(storage).read('one');
  assert.deepEqual({ ...read, keptAt: 0 }, { ...entry('one', versions, 1), keptAt: 0 });
  assert.ok(Object.is(read.versions[1].gravity[1], -0));
  assert.equal(keptIn(storage).read('two'), null);
});

test('texts that look like a -0 stay texts, also as keys and at the end of others', () => {
  const storage = new FakeStorage();
  const version = { x: 'a"\u0000-0', '\u0000-0': [-0, -0], y: { 'b,"\u0000-0': -0 } };
  keptIn(storage).write(entry('one', [version]));
  assert.deepEqual(keptIn(storage).read('one').versions, [version]);
});

test('the newest comes first, and an entry is replaced by its id', () => {
  const kept = keptIn(new FakeStorage());
  for (const id of ['a', 'b', 'c', 'a']) kept.write(entry(id, [scene(1)]));
  assert.deepEqual(
    kept.list().map(({ id }) => id),
    ['a', 'c', 'b'],
  );
  const text = kept.text('c');
  kept.remove('c');
  assert.equal(kept.read('c'), null);
  kept.put('c', text);
  assert.deepEqual(kept.read('c').versions, [scene(1)]);
});

test('the oldest go: too many, or too long together', () => {
  const storage = new FakeStorage();
  storage.setItem('of another page', 'x'.repeat(10_000));
  const few = keptIn(storage, { scenes: 3, letters: 1e6, lettersOfOne: 1e5 });
  for (const id of ['a', 'b', 'c', 'd', 'e']) few.write(entry(id, [scene(1)]));
  assert.deepEqual(
    few.list().map(({ id }) => id),
    ['e', 'd', 'c'],
  );
  const short = keptIn(storage, { scenes: 30, letters: 2000, lettersOfOne: 1500 });
  for (const id of ['f', 'g', 'h']) short.write(entry(id, [scene(1, { expect: 'x'.repeat(800) })]));
  assert.deepEqual(
    short.list().map(({ id }) => id),
    ['h', 'g'],
  );
  storage.setItem(`${kPrefix}noise`, 'no scene');
  short.write(entry('i', [scene(1, { expect: 'x'.repeat(800) })]));
  assert.equal(storage.getItem(`${kPrefix}noise`), null, 'what cannot be read goes first');
  assert.equal(storage.getItem('of another page').length, 10_000);
});

test('of many versions those around the current one are kept', () => {
  const kept = keptIn(new FakeStorage(), { scenes: 3, letters: 1e5, lettersOfOne: 1000 });
  const versions = Array.from({ length: 100 }, (_, index) => scene(index));
  kept.write(entry('one', versions, 60));
  const read = kept.read('one');
  assert.equal(read.versions[read.present].bodies[0].mass, 60);
  assert.ok(read.versions.length > 5 && read.versions.length < 30, `${read.versions.length}`);
  assert.equal(read.versions[0].bodies[0].mass, 60 - read.present, 'without a gap');
  const many = keptIn(new FakeStorage());
  many.write(
    entry(
      'many',
      Array.from({ length: 500 }, (_, index) => scene(index)),
      250,
    ),
  );
  assert.equal(many.read('many').versions.length, 200);
});

test('a storage that is full, forbidden or not there: it is told, and kept in memory', () => {
  const full = new FakeStorage();
  full.quota = 5;
  const forbidden = new Proxy(
    {},
    {
      get() {
        throw new Error('SecurityError');
      },
    },
  );
  for (const storage of [full, forbidden, null]) {
    const kept = keptIn(storage);
    assert.equal(kept.write(entry('one', [scene(1), scene(2)])), false);
    assert.deepEqual(kept.read('one').versions, [scene(1), scene(2)]);
    assert.deepEqual(
      kept.list().map(({ id }) => id),
      ['one'],
    );
    for (let index = 0; index < 20; index += 1) kept.write(entry(`${index}`, [scene(index)]));
    assert.equal(kept.list().length, 8, 'memory is bounded too');
    kept.remove('19');
    assert.equal(kept.read('19'), null);
  }
  full.quota = Infinity;
  const again = keptIn(full);
  assert.equal(again.write(entry('one', [scene(1)])), true, 'there is room again');
});

test('a scene that is too long alone is in memory, and nobody else goes for it', () => {
  const storage = new FakeStorage();
  const kept = keptIn(storage, { scenes: 5, letters: 3000, lettersOfOne: 500 });
  kept.write(entry('small', [scene(1)]));
  assert.equal(kept.write(entry('large', [scene(1, { expect: 'x'.repeat(4000) })])), false);
  assert.equal(kept.read('large').versions.length, 1);
  assert.deepEqual([...storage.values.keys()], [`${kPrefix}small`]);
});

test('anything may stand in the storage: it is not listed, or damaged, and never more than a sentence', () => {
  const storage = new FakeStorage();
  const head = (more) => JSON.stringify({ from: null, title: 'T', keptAt: 1, present: 0, ...more });
  const unlisted = ['', '\n', 'null\n[1]', '[]\n[1]', '7\n[1]', `${head({ from: 5 })}\n[1]`, `${head({ title: 'x'.repeat(81) })}\n[1]`];
  unlisted.push(`${head({ keptAt: 'now' })}\n[1]`, `${head({ present: 0.5 })}\n[1]`, `${' '.repeat(2000)}${head()}\n[1]`);
  const listed = [`${head()}\n`, `${head()}\n{}`, `${head()}\n[]`, `${head({ present: 1 })}\n[1]`, `${head({ present: -1 })}\n[1]`];
  listed.push(`${head()}\n[1,`, `${head()}\n${'['.repeat(1e5)}`, `${head()}\n["${'x'.repeat(700_000)}"]`, `${head()}\n[{"a":1,"a":2}]`);
  for (const [texts, count] of [
    [unlisted, 0],
    [listed, 1],
  ]) {
    for (const text of texts) {
      storage.values.clear();
      storage.values.set(`${kPrefix}it`, text);
      const kept = keptIn(storage);
      assert.equal(kept.list().length, count, text.slice(0, 80));
      assert.throws(() => kept.read('it'), /^SceneError: what is kept of it is damaged\.$/, text.slice(0, 80));
    }
  }
});

test('a storage full of entries of somebody else makes no longer list than our own', () => {
  const storage = new FakeStorage();
  const head = (keptAt) => JSON.stringify({ from: null, title: 'x', keptAt, present: 0 });
  for (let index = 0; index < 200; index += 1) storage.setItem(`${kPrefix}${index}`, `${head(index)}\n[{}]`);
  const list = keptIn(storage).list();
  assert.deepEqual([list.length, list[0].id], [30, '199']);
});
