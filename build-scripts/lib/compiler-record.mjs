// Which packages make up the compiler: as recorded in the repository (compiler.json), and as they came. Debian's testing release keeps
// no old versions, and a fresh machine must be able to build: so what is newer is used, with a note, and the golden hashes of the tests
// decide whether it is good.
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';

const kFile = inProject('build-scripts', 'compiler.json');
// Those whose versions decide what comes out; the others only help them run.
const kDeciding = /^(emscripten|binaryen|clang-\d+|lld-\d+|llvm-\d+|lib(llvm|clang)[\w.+-]*|clang|lld|llvm)$/;

// "<sha256>  name_version_arch.deb" lines → { "name": { version, arch, sha256 } }, by name; an epoch's colon is %3a in file names.
export function parsePackages(text) {
  const entries = [...text.matchAll(/^([0-9a-f]{64}) [ *](?:.*\/)?([a-z0-9][a-z0-9.+-]*)_([^_\s]+)_([a-z0-9]+)\.deb$/gm)].map(
    ([, sha256, name, version, arch]) => [name, { version: decodeURIComponent(version), arch, sha256 }],
  );
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function readRecord(file = kFile) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

export function writeRecord({ suite, version, packages }, file = kFile) {
  const lines = Object.entries(packages).map(([name, entry]) => `    ${JSON.stringify(name)}: ${JSON.stringify(entry)}`);
  writeFileSync(
    file,
    `{\n  "suite": ${JSON.stringify(suite)},\n  "emscripten": ${JSON.stringify(version)},\n  "packages": {\n${lines.join(',\n')}\n  }\n}\n`,
  );
}

/** { isRecorded, changed: [[name, recorded, found]], forged: [name] }: `changed` in version (or missing on one side, null), `forged` have
 *  a recorded version and other bytes, which Debian never does. */
export function compare(recorded, found) {
  const changed = [];
  const forged = [];
  for (const name of [...new Set([...Object.keys(recorded), ...Object.keys(found)])].sort()) {
    const [was, is] = [recorded[name], found[name]];
    if (was?.version !== is?.version) changed.push([name, was?.version ?? null, is?.version ?? null]);
    else if (was.arch === is.arch && was.sha256 !== is.sha256) forged.push(name);
  }
  return { isRecorded: changed.length === 0 && forged.length === 0, changed, forged };
}

const listed = (words, most = 6) => words.slice(0, most).join(', ') + (words.length > most ? ` and ${words.length - most} more` : '');

/** What there is to say of a compiler, line by line. `packages` is null for one that somebody installed. */
export function describe({ version, packages }, record = readRecord()) {
  if (!packages)
    return [
      `Compiler: Emscripten ${version} on PATH${record ? `; the recorded one is ${record.emscripten}, and the golden hashes decide` : ''}.`,
    ];
  const count = Object.keys(packages).length;
  if (!record)
    return [`Compiler: Emscripten ${version} in ${count} packages; there is no record to compare with (build-scripts/compiler.json).`];
  const { isRecorded, changed, forged } = compare(record.packages, packages);
  if (isRecorded) return [`Compiler: Emscripten ${version} in ${count} packages, all as recorded (version and sha256).`];
  const deciding = changed.filter(([name]) => kDeciding.test(name)).map(([name, was, is]) => `${name} ${was ?? 'none'} → ${is ?? 'none'}`);
  const lines = [
    `Compiler: Emscripten ${version} in ${count} packages, ${changed.length} in other versions than recorded: Debian has moved on.`,
  ];
  if (deciding.length > 0)
    lines.push(
      `Of those that decide what is built: ${listed(deciding)}. The golden hashes (npm test -- --only determinism) say whether it is good.`,
    );
  else if (changed.length > 0) lines.push('None of them decides what is built.');
  if (forged.length > 0)
    lines.push(
      `WARNING: ${listed(forged)} have the recorded version and other bytes, which Debian does not do: do not trust this compiler.`,
    );
  return lines;
}
