// The engine's WebAssembly as part of the code, for where no file can be loaded beside it: a page in one file, a server whose bundler moves files.
import packed from 'virtual:packed-wasm';

/** The bytes, for `init({ wasm: wasm() })`. They stand in the code as base64 of gzip. */
export async function wasm(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
