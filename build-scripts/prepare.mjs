// The set-up steps the test suites name as their needs; each runs at most once, and its failure is told to every suite that needs it.
import { ensureBrowsers, missingBrowsers } from './browsers.mjs';
import { buildModules, buildVariantWithProgress, kGoldenTargets, kGoldenVariants, kReplayTargets, kTestTargets } from './build-engine.mjs';
import { buildPage } from './build-page.mjs';
import { installRefusal, missingPackages } from './lib/apt.mjs';
import { say } from './lib/progress.mjs';
import { ensureTestTools, missingBuildTools, missingTestTools } from './native-tools.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { ensureSiteGenerators, missingSiteGenerators } from './site-generators.mjs';
import { ensureEmscripten, missingForEmscripten } from './toolchain.mjs';

const kSteps = {
  npm: ensureNpmPackages,
  testTools: ensureTestTools,
  emscripten: ensureEmscripten,
  browsers: ensureBrowsers,
  siteGenerators: ensureSiteGenerators,
  modules: buildModules,
  page: buildPage,
  // The program that writes random scenes (tests/fuzz/hashes_main.cpp).
  randomScenes: async () => {
    await prepare('testTools');
    await prepareVariant('native-release', ['tumble-hashes']);
  },
  // The golden runner in the native variants that are held to the same bits.
  goldens: async () => {
    await prepare('testTools');
    await prepare('npm');
    for (const variant of kGoldenVariants) await prepareVariant(variant, kGoldenTargets);
  },
  replayer: async () => {
    await prepare('testTools');
    await prepareVariant('native-release', kReplayTargets);
  },
};

// Packages of the system that a step may install.
const kSystemNeeds = {
  testTools: missingTestTools,
  randomScenes: missingTestTools,
  emscripten: missingForEmscripten,
  browsers: missingBrowsers,
  siteGenerators: missingSiteGenerators,
  modules: () => [...missingBuildTools(), ...missingForEmscripten()],
  page: () => [...missingBuildTools(), ...missingForEmscripten()],
  goldens: () => [...missingTestTools(), ...missingForEmscripten()],
  replayer: missingTestTools,
};

/** Says, before anything is installed, what these steps will install on this system. */
export function announce(needs) {
  const missing = missingPackages([...new Set(needs.flatMap((need) => kSystemNeeds[need]?.() ?? []))]);
  if (missing.length === 0) return;
  const refusal = installRefusal();
  if (refusal) say(`Debian packages that are missing: ${missing.join(' ')}; ${refusal}: what needs them fails.`);
  else say(`Debian packages that will be installed on this system: ${missing.join(' ')} (--no-install leaves that to you)`);
}

const prepared = new Map();

function once(key, work) {
  if (!prepared.has(key)) prepared.set(key, work());
  return prepared.get(key);
}

export const prepare = (need) => once(need, kSteps[need]);
export const prepareVariant = (variant, targets = kTestTargets) =>
  once(`${variant} ${targets}`, () => buildVariantWithProgress(variant, targets));
