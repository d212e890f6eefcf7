// The three browser engines the page is tested in, from Debian's packages, and the virtual screen two of them need.
import { existsSync, readdirSync } from 'node:fs';
import { ensurePackages } from './lib/apt.mjs';
import { findProgram } from './lib/run.mjs';

const kWebKitFolders = ['/usr/lib', '/usr/libexec'];

// MiniBrowser lies in a folder named after the library's version, below one named after the processor.
function findMiniBrowser() {
  for (const top of kWebKitFolders.filter((folder) => existsSync(folder))) {
    for (const triple of ['.', ...readdirSync(top).filter((name) => name.endsWith('-linux-gnu'))]) {
      const inside = `${top}/${triple}`;
      const versions = readdirSync(inside)
        .filter((name) => name.startsWith('webkit2gtk-'))
        .sort()
        .reverse();
      const found = versions.map((name) => `${inside}/${name}/MiniBrowser`).find((path) => existsSync(path));
      if (found) return found;
    }
  }
  return null;
}

// Paths of the programs, null where one is missing.
export const browserPrograms = () => ({
  chromium: findProgram('chromium') ?? findProgram('chromium-browser') ?? findProgram('google-chrome'),
  firefox: findProgram('firefox-esr') ?? findProgram('firefox'),
  webkitDriver: findProgram('WebKitWebDriver'),
  webkitBrowser: findMiniBrowser(),
  virtualScreen: findProgram('Xvfb'),
});

const kPackages = {
  chromium: ['chromium'],
  firefox: ['firefox-esr', 'libgl1-mesa-dri', 'libegl1', 'libgl1', 'libglx-mesa0'],
  webkitDriver: ['webkit2gtk-driver'],
  webkitBrowser: ['webkit2gtk-driver'],
  virtualScreen: ['xvfb'],
};

export function missingBrowsers() {
  const missing = Object.entries(browserPrograms())
    .filter(([, path]) => path === null)
    .flatMap(([name]) => kPackages[name]);
  return missing.length > 0 ? [...new Set([...missing, 'fonts-dejavu-core'])] : [];
}

export async function ensureBrowsers() {
  const missing = missingBrowsers();
  if (missing.length > 0) await ensurePackages(missing, 'the browser tests');
}
