// Loading the engine: what goes wrong is said in one sentence with all that helps to find the reason.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { compileFrom, EngineError } = await importWebModules('simulation/compile-engine.ts', 'simulation/problems.ts');

const emptyModule = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const brokenModule = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 99, 1, 0]);
const answers = {
  '/good.wasm': [200, 'application/wasm', emptyModule],
  '/untyped.wasm': [200, 'text/plain', emptyModule],
  '/page.wasm': [200, 'text/html', Buffer.from('<!doctype html><title>')],
  '/empty.wasm': [200, 'application/wasm', Buffer.alloc(0)],
  '/broken.wasm': [200, 'application/wasm', brokenModule],
  '/missing.wasm': [404, 'text/plain', Buffer.from('no')],
};
const server = createServer((request, response) => {
  const [status, type, body] = answers[request.url];
  response.writeHead(status, { 'content-type': type }).end(body);
});
let root = '';
before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

const sentence = async (path) => {
  const error = await compileFrom(root + path).then(
    () => null,
    (reason) => reason,
  );
  assert.ok(error instanceof EngineError, `${path} gave ${error}`);
  return error.message.replace(root, 'ROOT');
};

test('a module compiles, whatever its MIME type', async () => {
  assert.ok((await compileFrom(`${root}/good.wasm`)) instanceof WebAssembly.Module);
  assert.ok((await compileFrom(`${root}/untyped.wasm`)) instanceof WebAssembly.Module);
});

test('a page in its place is named with its first bytes', async () => {
  assert.equal(
    await sentence('/page.wasm'),
    'What came from ROOT/page.wasm is not WebAssembly: status 200, text/html, 22 bytes that begin with 3c 21 64 6f 63 74 79 70 65 20 68 74 6d 6c 3e 3c ("<!doctype html><").',
  );
  assert.equal(
    await sentence('/empty.wasm'),
    'What came from ROOT/empty.wasm is not WebAssembly: status 200, application/wasm, 0 bytes that begin with nothing.',
  );
});

test('a missing file is named with the status', async () => {
  assert.equal(
    await sentence('/missing.wasm'),
    'The physics engine could not be fetched from ROOT/missing.wasm: the server answered 404 Not Found (text/plain).',
  );
});

test('a server that is not there, and a module that does not compile', async () => {
  await assert.rejects(
    compileFrom('http://127.0.0.1:9/x.wasm'),
    /^EngineError: The physics engine could not be fetched from http:\/\/127\.0\.0\.1:9\/x\.wasm: /,
  );
  assert.match(await sentence('/broken.wasm'), /^The physics engine at ROOT\/broken\.wasm does not compile in this browser: /);
});

test('blocked WebAssembly is called blocked', async () => {
  const { compile } = WebAssembly;
  const reasons = [
    "WebAssembly.compile(): Compiling or instantiating WebAssembly module violates the following Content Security policy directive because neither 'wasm-eval' nor 'unsafe-eval' is an allowed source",
    'call to WebAssembly.compile() blocked by CSP',
    "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script",
  ];
  try {
    for (const reason of reasons) {
      WebAssembly.compile = async () => {
        throw new WebAssembly.CompileError(reason);
      };
      assert.equal(
        await sentence('/good.wasm'),
        "WebAssembly is blocked on this page: its content security policy does not allow 'wasm-unsafe-eval'.",
      );
    }
  } finally {
    WebAssembly.compile = compile;
  }
  const kept = globalThis.WebAssembly;
  try {
    globalThis.WebAssembly = undefined;
    assert.match(await sentence('/good.wasm'), /^WebAssembly is blocked on this page or missing in this browser/);
  } finally {
    globalThis.WebAssembly = kept;
  }
});
