// ccache, where there is one: what was compiled once, in any checkout, is not compiled again. CCACHE_DISABLE=1 goes without.
import { projectRoot } from './paths.mjs';
import { findProgram } from './run.mjs';

/** { words, env }: words for CMake, and what the compiler's environment needs. */
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
