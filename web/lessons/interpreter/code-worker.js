// Runs a program of the reader: by an interpreter that is compiled to WebAssembly (QuickJS), because the policy of the page forbids eval, and in a
// Worker, so that the page goes on. It knows nothing of browser or page. Message in: the program. Out: { type: 'ready' }, then { type: 'done', frames }
// or { type: 'refused', message }.
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, shouldInterruptAfterDeadline } from 'quickjs-emscripten-core';

const kSeconds = 2;
const kMemory = 64_000_000; // bytes

const loading = newQuickJSWASMModuleFromVariant(variant);
loading.then(
  () => postMessage({ type: 'ready' }),
  (error) => postMessage({ type: 'refused', message: `The interpreter could not be loaded: ${error.message}` }),
);

addEventListener('message', async ({ data: code }) => {
  const interpreter = await loading;
  const deadline = Date.now() + 1000 * kSeconds;
  try {
    const text = interpreter.evalCode(`${code}\n;JSON.stringify(frames)`, {
      shouldInterrupt: shouldInterruptAfterDeadline(deadline),
      memoryLimitBytes: kMemory,
    });
    postMessage({ type: 'done', frames: JSON.parse(text) });
  } catch (error) {
    const isLate = Date.now() >= deadline;
    postMessage({
      type: 'refused',
      message: isLate ? `It ran for ${kSeconds} seconds and had not ended.` : `${error.name}: ${error.message}`,
    });
  }
});
