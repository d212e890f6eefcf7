// Fetches and compiles the engine's WebAssembly once per realm; an error is one sentence for the page.
// The page compiles; Workers and the same-thread host get the compiled module, so a restart needs no network.
import { Emitter } from './emitter';
import { causeOf, EngineError, wasmProblem } from './problems';

/** A part of the module has come: bytes so far. */
export const engineLoads = new Emitter<number>();
/** All of them; undefined outside the build of the page. */
export const engineBytes: number | undefined = import.meta.env?.TUMBLE_ENGINE_BYTES;

const defaultUrl = (): URL => new URL('../../../build/wasm/tumble-core.wasm', import.meta.url);

let compiled: Promise<WebAssembly.Module> | null = null;

/** Starts at the first call; later calls get the same module. A page that wants its first frame early calls it early. */
export function compileEngine(): Promise<WebAssembly.Module> {
  compiled ??= compileFrom(defaultUrl()).catch((error: unknown) => {
    compiled = null; // a network may come back
    throw error;
  });
  return compiled;
}

/** Fetches and compiles the module at `url`, or takes what came from there. Rejects with EngineError. */
export async function compileFrom(url: URL | string, answer?: Response): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== 'object') {
    throw new EngineError('WebAssembly is blocked on this page or missing in this browser, so the physics engine cannot run.');
  }
  const response =
    answer ??
    (await fetch(url).catch((error: unknown) => {
      throw new EngineError(`The physics engine could not be fetched from ${url}: ${causeOf(error)}.`);
    }));
  const type = response.headers.get('content-type') ?? 'no MIME type';
  if (!response.ok) {
    throw new EngineError(
      `The physics engine could not be fetched from ${url}: the server answered ${response.status} ${response.statusText} (${type}).`,
    );
  }
  // Not compileStreaming: it insists on the MIME type, and it hides the bytes that show what came instead.
  const bytes = await bytesOf(response).catch((error: unknown) => {
    throw new EngineError(`The physics engine at ${url} broke off while loading: ${causeOf(error)}.`);
  });
  const isModule = bytes.byteLength >= 8 && new DataView(bytes).getUint32(0) === 0x0061736d; // "\0asm"
  if (!isModule) {
    throw new EngineError(
      `What came from ${url} is not WebAssembly: status ${response.status}, ${type}, ${bytes.byteLength} bytes that begin with ${firstBytes(bytes)}.`,
    );
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw wasmProblem(`The physics engine at ${url} does not compile in this browser`, error);
  }
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let sum = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    engineLoads.emit((sum += part.value.length));
  }
  return new Blob(parts).arrayBuffer();
}

function firstBytes(bytes: ArrayBuffer): string {
  const first = [...new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength))];
  const hex = first.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const text = first.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
  return first.length === 0 ? 'nothing' : `${hex} ("${text}")`;
}
