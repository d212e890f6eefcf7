// The page in one file: everything inside, and a policy that lets this script and this style run and nothing else.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { joinPage } from '../../web/offline-page.mjs';

const page = (links) =>
  `<!doctype html>\n<html>\n  <head>\n    ${links}\n  </head>\n  <body>\n    <p class="unstyled">No.</p>\n    <main></main>\n  </body>\n</html>`;
const links = [
  '<link rel="icon" href="/icon.svg" />',
  '<link rel="stylesheet" href="/page.css" />',
  '<script src="/not-loaded.js"></script>',
  '<script type="module" src="/main.ts"></script>',
].join('\n    ');
const parts = { script: 'const a = "</script><!--" + "$&";', style: 'p { content: "</style>" }', icon: Buffer.from('<svg/>') };

test('links to files become what is in the files, and nothing ends a script or a style too early', () => {
  const html = joinPage(page(links), parts);
  assert.equal([...html.matchAll(/<script\b/g)].length, 1);
  assert.equal([...html.matchAll(/<\/script>/g)].length, 1);
  assert.equal([...html.matchAll(/<\/style>/g)].length, 1);
  assert.doesNotMatch(html, /<!--|unstyled|(?:src|href)="(?!data:)/);
  assert.ok(html.includes('"$&"'), 'signs of a replacement stay as they are');
});

test('the policy names the hashes of what stands there', () => {
  const html = joinPage(page(links), parts);
  for (const tag of ['script', 'style']) {
    const [, text] = html.match(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`));
    const hash = createHash('sha256').update(text).digest('base64');
    assert.ok(html.includes(`${tag}-src 'sha256-${hash}'`), tag);
  }
  assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<style>'));
});

test('a link that is not put inside is a failure', () => {
  assert.throws(() => joinPage(page(`${links}<link rel="manifest" href="/a.json" />`), parts), /links that are not put inside/);
});
