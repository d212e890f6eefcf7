// Compilers go through ccache where it is installed: no checkout compiles a file of the engine again that another one has compiled.
// CCACHE_DISABLE=1 switches it off.
import { projectRoot } from './paths.mjs';
import { findProgram } from './run.mjs';

/** { words, env }: arguments of CMake, and variables for the environment of the compiler. */
export function compilerCache(isWasm, program = findProgram('ccache')) {
  if (!program) return { words: [], env: {} };
  return {
    words: [`-DCMAKE_CXX_COMPILER_LAUNCHER=${program}`],
    env: {
      CCACHE_BASEDIR: projectRoot, // other checkouts have the same files at other places
      CCACHE_SLOPPINESS: 'pch_defines,time_macros', // as its manual has it for precompiled headers
      ...(isWasm ? { CCACHE_COMPILERTYPE: 'clang' } : {}), // which the name em++ does not tell
    },
  };
}
