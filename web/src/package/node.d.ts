// What the package uses of Node. The types of all of Node would stand in every module of the page too.
declare module 'node:fs/promises' {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
