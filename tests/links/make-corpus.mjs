// Writes the corpus of this version, tests/links/corpus/<version>.json: links over all of the scene format, all commands and all of a view, each with
// what it holds and the state it comes to: npm run corpus. To be run where the motion, the gallery or format 1 is meant to change before a
// release, as `npm run golden`; that of a released version stays as it is.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { buildModules } from '../../build-scripts/build-engine.mjs';
import { contentOf, corpusFolder, frozenFolderOf } from './support/corpus.mjs';

const kLinksOfScene = 2;
const kSteps = 240;

const vector = (random, size) => [0, 0, 0].map(() => Math.round((random.next() * 2 - 1) * size * 1000) / 1000);

// Commands that make sense for a body of any scene.
const commands = {
  impulse: (random, body) => ({ body, impulse: vector(random, 50), ...random.object({ point: () => vector(random, 1) }) }),
  angularImpulse: (random, body) => ({ body, angularImpulse: vector(random, 9) }),
  force: (random, body) => ({ body, force: vector(random, 500), frame: 'body', steps: 1 + random.below(30) }),
  torque: (random, body) => ({ body, torque: vector(random, 90), ...random.object({ frame: () => 'world', steps: () => 9 }) }),
  velocity: (random, body) => ({ body, velocity: vector(random, 4), angularVelocity: [random.next(), -0, 1 / 3] }),
  pose: (random, body) => ({ body, position: vector(random, 6), orientation: [0, 0.6, 0, 0.8] }),
  drag: (random, body) => ({ body, point: vector(random, 1), target: vector(random, 4), pointer: random.below(32) }),
  release: (random) => ({ pointer: random.below(32) }),
  addBody: (random) => ({ body: { name: 'late', size: [0.5, 0.5, 0.5], density: 300, position: vector(random, 5) } }),
  removeBody: (_, body) => ({ body }),
  explosion: (random) => ({ position: vector(random, 2), impulse: 40, radius: 3 }),
};

function logOf(random, scene, { keptBodies }, types) {
  const at = scene.bodies.findIndex(({ type = 'dynamic', arrangement }) => type === 'dynamic' && !arrangement);
  const before = scene.bodies.slice(0, Math.max(0, at)).every(({ arrangement }) => !arrangement);
  const body = at >= 0 && before ? at : scene.bodies.length - 1;
  let issuedAtStep = 0;
  const log = types.map((type) => {
    issuedAtStep += 1 + random.below(15);
    const waits = random.chance(0.3) ? random.below(9) : 0;
    return { issuedAtStep, step: issuedAtStep + waits, command: { type, ...commands[type](random, body) } };
  });
  if (random.chance(0.4)) {
    const after = { ...structuredClone(scene), gravity: [0, -1.62, 0] };
    issuedAtStep += 3;
    log.push({ issuedAtStep, step: issuedAtStep, command: { type: 'revise', scene: after, kept: keptBodies(scene, after) } });
  }
  return log;
}

await runMain(async () => {
  await buildModules();
  const driver = await import('./link-driver.mjs');
  const { Random, randomView } = await import('./support/random-links.mjs');
  const { featureScenes } = await import('./support/feature-scenes.mjs');
  const { decode, encode, engine, exactText, galleryScenes, open } = driver;
  if (frozenFolderOf(engine) !== null) throw new Problem(`Version ${engine} was released: its corpus stays as it is.`);
  const bases = [...galleryScenes.keys(), ...featureScenes];
  const names = Object.keys(commands);
  const links = [];
  let turn = 0;
  for (const [index, scene] of bases.entries())
    for (let round = 0; round < kLinksOfScene; round += 1) {
      const random = new Random(1000 * index + round);
      const whole = typeof scene === 'string' ? galleryScenes.get(scene) : scene;
      const types = round === 0 ? [] : Array.from({ length: 1 + random.below(4) }, () => names[turn++ % names.length]);
      let link = null;
      // Where the engine refuses one of them, as for a body that is gone, the run has fewer.
      for (let count = types.length; link === null; count -= 1) {
        const log = count > 0 ? logOf(random, whole, driver, types.slice(0, count)) : [];
        const heavy = (whole.bodies.length > 200 || whole.bodies.some(({ arrangement }) => arrangement)) && typeof scene === 'string';
        const step = Math.max(log.at(-1)?.step ?? 0, 1) + random.below(heavy ? 20 : kSteps);
        try {
          link = await encode({ scene, log, step, view: randomView(random) });
        } catch (error) {
          if (count <= 0) throw new Problem(`Scene ${index} (${whole.title ?? 'without a title'}) cannot be a link: ${error.message}`);
        }
      }
      const { hash, reproduced, message } = await open(link);
      if (!reproduced) throw new Problem(`A link of scene ${index} is not reproduced: ${message}`);
      links.push({ link, content: contentOf(exactText, await decode(link)), hash });
    }
  await mkdir(corpusFolder, { recursive: true });
  const file = new URL(`${engine}.json`, corpusFolder);
  const isNew = !existsSync(file);
  await writeFile(file, `[\n${links.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
  process.stdout.write(`${links.length} links of Tumble ${engine} are ${isNew ? 'in' : 'anew in'} ${inProject('tests/links/corpus')}.\n`);
  process.exit(0); // the modules of the page keep nothing open, but their channels may
});
