// Made by build-scripts/build-package.mjs.
declare module 'virtual:packed-wasm' {
  const packed: string;
  export default packed;
}
