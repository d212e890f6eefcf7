// Dependencies point one way. This file holds the table of rooms, lowest first, and finds every include and import against it.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importsOf, isComment } from './lib/imports.mjs';
import { projectRoot } from './lib/paths.mjs';
import { runMain } from './lib/problem.mjs';
import { filesBelow } from './lib/stamp.mjs';

// A room may use the rooms of the rows above its own, and itself; not its neighbours in the row.
const kRows = [
  ['tuning'], // files directly in engine/: constants and assertions
  ['containers'],
  ['math'],
  ['shapes'],
  ['bodies'],
  ['motion', 'forces', 'colliders'],
  ['broad_phase', 'narrow_phase', 'queries', 'joints'],
  ['contacts'],
  ['islands'],
  ['world'],
  ['replay', 'scene'],
  ['bindings'],
  ['web/simulation'],
  ['web/words'],
  ['web/dom', 'web/viewer', 'web/instruments', 'web/links'],
  ['web/catalog'],
  ['web/figure'],
  ['web/scene-editor', 'web/laboratory', 'web/share', 'web/element'],
  ['web/app', 'web/package'],
];
// Neighbours that may be used all the same, one way.
const kNeighbours = [
  ['motion', 'forces'], // an integrator evaluates the forces inside its step
  ['narrow_phase', 'broad_phase'], // contacts begin and end with the pairs; internal edges are found in the tree of static colliders
  ['replay', 'scene'], // a snapshot is checked against the limits of scenes
  ['web/laboratory', 'web/scene-editor'], // a page of the laboratory holds the editor
  ['web/share', 'web/scene-editor'], // a scene as text
];
const kRowOf = new Map(kRows.flatMap((row, index) => row.map((room) => [room, index])));

// What the engine must not use, and who may.
const kForbiddenInEngine = [
  { pattern: /^\s*#\s*include\s*<emscripten[/.]/, except: /^engine\/bindings\//, why: 'only engine/bindings includes <emscripten/…>' },
  {
    pattern: /^\s*#\s*include\s*<(wasm_simd128|[a-z]mmintrin|arm_neon)\.h>/,
    except: /^engine\/math\/wide[^/]*$/,
    why: 'only engine/math/wide.h uses SIMD intrinsics',
  },
  {
    pattern: /^\s*#\s*include\s*<(chrono|ctime|time\.h|random|iostream|fstream|cstdio|stdio\.h|thread|mutex|atomic|filesystem)>/,
    except: /^engine\/bindings\//,
    why: 'the engine has no clock, random, I/O or threads',
  },
  {
    pattern: /^\s*#\s*include\s*<(cassert|assert\.h)>/,
    except: /^engine\/assertion\.h$/,
    why: 'assertions are TUMBLE_ASSERT of engine/assertion.h',
  },
  {
    pattern: /\bstd::(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|log|log2|log10|pow|cbrt|hypot|fma)f?\s*\(/,
    except: /^$/,
    why: 'libm differs between platforms; only sqrt is exact (use math/trigonometry.h)',
  },
];

// What a figure must not touch, nor what it is made of: it may stand in any page, beside others of its kind.
const kInFigures = /^web\/src\/(figure|viewer|instruments)\//;
const kForbiddenInFigures = [
  { pattern: /\bdocument\.(body|title|getElementById)\b|\bid="/, why: 'a figure has no id and leaves the page around it alone' },
  { pattern: /\bimport\b.*\bfind\b.*\/dom\//, why: 'a figure finds its parts inside its element (part), not by ids of the page' },
  { pattern: /\blocation\.|\b(window\.)?history\.(push|replace)State/, why: 'a figure has no address' },
  { pattern: /\b(window|document|globalThis)\.addEventListener\(\s*['"]key/, why: 'a figure hears no key outside its picture' },
];

// The room of a file, as a path from the project's root, or null for a file outside the rooms.
export function roomOf(path) {
  const parts = path.split('/');
  if (parts[0] === 'engine') return parts.length === 2 ? 'tuning' : parts[1];
  if (parts[0] === 'web' && parts[1] === 'src') return parts.length === 3 ? 'web/app' : `web/${parts[2]}`;
  return null;
}

function verdict(from, to) {
  if (to === null || from === to) return null;
  for (const room of [from, to]) {
    if (!kRowOf.has(room)) return `${room} is not a room of the table in build-scripts/check-layers.mjs`;
  }
  const allowed = kRowOf.get(to) < kRowOf.get(from) || kNeighbours.some(([user, used]) => user === from && used === to);
  return allowed ? null : `${from} must not use ${to}`;
}

// Places in C++ text that name another room: [{ line, to }].
export function includesOf(text) {
  return text.split('\n').flatMap((content, index) => {
    const name = content.match(/^\s*#\s*include\s*"([^"]+)"/)?.[1];
    if (!name || name.startsWith('.')) return name ? [{ line: index + 1, to: null, relative: name }] : [];
    return [{ line: index + 1, to: name.includes('/') ? name.split('/')[0] : 'tuning' }];
  });
}

function engineViolations(path, text) {
  const from = roomOf(path);
  const found = [];
  for (const { line, to, relative: name } of includesOf(text)) {
    const why = name ? `"${name}": name the room in includes, as in "math/vec3.h"` : verdict(from, to);
    if (why) found.push({ path, line, why });
  }
  text.split('\n').forEach((content, index) => {
    if (isComment(content)) return;
    for (const { pattern, except, why } of kForbiddenInEngine) {
      if (pattern.test(content) && !except.test(path)) found.push({ path, line: index + 1, why });
    }
  });
  return found;
}

function webViolations(path, text, root) {
  const from = roomOf(path);
  const found = [];
  for (const { line, name } of importsOf(text)) {
    let why = null;
    if (/^tumble-core/.test(name) || name.includes('build/wasm/')) {
      if (from !== 'web/simulation') why = `${from} must not touch the engine; talk to it through web/simulation`;
    } else if (name.startsWith('.')) {
      const target = relative(root, resolve(root, dirname(path), name))
        .split(sep)
        .join('/');
      why = verdict(from, roomOf(target));
    }
    if (why) found.push({ path, line, why });
  }
  if (!kInFigures.test(path)) return found;
  text.split('\n').forEach((content, index) => {
    if (isComment(content)) return;
    for (const { pattern, why } of kForbiddenInFigures) if (pattern.test(content)) found.push({ path, line: index + 1, why });
  });
  return found;
}

// Every violation below root: [{ path, line, why }], and how many files were read.
export function checkLayers(root = projectRoot) {
  const files = (folder, ending) =>
    filesBelow(join(root, folder), (path) => ending.test(path)).map((file) => ({
      path: relative(root, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
  const engine = files('engine', /\.(h|cpp)$/);
  const web = files('web/src', /\.(ts|tsx|mts|js|mjs|html)$/);
  return {
    fileCount: engine.length + web.length,
    violations: [
      ...engine.flatMap(({ path, text }) => engineViolations(path, text)),
      ...web.flatMap(({ path, text }) => webViolations(path, text, root)),
    ],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => {
    const { fileCount, violations } = checkLayers();
    for (const { path, line, why } of violations) process.stdout.write(`${path}:${line}: ${why}\n`);
    process.stdout.write(`${fileCount} files, ${violations.length} against the layers\n`);
    return violations.length === 0 ? 0 : 1;
  });
}
