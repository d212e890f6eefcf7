// Makes figure.zip, which every learning platform takes as a SCORM package: node build.mjs scene.json figure.zip
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const [scene, target] = process.argv.slice(2);
const own = dirname(fileURLToPath(import.meta.url));
const lib = dirname(fileURLToPath(import.meta.resolve('tumble-physics/wasm')));

const files = { 'scene.json': readFileSync(scene) };
for (const name of ['imsmanifest.xml', 'index.html', 'figure.css', 'scorm.js']) files[name] = readFileSync(join(own, name));
for (const name of readdirSync(lib)) {
  const isNeeded = /\.(js|wasm)$/.test(name) && !/^(engine(\.\w+)?|inline|react|three)\.js$/.test(name);
  if (isNeeded) files[`tumble/${name}`] = readFileSync(join(lib, name));
}
writeFileSync(target, zipSync(files, { level: 9 }));
