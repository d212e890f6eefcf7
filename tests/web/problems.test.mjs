// What a tool or a browser says of its own never reaches a person: it becomes a sentence of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { causeOf, sentenceOf, wasmProblem, SceneError, EngineError } = await importWebModules('simulation/problems.ts');
console.warn = () => {};

test('errors of ours are said as they are, all others in words of the page', () => {
  assert.equal(sentenceOf(new SceneError('bodies: is missing')), 'bodies: is missing');
  assert.equal(causeOf(new EngineError('It was closed.')), 'It was closed');
  const cases = [
    [new WebAssembly.RuntimeError('Aborted(). Build with -sASSERTIONS for more info.'), 'there was not enough memory'],
    [new WebAssembly.RuntimeError('unreachable'), 'it met a fault of its own'],
    [new WebAssembly.RuntimeError('memory access out of bounds'), 'it met a fault of its own'],
    [new RangeError('WebAssembly.Memory(): could not allocate memory'), 'there was not enough memory'],
    [new RangeError('Array buffer allocation failed'), 'there was not enough memory'],
    [new RangeError('Invalid typed array length: 9007199254740991'), 'there was not enough memory'],
    [new RangeError('Maximum call stack size exceeded'), 'it went too deep into itself'],
    [new Error('too much recursion'), 'it went too deep into itself'],
    [new DOMException('() => {} could not be cloned.', 'DataCloneError'), 'it is not plain data'],
    [new DOMException('Failed to construct Worker: https://x/y.js', 'SecurityError'), 'this page may not do that here'],
    [new TypeError('Failed to fetch dynamically imported module: https://x/assets/a-1234.js'), 'a file could not be loaded'],
    [new TypeError('error loading dynamically imported module'), 'a file could not be loaded'],
    [new TypeError('Importing a module script failed.'), 'a file could not be loaded'],
    [new TypeError("Cannot read properties of undefined (reading 'x')"), 'something went wrong that has no name here'],
    ['a text', 'something went wrong that has no name here'],
    [null, 'something went wrong that has no name here'],
  ];
  for (const [error, cause] of cases) {
    assert.equal(causeOf(error), cause, String(error));
    assert.equal(sentenceOf(error), `This did not work: ${cause}.`);
    assert.equal(wasmProblem('The engine does not start', error).message, `The engine does not start: ${cause}.`);
  }
});
