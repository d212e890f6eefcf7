// The policy that every built page brings along, so that it holds on any static host.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { kContentSecurityPolicy, withPolicy } from '../../build-scripts/lib/policy.mjs';

test('a page gets the policy before anything that it is about', () => {
  const html = withPolicy(
    '<!doctype html>\n<html>\n  <head>\n    <script src="./a.js"></script>\n    <link rel="stylesheet" crossorigin href="./a.css">\n  </head>',
  );
  assert.match(
    html,
    new RegExp(`<head>\\s*<meta http-equiv="Content-Security-Policy" content="${kContentSecurityPolicy.replaceAll('.', '\\.')}" />`),
  );
  assert.ok(html.includes('<link rel="stylesheet" href="./a.css">'));
  assert.throws(() => withPolicy('<p>no head'), /no <head>/);
});

test('the page has nothing inline that the policy would refuse, and the README shows the policy', () => {
  const page = readFileSync(inProject('web', 'index.html'), 'utf8');
  for (const [, attributes, text] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    assert.ok(/\bsrc=/.test(attributes) && text.trim() === '', attributes);
  assert.doesNotMatch(page, /<style\b|\sstyle=|\son[a-z]+=/);
  for (const name of [['README.md'], ['web', 'README.md']]) {
    const text = readFileSync(inProject(...name), 'utf8').replace(/\s+/g, ' ');
    assert.ok(text.includes(kContentSecurityPolicy), `${name.join('/')} shows another policy`);
  }
});
