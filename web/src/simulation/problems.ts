// The errors a page meets, each with one sentence made to be shown.

/** A scene or a command was refused; what ran before runs on. */
export class SceneError extends Error {
  override name = 'SceneError';
}

/** The engine could not be loaded, or went away before it could answer. */
export class EngineError extends Error {
  override name = 'EngineError';
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}

/** What to say when WebAssembly refused to do its work. Browsers differ in where they look at the content security policy:
 *  most when they compile, WebKit when an instance is made. */
export function wasmProblem(what: string, error: unknown): EngineError {
  const reason = sentenceOf(error);
  if (/\bCSP\b|content security policy|unsafe-eval/i.test(reason)) {
    return new EngineError("WebAssembly is blocked on this page: its content security policy does not allow 'wasm-unsafe-eval'.");
  }
  return new EngineError(`${what}: ${reason}`);
}
