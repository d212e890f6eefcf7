// The set-up steps the test suites name as their needs; each runs at most once, and its failure is told to every suite that needs it.
import { ensureBrowsers } from './browsers.mjs';
import { buildModules, buildVariantWithProgress, kTestTargets, kVariants } from './build-engine.mjs';
import { buildPage } from './build-page.mjs';
import { ensureTestTools } from './native-tools.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { ensureEmscripten } from './toolchain.mjs';

const kSteps = {
  npm: ensureNpmPackages,
  testTools: ensureTestTools,
  emscripten: ensureEmscripten,
  browsers: ensureBrowsers,
  modules: buildModules,
  page: buildPage,
  // The golden runner in every variant: equal bits are compared over all of them.
  goldens: async () => {
    await prepare('testTools');
    await prepare('npm');
    for (const variant of kVariants) await prepareVariant(variant, ['tumble-golden']);
  },
};

const prepared = new Map();

function once(key, work) {
  if (!prepared.has(key)) prepared.set(key, work());
  return prepared.get(key);
}

export const prepare = (need) => once(need, kSteps[need]);
export const prepareVariant = (variant, targets = kTestTargets) => once(`${variant} ${targets}`, () => buildVariantWithProgress(variant, targets));
