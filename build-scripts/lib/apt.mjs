// Debian packages: finds out what is missing and installs only that, after it said so; with --no-install (or TUMBLE_NO_INSTALL=1) nothing.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from './lock.mjs';
import { cacheRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { say, step } from './progress.mjs';
import { answer, findProgram, run } from './run.mjs';

const kAttempts = 4;
const kPauseSeconds = 5;
const kPackageLockSeconds = 600; // another apt may be at work; wait for it rather than fail

export const hasApt = () => findProgram('apt-get') !== null && findProgram('dpkg-query') !== null;

// The words that make a command run as root: none for root itself, sudo where it asks no password, else null.
function asRoot() {
  if (process.getuid?.() === 0) return [];
  return answer('sudo', ['-n', 'true']) !== null ? ['sudo', '-n'] : null;
}

export const canInstall = () => hasApt() && asRoot() !== null;

if (process.argv.includes('--no-install')) process.env.TUMBLE_NO_INSTALL = '1';

/** Why nothing may be installed, or ''. */
export const installRefusal = (env = process.env) =>
  env.TUMBLE_NO_INSTALL === '1' ? 'nothing is installed on this system, because --no-install says so' : '';

export function missingPackages(names) {
  if (!hasApt()) return [...names];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are dpkg-query's
  return names.filter((name) => answer('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]) !== 'installed');
}

async function apt(args, report) {
  const command = [
    ...asRoot(),
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-o',
    `DPkg::Lock::Timeout=${kPackageLockSeconds}`,
    ...args,
  ];
  return run(command[0], command.slice(1), { report });
}

async function aptWithRetries(args, report, problem) {
  for (let attempt = 1; ; attempt += 1) {
    const result = await apt(args, report);
    if (result.code === 0) return;
    if (attempt === kAttempts) throw new Problem(problem, result.output.split('\n').slice(-15).join('\n'));
    report(`attempt ${attempt} failed, trying again`);
    await sleep(kPauseSeconds * 1000 * attempt);
  }
}

let updated = false;

// Installs what is missing of the named packages; purpose completes the sentence "… for <purpose>".
export async function ensurePackages(names, purpose) {
  if (missingPackages(names).length === 0) return;
  await withLock(
    join(cacheRoot, 'apt.lock'),
    async () => {
      const missing = missingPackages(names);
      if (missing.length === 0) return;
      const refusal = installRefusal();
      if (refusal !== '' || !canInstall()) {
        throw new Problem(
          `Please install for ${purpose} (as root, or by the means of your system): ${missing.join(' ')}${refusal ? ` (${refusal})` : ''}`,
        );
      }
      if (!updated) {
        await step('Reading the lists of Debian packages', (report) =>
          aptWithRetries(['update', '-q'], report, 'The lists of Debian packages could not be read (apt-get update).'),
        );
        updated = true;
      }
      await step(`Installing ${missing.join(', ')} (for ${purpose})`, (report) =>
        aptWithRetries(
          ['install', '-y', '-q', '--no-install-recommends', ...missing],
          report,
          `The Debian packages for ${purpose} could not be installed: ${missing.join(' ')}`,
        ),
      );
    },
    { onWait: (pid) => say(`Waiting for process ${pid}, which installs packages`) },
  );
}

// The address of the Debian archive this machine uses, from its own apt sources (deb822 or one-line style).
export function parseMirror(text) {
  const isArchive = (address) => /^https?:|^file:/.test(address) && /\/debian\/?$/.test(address);
  for (const line of text.split('\n')) {
    const words = line
      .replace(/\[[^\]]*\]/, ' ')
      .trim()
      .split(/\s+/);
    if (words[0] === 'URIs:' || words[0] === 'deb') {
      const found = words.slice(1).find(isArchive);
      if (found) return found;
    }
  }
  return null;
}

export function debianMirror(folder = '/etc/apt') {
  const parts = join(folder, 'sources.list.d');
  const files = [
    ...(existsSync(parts)
      ? readdirSync(parts)
          .filter((name) => /\.(sources|list)$/.test(name))
          .sort()
          .map((name) => join(parts, name))
      : []),
    join(folder, 'sources.list'),
  ];
  for (const file of files.filter((name) => existsSync(name))) {
    const mirror = parseMirror(readFileSync(file, 'utf8'));
    if (mirror) return mirror;
  }
  return null;
}
