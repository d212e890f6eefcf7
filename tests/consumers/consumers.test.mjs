// The package as strangers use it: packed by npm, installed beside their tools, built by them, and run in Chromium. Every one comes to the
// hash that Node comes to after 120 steps.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { kContentSecurityPolicy } from '../../build-scripts/lib/policy.mjs';
import { findProgram } from '../../build-scripts/lib/run.mjs';
import { filesBelow } from '../../build-scripts/lib/stamp.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { kPolicyOff, kSteps, open, runs, servers, truth, wordsOf, workshop } from './support/stage.mjs';
import { runIn } from './support/workshop.mjs';

test('Node: a run without a screen becomes CSV', async () => {
  const folder = workshop.consumer('node');
  const { stdout, stderr } = await runIn(folder, process.execPath, 'to-csv.mjs', 'scene.json', String(kSteps));
  assert.equal(stderr.trim(), truth.tower);
  const rows = stdout.trim().split('\n');
  assert.equal(rows.length, 1 + kSteps / 10);
  assert.equal(rows[0].split(',').length, 2 + 5 * 3);
  assert.equal(rows.at(-1).split(',')[0], '2');
});

test('plain HTML, under the strict policy', async () => {
  const folder = workshop.consumer('plain');
  cpSync(workshop.package, join(folder, 'tumble'), { recursive: true });
  await runs(folder, truth.tower);
});

test('an import map, with three.js', async () => {
  const folder = workshop.consumer('import-map');
  cpSync(workshop.package, join(folder, 'tumble'), { recursive: true });
  mkdirSync(join(folder, 'three'));
  for (const name of ['three.module.js', 'three.core.js']) cpSync(workshop.tool('three', 'build', name), join(folder, 'three', name));
  const { engine, element, three } = await wordsOf(await open(folder, { headers: kPolicyOff }), 'engine', 'element', 'three');
  assert.equal(engine, truth.tower);
  assert.equal(element, truth.tower);
  const { ball, top } = JSON.parse(three);
  // Of 60 steps 59 are shown. The ball without friction goes 2 m/s by its impulse, and has met the floor; the tower of eight stands.
  assert.ok(Math.abs(ball[0] - (5 + (2 * 59) / 60)) < 1e-5, `ball at ${ball}`);
  assert.ok(Math.hypot(top[0], top[1] - 7.5, top[2]) < 0.01, `top at ${top}`);
});

test('Vite', async () => {
  const folder = workshop.consumer('vite');
  await runIn(folder, process.execPath, workshop.tool('vite', 'bin', 'vite.js'), 'build');
  await runs(join(folder, 'dist'), truth.racket);
});

test('webpack', async () => {
  const folder = workshop.consumer('webpack');
  const { default: webpack } = await import(pathToFileURL(workshop.tool('webpack', 'lib', 'index.js')).href);
  const { default: config } = await import(pathToFileURL(join(folder, 'webpack.config.mjs')).href);
  const stats = await new Promise((resolve, reject) =>
    webpack({ ...config, context: folder }, (error, result) => (error ? reject(error) : resolve(result))),
  );
  assert.deepEqual(
    [...stats.compilation.errors, ...stats.compilation.warnings].map(({ message }) => message),
    [],
  );
  for (const name of ['index.html', 'page.css']) cpSync(join(folder, name), join(folder, 'dist', name));
  await runs(join(folder, 'dist'), truth.racket);
});

test('esbuild', async () => {
  const folder = workshop.consumer('esbuild');
  await runIn(folder, process.execPath, 'build.mjs');
  for (const name of ['index.html', 'page.css']) cpSync(join(folder, name), join(folder, 'dist', name));
  await runs(join(folder, 'dist'), truth.racket);
});

test('Next: the server renders the figure and runs the engine, React wakes it in the browser', async () => {
  const folder = workshop.consumer('next');
  for (const name of ['leave.js', 'run-engine.js', 'page.css']) cpSync(join(folder, name), join(folder, 'app', name));
  await runIn(folder, process.execPath, workshop.tool('next', 'dist', 'bin', 'next'), 'build');
  const html = readFileSync(join(folder, 'out', 'index.html'), 'utf8');
  assert.match(html, /<tumble-scene [^>]*paused[^>]*>/);
  assert.match(html, /A tennis racket, thrown\./);
  assert.equal(html.match(/data-server="(\w+)"/)[1], truth.racket);
  await runs(join(folder, 'out'), truth.racket, { headers: kPolicyOff });
});

test('Astro', async () => {
  const folder = workshop.consumer('astro');
  await runIn(folder, process.execPath, workshop.tool('astro', 'astro.js'), 'build');
  const html = readFileSync(join(folder, 'dist', 'index.html'), 'utf8');
  assert.equal(html.match(/data-server="(\w+)"/)[1], truth.racket);
  await runs(join(folder, 'dist'), truth.racket, { headers: kPolicyOff });
});

test('Eleventy, by its recipe, under the strict policy', async () => {
  const folder = workshop.consumer('eleventy');
  cpSync(inProject('web/recipes/eleventy/tumble.mjs'), join(folder, 'tumble.mjs'));
  await runIn(folder, process.execPath, workshop.tool('@11ty', 'eleventy', 'cmd.cjs'));
  await runs(join(folder, 'dist'), truth.tower);
});

test('Hugo, by its recipe, under the strict policy', async () => {
  const folder = workshop.consumer('hugo');
  cpSync(inProject('web/recipes/hugo/layouts'), join(folder, 'layouts'), { recursive: true });
  cpSync(join(workshop.package, 'lib'), join(folder, 'static', 'tumble'), { recursive: true });
  for (const name of ['page.css', 'scene.json', 'with-folder.js', 'leave.js']) cpSync(join(folder, name), join(folder, 'static', name));
  await runIn(folder, findProgram('hugo'), '--quiet');
  assert.match(readFileSync(join(folder, 'public', 'figure', 'index.html'), 'utf8'), / alt="A &#34;ball&#34; meets a tower"/);
  await runs(join(folder, 'public'), truth.tower, { path: 'figure/' });
});

test('MkDocs, by its hook, under the strict policy', async () => {
  const folder = workshop.consumer('mkdocs');
  cpSync(inProject('web/recipes/mkdocs/tumble.py'), join(folder, 'tumble.py'));
  cpSync(join(workshop.package, 'lib'), join(folder, 'docs', 'tumble'), { recursive: true });
  for (const name of ['page.css', 'scene.json', 'with-folder.js', 'leave.js']) cpSync(join(folder, name), join(folder, 'docs', name));
  await runIn(folder, findProgram('mkdocs'), 'build', '--quiet', '--strict');
  assert.doesNotMatch(readFileSync(join(folder, 'site', 'index.html'), 'utf8'), /tumble-scene/);
  await runs(join(folder, 'site'), truth.tower, { path: 'chapter/' });
});

test('Quarto, by its extension, as Quarto calls it', async () => {
  const folder = workshop.consumer('quarto');
  cpSync(inProject('web/recipes/quarto/_extensions/tumble/tumble.lua'), join(folder, 'tumble.lua'));
  const { stdout } = await runIn(folder, findProgram('lua5.4'), 'call-shortcode.lua');
  const [page, paper] = stdout.split('\n');
  assert.equal(paper, 'A "ball" meets a tower');
  assert.match(page, / alt="A &quot;ball&quot; meets a tower"/);
  cpSync(join(workshop.package, 'lib'), join(folder, 'tumble'), { recursive: true });
  const head =
    '<link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"><script type="module" src="/with-folder.js"></script>';
  mkdirSync(join(folder, 'chapter'));
  writeFileSync(join(folder, 'chapter', 'index.html'), `<!doctype html><title>Quarto</title>${head}${page}`);
  await runs(folder, truth.tower, { path: 'chapter/' });
});

test('a frame of a notebook: a blob without an origin, the package from another server', async () => {
  const folder = workshop.consumer('blob-frame');
  const shelf = await serve({ root: workshop.package, port: 0, headers: { 'Access-Control-Allow-Origin': '*' } });
  servers.push(shelf);
  const page = await open(folder, { headers: kPolicyOff, path: `?from=${encodeURIComponent(shelf.url)}` });
  const { origin, engine, element } = await wordsOf(page, 'origin', 'engine', 'element');
  assert.equal(origin, 'null');
  assert.equal(engine, truth.tower);
  assert.equal(element, truth.tower);
});

test('SCORM: a zip that a learning platform plays to its end', async () => {
  const folder = workshop.consumer('scorm');
  cpSync(inProject('web/recipes/scorm'), join(folder, 'recipe'), { recursive: true });
  await runIn(folder, process.execPath, 'recipe/build.mjs', 'scene.json', 'figure.zip');
  const { unzipSync } = await import(pathToFileURL(workshop.tool('fflate', 'esm', 'index.mjs')).href);
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(folder, 'figure.zip'))))) {
    const file = join(folder, 'course', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const headers = { 'Content-Security-Policy': `${kContentSecurityPolicy}; frame-src 'self'` };
  const { lessonStatus, suspendData } = await wordsOf(await open(folder, { headers }), 'lessonStatus', 'suspendData');
  assert.equal(lessonStatus, 'completed');
  assert.equal(suspendData, `step ${kSteps}, ${truth.tower}`);
});

test('the adapter for three.js: positions, velocities, removal, and a clock of its own steps', async () => {
  const { TumblePhysics } = await import(pathToFileURL(join(workshop.package, 'lib', 'three.js')).href);
  const { BoxGeometry, ConeGeometry, Mesh } = await import(pathToFileURL(workshop.tool('three', 'build', 'three.module.js')).href);
  const box = () => new Mesh(new BoxGeometry(1, 1, 1));
  const physics = await TumblePhysics({ gravity: { x: 0, y: 0, z: 0 } });
  const [thrown, other] = [box(), box()];
  other.position.set(0, 5, 0);
  physics.addMesh(thrown, 2);
  physics.addMesh(other, 2);
  physics.setMeshVelocity(thrown, { x: 3, y: 0, z: 0 });
  // Frames of any length, among them one of half a step: only whole steps are taken, and the picture lies between the last two.
  assert.equal(physics.step(1 / 120), 0);
  assert.equal(physics.step(1 / 120), 1);
  assert.equal(physics.step(2.5 / 60), 2);
  assert.ok(Math.abs(physics.alpha - 0.5) < 1e-6);
  assert.ok(Math.abs(thrown.position.x - (3 * 2.5) / 60) < 1e-6, `thrown at ${thrown.position.x}`);
  assert.equal(physics.step(100), 4); // a page that was hidden
  assert.equal(physics.world.stepCount, 7);

  physics.setMeshPosition(thrown, { x: -4, y: 0, z: 0 });
  physics.applyImpulse(other, { x: 0, y: 2, z: 0 }); // 1 m/s more
  for (let frame = 0; frame < 31; frame += 1) physics.step(1 / 60);
  assert.ok(Math.abs(thrown.position.x - (-4 + (3 * 30) / 60)) < 0.051, `moved to ${thrown.position.x}`);
  assert.ok(Math.abs(other.position.y - 5.5) < 0.02, `pushed to ${other.position.y}`);

  physics.removeMesh(other);
  physics.step(1 / 60);
  assert.equal(physics.world.bodies.length, 1);
  assert.throws(() => physics.applyImpulse(other, { x: 0, y: 1, z: 0 }), /this mesh has no body 0/);
  assert.throws(() => physics.addMesh(new Mesh(new ConeGeometry(1, 2)), 1), /ConeGeometry has no shape here that collides/);
  physics.dispose();
  assert.throws(() => physics.step(1), /disposed/);
});

test('every module can be imported on a server, and what bundlers of the web see has nothing of Node', async () => {
  const lib = join(workshop.package, 'lib');
  for (const name of readdirSync(lib).filter((file) => file.endsWith('.js'))) {
    if (name !== 'worker.js') await import(pathToFileURL(join(lib, name)).href);
    if (name !== 'engine.node.js') assert.doesNotMatch(readFileSync(join(lib, name), 'utf8'), /\bnode:|\brequire\(/, name);
  }
});

test('the provenance names each file with its sum, and what it was made of', () => {
  const { files } = JSON.parse(readFileSync(join(workshop.package, 'provenance.json'), 'utf8'));
  const present = filesBelow(workshop.package).map((file) => file.slice(workshop.package.length + 1));
  assert.deepEqual(files.map(({ file }) => file).sort(), present.filter((name) => name !== 'provenance.json').sort());
  for (const { file, sha256, madeOf } of files) {
    const sum = createHash('sha256')
      .update(readFileSync(join(workshop.package, file)))
      .digest('hex');
    assert.equal(sha256, sum, file);
    assert.ok(madeOf.length > 0 || file === 'third-party-notices.txt', `${file} is made of nothing`);
  }
});

test('TypeScript, strict, with the types of the package checked too', async () => {
  const folder = workshop.consumer('types');
  await runIn(folder, inProject('node_modules', '.bin', 'tsc'), '--project', '.');
});
