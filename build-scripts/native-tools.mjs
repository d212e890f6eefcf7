// Compilers, build tools and header libraries of the system: what each task needs and the Debian package that brings it.
import { existsSync } from 'node:fs';
import { ensurePackages } from './lib/apt.mjs';
import { findProgram } from './lib/run.mjs';

const program = (name, debianPackage = name) => ({ package: debianPackage, present: () => findProgram(name) !== null });
const header = (path, debianPackage) => ({
  package: debianPackage,
  present: () => ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].some((folder) => existsSync(`${folder}/${path}`)),
});

const kBuildTools = [program('cmake'), program('ninja', 'ninja-build')];
const kTestHeaders = [header('doctest/doctest.h', 'doctest-dev'), header('nlohmann/json.hpp', 'nlohmann-json3-dev')];
const kTestTools = [...kBuildTools, program('g++'), program('clang++', 'clang'), ...kTestHeaders];

const missingOf = (tools) => tools.filter((tool) => !tool.present()).map((tool) => tool.package);

async function ensure(tools, purpose) {
  const missing = missingOf(tools);
  if (missing.length > 0) await ensurePackages(missing, purpose);
}

export const missingBuildTools = () => missingOf(kBuildTools);
export const missingTestTools = () => missingOf(kTestTools);
export const ensureBuildTools = () => ensure(kBuildTools, 'the build');
export const ensureTestTools = () => ensure(kTestTools, 'the C++ tests');
export const hasTestHeaders = () => kTestHeaders.every((tool) => tool.present());
