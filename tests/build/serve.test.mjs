import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { kContentSecurityPolicy } from '../../build-scripts/lib/policy.mjs';
import { serve, wantedPort } from '../../build-scripts/serve.mjs';

let folder;
let site;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
  const root = join(folder, 'root');
  mkdirSync(join(root, 'sub'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<p>hello');
  writeFileSync(join(root, 'core.wasm'), 'bytes');
  writeFileSync(join(root, 'tumble-offline.html'), '<p>its own policy');
  writeFileSync(join(root, 'sub', 'index.html'), '<p>sub');
  writeFileSync(join(folder, 'secret'), 'secret');
  symlinkSync(join(folder, 'secret'), join(root, 'link'));
  site = await serve({ root, port: 0, base: '/deep/folder/' });
});

after(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

// A request whose path goes out exactly as given.
const get = (path, options = {}) =>
  new Promise((resolve, reject) => {
    request({ port: site.port, host: '127.0.0.1', path, ...options }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });

test('files with their types, the policy, and folders as their index', async () => {
  const page = await get('/deep/folder/');
  assert.deepEqual([page.status, page.body, page.headers['content-type']], [200, '<p>hello', 'text/html; charset=utf-8']);
  assert.equal(page.headers['content-security-policy'], kContentSecurityPolicy);
  assert.equal((await get('/deep/folder/tumble-offline.html')).headers['content-security-policy'], undefined);
  assert.equal((await get('/deep/folder/core.wasm?x=1')).headers['content-type'], 'application/wasm');
  assert.equal((await get('/deep/folder/sub/')).body, '<p>sub');
});

test('nothing outside the folder', async () => {
  for (const path of [
    '/',
    '/deep/folder/none',
    '/deep/folder/../../secret',
    '/deep/folder/%2e%2e/secret',
    '/deep/folder/..%2fsecret',
    '/deep/folder/link',
    '/deep/folder/%00',
    '/deep/folder/%zz',
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
});

test('an unchanged file is not sent again, and nothing but reading is allowed', async () => {
  const { headers } = await get('/deep/folder/');
  assert.equal((await get('/deep/folder/', { headers: { 'If-None-Match': headers.etag } })).status, 304);
  assert.equal((await get('/deep/folder/', { method: 'POST' })).status, 405);
});

test('a page with a policy of its own gets no other one, nor does the copy that a browser keeps', async () => {
  writeFileSync(join(folder, 'root', 'element.html'), 'x');
  const first = await get('/deep/folder/element.html');
  assert.deepEqual([first.status, first.headers['content-security-policy']], [200, undefined]);
  const again = await get('/deep/folder/element.html', { headers: { 'If-None-Match': first.headers.etag } });
  assert.deepEqual([again.status, again.headers['content-security-policy']], [304, undefined]);
});

test('a port that is taken, and PORT', async () => {
  await assert.rejects(serve({ root: join(folder, 'root'), port: site.port }), /something else uses it/);
  assert.equal(wantedPort(''), undefined);
  assert.equal(wantedPort('9000'), 9000);
  assert.throws(() => wantedPort('many'), /PORT is "many"/);
});
