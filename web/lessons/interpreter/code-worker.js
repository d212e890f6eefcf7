// Runs a program of the reader: by an interpreter that is compiled to WebAssembly (QuickJS), because the policy of the page forbids eval, and in a
// Worker, so that the page goes on. It knows nothing of browser or page. Message in: the program. Out: { type: 'ready' }, then { type: 'done', frames }
// or { type: 'refused', message }.
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';

// How often the interpreter asks whether to go on: every 10,000 jumps back and calls. A count, so that a program ends at the same place on every machine;
// some two seconds of one that computes.
const kQuestions = 1000;
const kMemory = 64_000_000; // bytes

const loading = newQuickJSWASMModuleFromVariant(variant);
loading.then(
  () => postMessage({ type: 'ready' }),
  (error) => postMessage({ type: 'refused', message: `The interpreter could not be loaded: ${error.message}` }),
);

addEventListener('message', async ({ data: code }) => {
  const interpreter = await loading;
  let questions = 0;
  try {
    const text = interpreter.evalCode(`${code}\n;JSON.stringify(frames)`, {
      shouldInterrupt: () => (questions += 1) > kQuestions,
      memoryLimitBytes: kMemory,
    });
    postMessage({ type: 'done', frames: JSON.parse(text) });
  } catch (error) {
    const isLate = questions > kQuestions;
    postMessage({
      type: 'refused',
      message: isLate ? 'It had not ended after ten million jumps and calls.' : `${error.name}: ${error.message}`,
    });
  }
});
