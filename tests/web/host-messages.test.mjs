// A message is checked whole before any of it acts: what is refused leaves the world, its past and its pace as they were.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';
import { HostClient } from './support/link.mjs';

const { createHost } = await importWebModules('simulation/host.ts');
const open = [];
after(() => open.forEach((client) => client.close()));

async function running(steps = 100) {
  const client = new HostClient(createHost);
  open.push(client);
  await client.next('ready');
  await client.ask({ type: 'load', scene: { bodies: [{ x: 0, v: 1 }], pull: 1 } }, 'loaded');
  await client.ask({ type: 'step', count: steps }, 'stepped');
  return client;
}
const stand = async (client) => {
  const { step, hash } = await client.ask({ type: 'step', count: 0 }, 'stepped');
  return { step, hash };
};
const impulse = (by) => ({ type: 'impulse', body: 0, impulse: [by, 0, 0] });

test('a seek that is refused has done nothing, and the past is still there', async () => {
  const client = await running();
  const before = await stand(client);
  const { hash: then } = await client.ask({ type: 'seek', step: 50 }, 'stepped');
  assert.deepEqual(await client.ask({ type: 'seek', step: 100 }, 'stepped').then(({ step, hash }) => ({ step, hash })), before);
  const entry = { issuedAtStep: 40, step: 40, command: impulse(1) };
  const bad = [
    { step: -1 },
    { step: 0.5 },
    { step: NaN },
    { step: 1e9 },
    { step: '5' },
    { step: null },
    { step: undefined },
    { step: 2 ** 53 },
    { keep: -1 },
    { keep: 1 },
    { keep: '0' },
    { tail: null },
    { tail: 'log' },
    { tail: {} },
    { tail: [null] },
    { tail: [{ ...entry, command: null }] },
    { tail: [{ issuedAtStep: 40, step: 40 }] },
    { tail: [{ ...entry, issuedAtStep: -1 }] },
    { tail: [{ ...entry, issuedAtStep: 45 }] },
    { tail: [{ ...entry, issuedAtStep: 45, step: 45 }, entry] },
    { tail: [{ ...entry, command: { type: 'nonsense' } }] }, // only the engine can say so, at step 40
  ];
  for (const more of bad) {
    const answer = await client.ask({ type: 'rewrite', keep: 0, tail: [], step: 50, ...more }, 'stepped');
    assert.equal(answer.type, 'refused', JSON.stringify(more));
    assert.deepEqual(await stand(client), before, JSON.stringify(more));
  }
  for (const more of [
    { log: 'log' },
    { log: [null] },
    { keyframe: 'bytes' },
    { keyframe: { step: 1, applied: 0, work: 0, snapshot: [1, 2] } },
  ]) {
    assert.equal((await client.ask({ type: 'load', scene: { bodies: [] }, ...more }, 'loaded')).type, 'refused', JSON.stringify(more));
    assert.deepEqual(await stand(client), before, JSON.stringify(more));
  }
  assert.equal((await client.ask({ type: 'seek', step: 50 }, 'stepped')).hash, then, 'the past is kept');
  assert.equal((await client.ask({ type: 'seek', step: 0 }, 'stepped')).step, 0);
});

test('another course that is refused on the way brings the world back, playing as it was', async () => {
  const client = await running();
  const before = await stand(client);
  client.send({ type: 'play' });
  const tail = [
    { issuedAtStep: 92, step: 92, command: impulse(3) },
    { issuedAtStep: 95, step: 95, command: { type: 'nonsense' } },
  ];
  const rewrite = { type: 'rewrite', keep: 0, tail, step: 99 };
  assert.match((await client.ask(rewrite, 'stepped')).message, /Command 1 of the recording was refused/);
  client.send({ type: 'pause' });
  assert.deepEqual(await stand(client), before);
  client.send({ type: 'play' });
  await client.ask(rewrite, 'stepped');
  assert.equal((await client.frame(10_000)).playing, true);
});

test('a log that came with its scene plays by itself; what is refused of it is dropped, with a sentence', async () => {
  const client = await running(0);
  const log = [
    { issuedAtStep: 0, step: 2, command: impulse(3) },
    { issuedAtStep: 5, step: 5, command: impulse(4) },
    { issuedAtStep: 9, step: 9, command: { type: 'nonsense' } },
    { issuedAtStep: 12, step: 12, command: impulse(5) },
  ];
  const opened = { type: 'load', scene: { bodies: [{ x: 0, v: 1 }] }, log };
  await client.ask(opened, 'loaded');
  const { hash, applied } = await client.ask({ type: 'step', count: 8 }, 'stepped');
  assert.equal(applied, 2);
  await client.ask(opened, 'loaded');
  assert.equal((await client.ask({ type: 'seek', step: 8 }, 'stepped')).hash, hash);
  client.send({ type: 'step', count: 5, request: 5 });
  const cut = await client.next('cut');
  assert.deepEqual([cut.keep, cut.message], [2, 'Command 2 of the recording was refused: type: "nonsense" is not a command']);
  assert.equal((await client.next('stepped')).step, 9);
  assert.equal((await client.ask({ type: 'seek', step: 20 }, 'stepped')).step, 20);
  // On the way it brings back where it departed.
  await client.ask(opened, 'loaded');
  assert.match((await client.ask({ type: 'seek', step: 11 }, 'stepped')).message, /Command 2 of the recording was refused/);
  assert.equal((await stand(client)).step, 0);
  assert.equal((await client.ask({ type: 'seek', step: 8 }, 'stepped')).hash, hash);
});

test('alpha is a share, whatever is asked for', async () => {
  const client = await running(10);
  for (const [alpha, drawn] of [
    [NaN, 1],
    [undefined, 1],
    ['x', 1],
    [Infinity, 1],
    [-3, 0],
    [7, 1],
    [0.25, 0.25],
    [null, 1],
  ]) {
    client.send({ type: 'frame', now: 0, poses: null, target: { step: 10, alpha } });
    assert.equal((await client.next('frame')).alpha, drawn, String(alpha));
  }
  for (const target of [{}, { step: NaN, alpha: 0 }, { step: Infinity, alpha: 0 }, { step: 1e300, alpha: 0 }, 5, 'x']) {
    client.send({ type: 'frame', now: 0, poses: null, target });
    const frame = await client.next('frame');
    assert.ok(frame.alpha >= 0 && frame.alpha <= 1 && frame.step === 10 && frame.droppedSteps === 0, JSON.stringify(target));
  }
});

test('a time that is no number moves nothing, and the clock goes on afterwards', async () => {
  const client = await running(0);
  client.send({ type: 'play' });
  await client.frame(0);
  for (const now of [NaN, Infinity, -Infinity, 'noon', {}]) assert.equal((await client.frame(now)).step, 1, String(now));
  for (let at = 1; at <= 30; at += 1) await client.frame((at * 1000) / 60);
  assert.ok((await client.frame(500)).step > 20);
});

test('a message without a number, or of no type, is left out; one with a number is refused', async () => {
  const client = await running(5);
  const before = await stand(client);
  for (const message of [
    null,
    5,
    {},
    { type: 'hasOwnProperty' },
    { type: 'load', scene: { bodies: [] } },
    { type: 'reset' },
    { type: 'step', count: 3 },
    { type: 'reset', request: NaN },
  ])
    client.send(message);
  assert.equal((await client.ask({ type: 'nonsense' }, 'done')).type, 'refused');
  assert.equal((await client.ask({ type: 'command', command: 'impulse' }, 'accepted')).type, 'refused');
  assert.deepEqual(await stand(client), before);
});

test('a scene is read from a file and from text: capped, counted, with the line of what is wrong', async () => {
  const client = await running(0);
  const read = async (text) => client.ask({ type: 'read', text }, 'read');
  assert.deepEqual((await read('{"tumble": 1, "bodies": []}')).scene, { tumble: 1, bodies: [] });
  assert.deepEqual((await read(new Blob(['\ufeff{"a": "ä"}']))).scene, { a: 'ä' });
  const refusals = [
    [new Blob([new Uint8Array(5 << 20)]), /5\.0 MB, and a scene at most 4\.0 MB/],
    [new Blob([Uint8Array.of(0x7b, 0xff, 0xfe)]), /not text in UTF-8/],
    [new Blob([]), /line 1, column 1: A value is expected here\./],
    ['{\n  "a": 1,\n  "a": 2\n}', /line 3, column 3: The key "a" comes twice/],
    ['{\n "a": tru }', /line 2, column 7: “tru” is no value/],
    [`[${'['.repeat(100)}`, /nested too deep/],
    [null, /a file or a text/],
    [undefined, /a file or a text/],
    [{ size: 5 }, /a file or a text/],
    [7, /a file or a text/],
  ];
  for (const [text, sentence] of refusals) {
    const answer = await read(text);
    assert.equal(answer.type, 'refused');
    assert.match(answer.message, sentence);
  }
});
