// No rule for WebAssembly, Workers or the package: none is needed.
export default {
  mode: 'production',
  entry: './index.js',
  output: {
    path: new URL('./dist', import.meta.url).pathname,
    filename: 'main.bundle.js',
    module: true,
    chunkFormat: 'module',
    publicPath: 'auto',
  },
  experiments: { outputModule: true },
  optimization: { minimize: false }, // its minifier takes half a minute and proves nothing
  performance: { hints: false },
};
