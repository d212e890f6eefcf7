// The errors a page meets, each with one sentence made to be shown. What a browser or a tool says of its own goes to the console: its
// words differ from browser to browser, name files and switches, and help nobody who looks at a picture.

/** A scene or a command was refused; what ran before runs on. */
export class SceneError extends Error {
  override name = 'SceneError';
}

/** The engine could not be loaded, or went away before it could answer. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/** The sentence of an error of ours; of any other one that it happened, with what can be told apart. */
export function sentenceOf(error: unknown): string {
  return isOurs(error) ? error.message : `This did not work: ${causeOf(error)}.`;
}

/** What is known of an error, as the end of a sentence. */
export function causeOf(error: unknown): string {
  if (isOurs(error)) return error.message.replace(/\.$/, '');
  console.warn(error);
  const [name, said] = error instanceof Error ? [error.name, error.message] : ['', String(error)];
  if (/^Aborted\(/.test(said)) return 'there was not enough memory'; // the only reason for which the engine gives up by itself (containers/list.cpp)
  if (/memory|allocation|array (buffer )?length|OOM/i.test(said) && !/out of bounds/i.test(said)) return 'there was not enough memory';
  if (/stack|recursion/i.test(said)) return 'it went too deep into itself';
  if (name === 'DataCloneError') return 'it is not plain data';
  if (name === 'SecurityError') return 'this page may not do that here';
  if (/fetch|import|load|network/i.test(said)) return 'a file could not be loaded';
  return name === 'RuntimeError' ? 'it met a fault of its own' : 'something went wrong that has no name here';
}

const isOurs = (error: unknown): error is Error => error instanceof SceneError || error instanceof EngineError;

/** What to say when WebAssembly refused to do its work. Browsers differ in where they look at the content security policy:
 *  most when they compile, WebKit when an instance is made. */
export function wasmProblem(what: string, error: unknown): EngineError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/\bCSP\b|content security policy|unsafe-eval/i.test(reason)) {
    return new EngineError("WebAssembly is blocked on this page: its content security policy does not allow 'wasm-unsafe-eval'.");
  }
  return new EngineError(`${what}: ${causeOf(error)}.`);
}
