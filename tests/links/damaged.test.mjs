// Links that were damaged, are too large, or too new: each has its sentence, and none opens as another scene.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { importWebModules } from '../web/support/bundle.mjs';
import { decode, encode, engine as today, exactText, galleryScenes, keptBodies, linkLimits, open } from './link-driver.mjs';
import { checkMutants } from './support/mutant-check.mjs';
import { randomLink } from './support/random-links.mjs';

const kMutants = 20_000;

const texts = [];
let short;
let web;
before(async () => {
  web = await importWebModules(
    'links/envelope.ts',
    'links/bytes.ts',
    'links/checksum.ts',
    'links/format-1/values.ts',
    'links/format-1/view.ts',
    'links/format-1/changes.ts',
  );
  for (let seed = 0; texts.length < 40; seed += 1) {
    const text = await encode(randomLink(seed, keptBodies, galleryScenes));
    if (text.length < 8000) texts.push(text);
  }
  short = await encode({ scene: 'tennis-racket', step: 192 });
});

const refusal = async (text) => {
  const decoded = await decode(text);
  assert.equal(decoded.ok, false, text.slice(0, 100));
  return decoded.message;
};

test('20,000 mutated links: none opens as another, none throws', async () => {
  const { refused, same, tried, findings } = await checkMutants({ count: kMutants, first: 0, texts, decode, exactText });
  assert.deepEqual(findings, []);
  assert.equal(tried, kMutants);
  assert.ok(refused > 0.7 * kMutants && same > 0, `${refused} refused, ${same} the same`);
});

test('what chat programs do to a link does not matter', async () => {
  const expected = exactText(await decode(short));
  for (const changed of [
    `#${short}`,
    `https://a.b/tumble/?x=1#${short}`,
    encodeURIComponent(encodeURIComponent(`#${short}`)),
    short.replace('.', '%252E'),
    `${short}.`,
    `${short}),`,
    `${short}”`,
    `<${short}>`.slice(1),
    `${short.slice(0, 20)}\r\n  ${short.slice(20)}`,
    `${short.slice(0, 9)}\u00ad\u200b${short.slice(9)}`,
    `${short}&utm_source=x`,
  ])
    assert.equal(exactText(await decode(changed)), expected, changed);
});

test('each damage has its own sentence', async () => {
  const long = texts.find((text) => text.length > 1812);
  assert.match(await refusal(long.slice(0, 1812)), /^This link was cut off after 1,812 characters; it had [\d,]+\./);
  assert.match(await refusal('1.'), /^This link was cut off after 2 characters/);
  assert.match(await refusal(''), /^This is no link of Tumble/);
  assert.match(await refusal('hello'), /^This is no link of Tumble/);
  assert.match(await refusal(`${short.slice(0, 20)}é${short.slice(21)}`), /^This link is damaged: its character 21, “é”, is of no link\.$/);
  assert.match(await refusal(`${short.slice(0, 20)}${short[20] === 'A' ? 'B' : 'A'}${short.slice(21)}`), /checksum does not agree/);
  assert.match(
    await refusal(`${short}`.replace(/^1/, '7')),
    new RegExp(`its format would be 7, which Tumble ${today.replaceAll('.', '\\.')} did not write`),
  );
  assert.match(
    await refusal('x'.repeat(linkLimits.characters + 1)),
    /^This link has 65,537 characters; the longest that is read has 65,536\.$/,
  );
});

// A link as somebody makes it who means harm: its checksum fits.
function forged(body, { engine = today, format = 1, deflated = null } = {}) {
  const version = web.versionOf(engine);
  const inside = new web.ByteWriter();
  for (const part of version) inside.count(part);
  inside.count(0); // no digits
  inside.raw(body);
  const [low, high] = web.checksum(inside.bytes);
  const sum = new DataView(new ArrayBuffer(8));
  sum.setUint32(0, low, true);
  sum.setUint32(4, high, true);
  const rest = new web.ByteWriter();
  rest.raw(new Uint8Array(sum.buffer));
  rest.byte(deflated ? 1 : 0);
  rest.raw(deflated ?? body);
  return web.closeEnvelope({ format, engine, rest: rest.bytes });
}

test('a link of a newer Tumble says so', async () => {
  assert.equal(
    await refusal(forged(new Uint8Array(8), { engine: '901.4.0' })),
    `This link was made by Tumble 901.4.0, and this is ${today}, which cannot read it.`,
  );
  assert.match(await refusal(forged(new Uint8Array(8), { engine: '902.0.0', format: 2 })), /made by Tumble 902\.0\.0/);
});

test('what is small and becomes large is refused while it grows', async () => {
  const bomb = deflateRawSync(Buffer.alloc(40 << 20));
  assert.ok(bomb.length < 48_000);
  assert.match(await refusal(forged(new Uint8Array(0), { deflated: bomb })), /^This link holds more than 1,048,576 bytes/);
});

function bodyWith(write) {
  const writer = new web.ByteWriter();
  writer.byte(0); // a whole scene
  write(writer);
  return writer.bytes;
}

test('lists of lists that would be endless are refused', async () => {
  const laughs = bodyWith((writer) => {
    writer.byte(9); // a list
    writer.count(2 * 1000); // of 1,000
    for (let depth = 0; depth < 5; depth += 1) {
      writer.byte(9 + 32); // that are the same list
      writer.count(2 * 1000);
    }
    writer.byte(0);
  });
  assert.match(await refusal(forged(laughs)), /^This link holds more than \d+ values/);
  const deep = bodyWith((writer) => {
    for (let depth = 0; depth < 10_000; depth += 1) {
      writer.byte(9);
      writer.count(2);
    }
    writer.byte(0);
  });
  assert.match(await refusal(forged(deep)), /^This link is not as Tumble writes them/);
});

// `times` the same edit of a scene: a few hundred bytes.
function editedOften(bodies, changes, times) {
  const writer = new web.ByteWriter();
  writer.byte(0); // a whole scene
  web.writeColumn([{ tumble: 1, bodies: Array.from({ length: bodies }, () => ({ size: [1, 1, 1] })) }], writer);
  writer.count(9);
  writer.byte(0); // no hash
  writer.count(times);
  web.writeColumn(
    Array.from({ length: times }, () => [0, 0, 1, [changes, []]]),
    writer,
  );
  web.writeView({}, writer);
  assert.equal(writer.dense.bytes.length, 0);
  return forged(writer.bytes);
}

test('edits without number of a large scene share what they do not change, and no more is copied than a link may', async () => {
  const often = editedOften(15_000, [[['gravity'], [0, -1.62, 0]]], 15_000);
  assert.ok(often.length < 1000, `${often.length} characters`);
  const { log, scene } = await decode(often);
  assert.equal(log.length, 15_000);
  assert.deepEqual(log.at(-1).command.scene.gravity, [0, -1.62, 0]);
  assert.equal(log.at(-1).command.scene.bodies, scene.bodies, 'shared');
  assert.equal(scene.gravity, undefined, 'the scene before is as it was');
  const sentence = /^The edits of this link change more than 4,000,000 values, which is more than a link may\.$/;
  assert.match(await refusal(editedOften(15_000, [[['bodies', 7, 'mass'], 2]], 15_000)), sentence);
  const many = Array.from({ length: 900 }, () => ({}));
  assert.match(await refusal(editedOften(1, [[['bodies'], 0, 0, many]], 300)), sentence);
  assert.match(
    await refusal(editedOften(15_000, [[['bodies'], 0, 0, many]], 7)),
    /^This link holds 20400 bodies: at most 20000 are run\.$/,
  );
});

test('changes leave what they are made of as it was', () => {
  const before = JSON.parse('{"a":{"b":[1,{"c":2}],"__proto__":{"d":3}},"e":[1,2,3]}');
  const text = JSON.stringify(before);
  const shared = { x: [1] };
  const after = web.applyChanges(before, [
    [['a', 'b', 1, 'c'], 5],
    [['a', '__proto__', 'd'], shared],
    [['a', '__proto__', 'd', 'x', 0], 7],
    [['e'], 1, 1, [8, 9]],
    [['f'], shared],
  ]);
  assert.equal(JSON.stringify(after), '{"a":{"b":[1,{"c":5}],"__proto__":{"d":{"x":[7]}}},"e":[1,8,9,3],"f":{"x":[1]}}');
  assert.equal(JSON.stringify(before), text);
});

test('a scene that goes too deep, or is too large, is refused before it becomes a link', async () => {
  let deep = [];
  for (let depth = 0; depth < 30; depth += 1) deep = [deep];
  await assert.rejects(encode({ scene: { tumble: 1, deep }, hash: null }), /too deep/);
  const noise = Array.from({ length: 20_000 }, () => randomBytes(8).readDoubleLE()).map((value) => (Number.isFinite(value) ? value : 0));
  await assert.rejects(
    encode({ scene: { tumble: 1, noise }, hash: null }),
    /too long for a link \([\d,]+ characters\): share it as a file/,
  );
  await assert.rejects(encode({ scene: 'tennis-racket', step: 100_001, hash: null }), /as far as step 100,000/);
});

test('a body of noise with the right checksum is refused or means something, and never throws', async () => {
  for (let round = 0; round < 3000; round += 1) {
    const body = new Uint8Array(randomBytes(1 + (round % 200)));
    if (round % 2) body[0] = 0;
    const decoded = await decode(forged(body));
    if (!decoded.ok) assert.doesNotMatch(decoded.message, /Unforeseen/);
  }
});

test('a prototype is not touched', async () => {
  const scene = JSON.parse(
    '{"tumble":1,"__proto__":{"polluted":true},"bodies":[{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]}',
  );
  const decoded = await decode(await encode({ scene, hash: null }));
  assert.equal(JSON.stringify(decoded.scene), JSON.stringify(scene));
  assert.equal({}.polluted, undefined);
  assert.equal(Object.getPrototypeOf(decoded.scene), Object.prototype);
});

test('a gallery scene that has changed, or is gone, is not shown instead', async () => {
  assert.match(
    await refusal(forged(Uint8Array.from([1, ...word('no-such-scene'), 0, 0, 0, 0]))),
    /“no-such-scene”, which is not in this gallery/,
  );
  assert.match(
    await refusal(forged(Uint8Array.from([1, ...word('tumbler'), 0, 0, 0, 0]))),
    /“tumbler” has changed since this link was made/,
  );
});

function word(text) {
  const writer = new web.ByteWriter();
  web.writeWord(text, writer);
  return writer.bytes;
}

test('opened links say what came of them', async () => {
  const opened = await open(short);
  assert.deepEqual([opened.ok, opened.reproduced, opened.step], [true, true, 192]);
  assert.match(opened.message, /^reproduced exactly · step 192 · [0-9a-f]{16}$/);
  const other = await open(await encode({ scene: 'tennis-racket', step: 192, hash: '0123456789abcdef' }));
  assert.deepEqual([other.ok, other.reproduced, other.hash], [true, false, opened.hash]);
  assert.match(other.message, /^Not as it was when the link was made: the state at step 192 differs, because /);
  // A run that takes another course says since when: the push of this one comes later than that of the link.
  const push = (step) => [{ issuedAtStep: step, step, command: { type: 'impulse', body: 0, impulse: [0.1, 0, 0] } }];
  for (const [then, now, since] of [
    [0, 300, 'is another one at step 1 already'],
    [20, 300, 'is the same at step 16 and another one at step 64'],
    [64, 300, 'is the same at step 64 and another one at step 192'],
  ]) {
    const made = await decode(await encode({ scene: 'tennis-racket', log: push(then), step: 192 }));
    const { message } = await open(await encode({ ...made, log: push(now) }));
    assert.match(message, new RegExp(`^Not as it was when the link was made: the run ${since}, because `));
  }
  const refused = await open(await encode({ scene: { tumble: 1, bodies: [{ size: [1, 1, -1] }] }, hash: null }));
  assert.deepEqual([refused.ok, refused.reproduced], [false, false]);
  assert.match(refused.message, /bodies\[0\]\.size/);
  assert.deepEqual(await open('1.x'), { ok: false, message: (await decode('1.x')).message, step: 0, hash: null, reproduced: false });
  const log = [{ issuedAtStep: 3, step: 3, command: { type: 'impulse', body: 99, impulse: [1, 2, 3] } }];
  const impossible = await open(await encode({ scene: 'tennis-racket', log, step: 9, hash: '0123456789abcdef' }));
  assert.deepEqual([impossible.ok, impossible.reproduced], [true, false]);
});
