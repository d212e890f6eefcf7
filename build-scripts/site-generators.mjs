// Programs from Debian's packages that make static sites, and Lua, in which Quarto's extensions are written: the recipes for them are built with them
// (tests/consumers).
import { ensurePackages } from './lib/apt.mjs';
import { findProgram } from './lib/run.mjs';

const kPackageOf = { hugo: 'hugo', mkdocs: 'mkdocs', 'lua5.4': 'lua5.4' };

export const missingSiteGenerators = () =>
  Object.entries(kPackageOf)
    .filter(([program]) => findProgram(program) === null)
    .map(([, name]) => name);

export const ensureSiteGenerators = () => ensurePackages(missingSiteGenerators(), 'the tests of the recipes');
