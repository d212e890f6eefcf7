// Where things lie: the one place that knows the folders the scripts read and write.
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const buildRoot = join(projectRoot, 'build');
export const logsRoot = join(buildRoot, 'logs');
export const wasmRoot = join(buildRoot, 'wasm');
export const distRoot = join(projectRoot, 'dist');
export const cacheRoot = process.env.TUMBLE_TOOLCHAIN_DIR || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tumble');

export const inProject = (...parts) => join(projectRoot, ...parts);
