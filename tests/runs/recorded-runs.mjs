// Runs of random input, recorded in the page of one browser: pushes, drags, edits, scrubbing, speed, undo and reset, by pointer, by keys and by
// the calls that its buttons make. All of a run but the moments at which input arrives follows from its seed; its link holds those.
import { numbersFrom } from '../fuzz/protocol-messages.mjs';
import { decode } from '../links/link-driver.mjs';
import { loadScene, openTumble, placeOnScreen, waitForMessage, waitForStep } from '../browser/support/tumble-page.mjs';

const kSize = { width: 700, height: 460 };
const kGallery = [
  'push-a-cube',
  'stack-of-ten',
  'tennis-racket',
  'two-cubes-colliding',
  'domino-spiral',
  'masses-on-springs',
  'box-and-ball',
  'catapult',
];
const kActions = 9;
const kMostSteps = 45; // between two actions

/** Opens a page in which runs can be recorded or replayed. */
export const openForRuns = (browser, root) => openTumble(browser, root, { query: '?scene=push-a-cube&paused', ...kSize });

const inPage = {
  play: async (milliseconds) => {
    const { simulation } = globalThis.tumble;
    simulation.play();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    simulation.pause();
    await simulation.stand();
  },
  step: (count) => globalThis.tumble.simulation.step(count),
  seek: (share) => {
    const { simulation } = globalThis.tumble;
    return simulation.seek(Math.round(share * (simulation.frame?.step ?? 0)));
  },
  push: async (choice, impulse) => {
    const { simulation } = globalThis.tumble;
    const bodies = simulation.info.bodies.filter(({ type }) => type === 'dynamic');
    if (bodies.length > 0) await simulation.push({ body: bodies[choice % bodies.length].id, impulse });
  },
  // While time is on its way to another step no command is taken.
  arrive: async () => {
    for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50)))
      try {
        return await globalThis.tumble.simulation.step(0);
      } catch (error) {
        if (Date.now() > end) throw error;
      }
  },
  rate: (rate) => globalThis.tumble.simulation.setRate(rate),
  reset: () => globalThis.tumble.simulation.reset(),
  undo: () => globalThis.tumble.simulation.undo(),
  redo: () => globalThis.tumble.simulation.redo(),
  gravity: (y) => {
    const { simulation } = globalThis.tumble;
    return simulation.revise({ ...simulation.scene, gravity: [0, y, 0] });
  },
  stepsPerSecond: (stepsPerSecond) => {
    const { simulation } = globalThis.tumble;
    return simulation.revise({ ...simulation.scene, stepsPerSecond });
  },
  addBody: (place) => {
    const { simulation } = globalThis.tumble;
    const { bodies, ...scene } = simulation.scene;
    return simulation.revise({ ...scene, bodies: [...bodies, { size: [0.5, 0.5, 0.5], position: place }] });
  },
  throwIn: (place) =>
    globalThis.tumble.simulation.command({ type: 'addBody', body: { size: [0.3, 0.3, 0.3], position: place, velocity: [0, -2, 1] } }),
};

// A real drag of a body over the picture, while the world runs.
async function dragBody(page, random) {
  const slot = await page.evaluate((choice) => {
    const { info } = globalThis.tumble.simulation;
    const movable = info.bodies.filter(({ type }) => type === 'dynamic');
    return movable.length === 0 ? -1 : movable[choice % movable.length].slot;
  }, random.below(1000));
  if (slot < 0) return;
  const from = await placeOnScreen(page, slot);
  if (!(from[0] > 20 && from[0] < kSize.width - 20 && from[1] > 80 && from[1] < kSize.height - 80)) return;
  await page.evaluate(() => globalThis.tumble.simulation.play());
  await page.drag(from, [within(from[0] + random.below(160) - 80, kSize.width), within(from[1] - random.below(90), kSize.height)], {
    hold: 60,
  });
  await page.evaluate(() => globalThis.tumble.simulation.pause());
}

const within = (at, size) => Math.min(Math.max(at, 5), size - 5);
const sometimes = (random, size) => Array.from({ length: 3 }, () => (random.chance(0.2) ? -0 : (random.next() * 2 - 1) * size));

const kActionsOf = [
  ['step', 3, (page, random) => page.evaluate(inPage.step, 1 + random.below(kMostSteps))],
  ['play', 2, (page, random) => page.evaluate(inPage.play, 40 + random.below(200))],
  ['push', 4, (page, random) => page.evaluate(inPage.push, random.below(1000), sometimes(random, 3))],
  ['drag', 2, dragBody],
  ['seek', 3, (page, random) => page.evaluate(inPage.seek, random.next())],
  [
    'key',
    1,
    async (page, random) => {
      await page.key(random.of(['.', ',', 'ArrowRight']));
      await page.evaluate(inPage.arrive);
    },
  ],
  ['rate', 1, (page, random) => page.evaluate(inPage.rate, random.of([0.1, 0.5, 1, 2]))],
  ['reset', 0.5, (page) => page.evaluate(inPage.reset)],
  ['undo', 1, (page) => page.evaluate(inPage.undo)],
  ['redo', 0.7, (page) => page.evaluate(inPage.redo)],
  ['gravity', 0.7, (page, random) => page.evaluate(inPage.gravity, -random.next() * 20)],
  ['stepsPerSecond', 0.4, (page, random) => page.evaluate(inPage.stepsPerSecond, random.of([30, 60, 120, 240]))],
  ['addBody', 0.7, (page, random) => page.evaluate(inPage.addBody, [random.next(), 3 + random.next(), random.next()])],
  [
    'throwIn',
    0.7,
    (page, random) =>
      page.evaluate(
        inPage.throwIn,
        sometimes(random, 1).map((x, axis) => (axis === 1 ? 4 + x : x)),
      ),
  ],
];
const kWeights = kActionsOf.reduce((sum, [, weight]) => sum + weight, 0);

function chosen(random) {
  let left = random.next() * kWeights;
  return kActionsOf.find(([, weight]) => (left -= weight) < 0) ?? kActionsOf[0];
}

/** Records the run of a seed: { seed, actions, step, hash, commands, link }. `scenes`: those of the gallery, by id. */
export async function recordRun(page, seed, scenes) {
  const random = numbersFrom(seed);
  const id = random.of(kGallery);
  if (!(await loadScene(page, scenes.get(id)))) throw new Error(`${id} was refused`);
  await page.evaluate(async () => {
    globalThis.tumble.simulation.pause();
    await globalThis.tumble.simulation.reset();
  });
  const actions = [id];
  for (let i = 0; i < kActions; i += 1) {
    const [name, , act] = chosen(random);
    actions.push(name);
    await act(page, random);
  }
  await page.evaluate(inPage.push, 0, [0.1, 1 / 3, -0]); // at least one command is in the link
  await page.evaluate(inPage.step, 1 + random.below(kMostSteps));
  const before = await page.evaluate(() => globalThis.tumble.simulation.stand());
  await page.key('.'); // as a reader does: the address follows what is done on the page
  await waitForStep(page, before.step + 1);
  const { step, hash } = await page.evaluate(() => globalThis.tumble.simulation.stand());
  const commands = await page.evaluate(() => globalThis.tumble.simulation.log.length);
  return { seed, actions, step, hash, commands, link: await linkOf(page, actions, step, hash) };
}

// The address follows what is seen a moment later.
async function linkOf(page, actions, step, hash) {
  let link = null;
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const text = (await page.evaluate(() => location.hash)).slice(1);
    link = text === '' ? null : await decode(text);
    if (link?.ok && link.step === step && link.hash === hash) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(
    `${actions.join(' ')}: the address is no link to step ${step}, ${hash}, but ${link ? (link.message ?? `to step ${link.step}, ${link.hash}`) : 'none'}`,
  );
}

/** Opens the link in another page, as a visitor does, and gives the state there with what the page says about it. */
export async function replayIn(page, { link }) {
  await page.evaluate((text) => {
    for (const note of document.querySelectorAll('.notes > *')) note.remove();
    location.hash = `#${text}`;
  }, link);
  const message = await waitForMessage(
    page,
    /reproduced exactly|Not as it was|cannot be repeated|it stands at|cannot be read|refused/i,
    60_000,
  );
  return { ...(await page.evaluate(() => globalThis.tumble.simulation.stand())), message };
}
