import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { compilerCache } from '../../build-scripts/lib/compiler-cache.mjs';
import { projectRoot } from '../../build-scripts/lib/paths.mjs';
import { findProgram } from '../../build-scripts/lib/run.mjs';

test('without ccache compilers are called as they are', () => {
  assert.deepEqual(compilerCache(false, null), { words: [], env: {} });
});

test('with ccache native and wasm compilers go through it', () => {
  const native = compilerCache(false, '/bin/ccache');
  assert.deepEqual(native.words, ['-DCMAKE_CXX_COMPILER_LAUNCHER=/bin/ccache']);
  assert.equal(native.env.CCACHE_BASEDIR, projectRoot);
  assert.ok(!('CCACHE_COMPILERTYPE' in native.env));
  assert.equal(compilerCache(true, '/bin/ccache').env.CCACHE_COMPILERTYPE, 'clang');
});

// A project of one file with a precompiled header, configured with the same words as the engine, is compiled once for two folders.
test('a file with precompiled headers is compiled once', {
  skip: ['ccache', 'cmake', 'ninja', 'g++'].some((name) => !findProgram(name)) && 'a program is missing',
}, () => {
  const root = mkdtempSync(join(tmpdir(), 'compiler-cache-'));
  try {
    const { words, env } = compilerCache(false);
    const options = {
      env: { ...process.env, ...env, CCACHE_BASEDIR: root, CCACHE_DIR: join(root, 'cache') },
      encoding: 'utf8',
      stdio: 'pipe',
    };
    const build = (name) => {
      const folder = join(root, name);
      mkdirSync(folder);
      writeFileSync(
        join(folder, 'CMakeLists.txt'),
        `cmake_minimum_required(VERSION 3.22)
project(toy LANGUAGES CXX)
set(TUMBLE_PRECOMPILED_HEADERS ON)
include(${projectRoot}/build-scripts/compiler-cache.cmake)
add_library(toy STATIC toy.cpp)
target_precompile_headers(toy PRIVATE <vector>)
`,
      );
      writeFileSync(join(folder, 'toy.cpp'), 'std::vector<int> toy() { return {1}; }\n');
      execFileSync('cmake', ['-S', folder, '-B', join(folder, 'build'), '-G', 'Ninja', '-DCMAKE_CXX_COMPILER=g++', ...words], options);
      execFileSync('ccache', ['-z'], options);
      execFileSync('ninja', ['-C', join(folder, 'build'), 'toy'], options);
      const statistics = execFileSync('ccache', ['--print-stats'], options);
      const count = (key) => Number(statistics.match(new RegExp(`^${key}\\s+(\\d+)$`, 'm'))[1]);
      return { hits: count('direct_cache_hit') + count('preprocessed_cache_hit'), misses: count('cache_miss') };
    };
    assert.deepEqual(build('first'), { hits: 0, misses: 2 });
    assert.deepEqual(build('second'), { hits: 2, misses: 0 });
  } finally {
    rmSync(root, { recursive: true });
  }
});
