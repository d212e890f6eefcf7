// The figure in one file: its program comes back from the letters it was written in, and the policy names the one script that unpacks it.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { kPlaces, pageOf, sevenBits } from '../../web/figure-page.mjs';

// Read as bits, apart from how the page does it.
function bytesOf(text) {
  const bits = [...text].map((letter) => (letter.codePointAt(0) % 128).toString(2).padStart(7, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

test('bytes of any length come back, and no letter is one that HTML changes or reads as markup', () => {
  for (const length of [0, 1, 6, 7, 8, 13, 1000]) {
    for (const bytes of [randomBytes(length), Buffer.alloc(length), Buffer.alloc(length, 255), Buffer.alloc(length, 0x3c)]) {
      const text = sevenBits(bytes);
      assert.deepEqual(bytesOf(text), bytes);
      assert.doesNotMatch(text, /[\0\r<]/);
      assert.ok([...text].every((letter) => letter.codePointAt(0) < 256));
    }
  }
});

test('the page holds the program, and lets one script run beside it', () => {
  const html = pageOf('console.log("</script><!--")');
  const [, text] = html.match(/id="program">([^<]*)<\/script>/);
  assert.equal(gunzipSync(bytesOf(text)).toString(), 'console.log("</script><!--")');
  const [, script] = html.match(/<script type="module">([\s\S]*?)<\/script>/);
  assert.ok(html.includes(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}' blob: 'wasm-unsafe-eval'`));
  assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<style>'));
  for (const place of Object.values(kPlaces)) assert.ok(html.includes(place));
});
