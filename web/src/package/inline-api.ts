// The engine's WebAssembly as part of the code, for where no file can be loaded beside it: its types, shipped as inline.d.ts as they stand.

/** The bytes of the engine, for `init({ wasm: wasm() })`. */
export declare function wasm(): Promise<Uint8Array<ArrayBuffer>>;
