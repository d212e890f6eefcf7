// The errors of the page, each with one sentence to show. The messages of browsers and tools go to the console: they differ from browser
// to browser and name files and switches.

/** A scene or a command was refused; the simulation runs on as before. */
export class SceneError extends Error {
  override name = 'SceneError';
}

/** The engine could not be loaded, or went away before it could answer. */
export class EngineError extends Error {
  override name = 'EngineError';
}

/** The sentence of an error of ours; for any other error one with its probable cause. */
export function sentenceOf(error: unknown): string {
  return isOurs(error) ? error.message : `This did not work: ${causeOf(error)}.`;
}

/** The probable cause of an error, as the end of a sentence. */
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

/** The error for WebAssembly that could not compile or start. Browsers check the content security policy at different times: most when
 *  they compile, WebKit when an instance is made. */
export function wasmProblem(what: string, error: unknown): EngineError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/\bCSP\b|content security policy|unsafe-eval/i.test(reason)) {
    return new EngineError("WebAssembly is blocked on this page: its content security policy does not allow 'wasm-unsafe-eval'.");
  }
  return new EngineError(`${what}: ${causeOf(error)}.`);
}

/** A number in a sentence: 1,812. */
export const inThousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
