// What dist/ is made of: sbom.cdx.json (CycloneDX 1.6) names every file with its sha256 and every library whose code is in one of them;
// third-party-notices.txt holds their licences. Both follow from the sources alone: no date, no path, the same bytes again.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inProject } from './lib/paths.mjs';
import { filesBelow } from './lib/stamp.mjs';

const kBill = 'sbom.cdx.json';
const kNotices = 'third-party-notices.txt';

const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

// What the compiler puts into the wasm and its glue of its own; the version is the compiler's, told by the build.
const kOfCompiler = [
  { name: 'emscripten', what: 'glue, embind, emmalloc', licence: 'MIT', text: mit('2010-2026 The Emscripten Authors') },
  { name: 'musl', what: 'C library, as Emscripten brings it', licence: 'MIT', text: mit('2005-2020 Rich Felker, et al.') },
  {
    name: 'llvm-runtimes',
    what: 'libc++, libc++abi, compiler-rt, as Emscripten brings them',
    licence: 'Apache-2.0 WITH LLVM-exception',
    text: 'Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions (https://llvm.org/LICENSE.txt).\nIts exception lets portions that a compiler puts into an object form be passed on without the conditions of sections 4(a), 4(b) and 4(d).',
  },
];

// Its loader of later parts goes into the page.
const kAlways = ['vite'];
// The interpreter of the lessons is built apart from the page (web/lessons/interpreter).
const kApart = ['@jitl/quickjs-ffi-types', '@jitl/quickjs-ng-wasmfile-release-sync', 'quickjs-emscripten-core'];

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** The npm package that a module belongs to, or null. */
export const packageOf = (id) => id.replaceAll('\\', '/').match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? null;

function npmPackage(name, lock) {
  const folder = inProject('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  const whole = file ? readFileSync(join(folder, file), 'utf8').trim() : `${license}`;
  const integrity = lock.packages[`node_modules/${name}`]?.integrity;
  return { name, version, licence: license, text: whole.split(/\n# Licenses of bundled/)[0].trim(), integrity };
}

const licenceEntry = (licence) => (/ /.test(licence) ? { expression: licence } : { license: { id: licence } });

const librariesOf = (packages) => {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  return [...new Set([...packages, ...kAlways])].sort().map((name) => npmPackage(name, lock));
};

/** The licences of these npm packages and of what the compiler brings, as one text. */
export function thirdPartyNotices(packages) {
  const notices = [
    ...librariesOf(packages).map(({ name, version, text }) => [`${name} ${version}`, text]),
    ...kOfCompiler.map(({ name, what, text }) => [`${name} (${what})`, text]),
  ];
  return `Tumble is under the MIT licence. It holds code of others:\n${notices.map(([title, text]) => `\n---- ${title} ----\n\n${text}\n`).join('')}`;
}

/** Writes both files into a folder that was built from modules of these npm packages, with Emscripten of a version (null: not known). */
export function writeBill(folder, packages, emscripten = null) {
  const project = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const fromNpm = librariesOf(packages);
  writeFileSync(join(folder, kNotices), thirdPartyNotices(packages));
  const libraries = [
    ...fromNpm.map(({ name, version, licence, integrity }) => ({
      type: 'library',
      'bom-ref': `pkg:npm/${name}@${version}`,
      name,
      version,
      licenses: [licenceEntry(licence)],
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(integrity?.startsWith('sha512-')
        ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
        : {}),
    })),
    ...kOfCompiler.map(({ name, what, licence }) => ({
      type: 'library',
      'bom-ref': name,
      name,
      description: what,
      ...(emscripten ? { version: name === 'emscripten' ? emscripten : `of Emscripten ${emscripten}` } : {}),
      licenses: [licenceEntry(licence)],
    })),
  ];
  const files = filesBelow(folder)
    .map((file) => [file.slice(folder.length + 1).replaceAll('\\', '/'), sha256(readFileSync(file))])
    .filter(([name]) => name !== kBill);
  const root = `pkg:npm/${project.name}@${project.version}`;
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: project.name,
        version: project.version,
        licenses: [licenceEntry(project.license)],
      },
    },
    components: [
      ...libraries,
      ...files.map(([name, content]) => ({ type: 'file', 'bom-ref': `file:${name}`, name, hashes: [{ alg: 'SHA-256', content }] })),
    ],
    dependencies: [{ ref: root, dependsOn: libraries.map((library) => library['bom-ref']) }],
  };
  // A number of its own that follows from what it says (a UUID of version 8).
  const digest = sha256(JSON.stringify(bill));
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  writeFileSync(join(folder, kBill), `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`);
}

/** Part of the build of the page: which packages went into it is for the bundler to say. */
export function billOfMaterials() {
  const packages = new Set();
  let folder = '';
  return {
    name: 'bill-of-materials',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) for (const id of part.moduleIds ?? []) if (packageOf(id)) packages.add(packageOf(id));
    },
    closeBundle() {
      if (packages.size > 0) writeBill(folder, [...packages, ...kApart], process.env.TUMBLE_EMSCRIPTEN_VERSION ?? null);
    },
  };
}
