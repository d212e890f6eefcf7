// The interpreter of the lessons is built apart from the page, which never loads it: lessons/code-worker.js and its wasm.
import { join } from 'node:path';
import { build } from 'vite';

/** Names and contents of its files, below dist/. `root`: web/. */
export async function interpreterFiles(root) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: './',
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: { 'code-worker': join(root, 'lessons', 'interpreter', 'code-worker.js') },
        output: { entryFileNames: '[name].js', chunkFileNames: 'code-[name].js', assetFileNames: 'code-[name][extname]' },
      },
    },
  });
  return output.map((file) => [`lessons/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]);
}
