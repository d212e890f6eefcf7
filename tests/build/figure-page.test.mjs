// The figure in one file: engine and program come back from the letters they were written in, and the policy names the one script that unpacks them.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';
import lzma from 'lzma';
import { kPlaces, pageOf } from '../../web/figure-page.mjs';
import { bytesOf, lettersOf } from '../../web/seven-bits.mjs';
import { unpackLzma } from '../../web/unpack-lzma.mjs';

test('bytes of any length come back, and no letter is one that HTML changes or reads as markup', () => {
  for (const length of [0, 1, 6, 7, 8, 13, 14, 15, 1000]) {
    for (const bytes of [randomBytes(length), ...[0, 255, 0x3c, 0x1a, 0x0d].map((byte) => Buffer.alloc(length, byte))]) {
      const text = lettersOf(bytes);
      const back = bytesOf(text);
      assert.deepEqual(Buffer.from(back.subarray(0, length)), bytes);
      assert.ok(back.length <= length + 2 && back.subarray(length).every((byte) => byte === 0));
      assert.doesNotMatch(text, /[\0\r<\u0080-\u00ff]/);
      assert.ok(Buffer.byteLength(text) <= Math.ceil((8 * length) / 7) + 1);
    }
  }
});

// Texts of each kind of symbol: literals after matches, matches near and far, repeats of the last four distances, one byte alone.
const record = (i) => `{"x":${i % 7},"y":${(i * i) % 1009},"name":"body ${i}"}`;
const kTexts = {
  nothing: '',
  'one byte': 'a',
  'one byte many times': 'a'.repeat(5000),
  records: Array.from({ length: 300 }, (_, i) => record(i)).join(),
  'a match from far away': `${record(1)}${randomBytes(12_000).toString('base64')}${record(1)}`,
};

test('what LZMA packed is unpacked', () => {
  const noise = randomBytes(9000);
  const binary = Buffer.concat([noise, noise.map((byte, i) => (i % 40 === 0 ? byte ^ 1 : byte)), Buffer.alloc(300)]);
  for (const [name, bytes] of [...Object.entries(kTexts).map(([key, text]) => [key, Buffer.from(text)]), ['binary', binary]]) {
    for (const mode of [1, 9]) {
      const packed = Buffer.from(lzma.compress(bytes, mode));
      assert.ok(Buffer.from(unpackLzma(packed)).equals(bytes), `${name}, mode ${mode}`);
      assert.ok(
        Buffer.from(unpackLzma(Buffer.concat([packed, Buffer.alloc(2)]))).equals(bytes),
        `${name}, mode ${mode}, with zeros after it`,
      );
    }
  }
});

test('the page holds engine and program, and lets one script run beside them', () => {
  const engine = randomBytes(2000);
  const html = pageOf('start();', engine, 'console.log("</script><!--")');
  const [, size, text] = html.match(/id="packed" data-engine="(\d+)">([^<]*)<\/script>/);
  const bytes = Buffer.from(unpackLzma(bytesOf(text)));
  assert.ok(bytes.subarray(0, Number(size)).equals(engine));
  assert.equal(bytes.subarray(Number(size)).toString(), 'console.log("</script><!--")');
  const [, script] = html.match(/<script type="module">([\s\S]*?)<\/script>/);
  assert.equal(script, 'start();');
  assert.ok(html.includes(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}' blob: 'wasm-unsafe-eval'`));
  assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<style>'));
  for (const place of Object.values(kPlaces)) assert.ok(html.includes(place));
});
