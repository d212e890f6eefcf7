// The browser tests of one engine: one browser for all of them. `npm run test:browsers` takes all of them in each. A suite that passed on what it
// would be served again is not run again by `npm test`.
import { after, before } from 'node:test';
import { launch } from '../drivers/index.mjs';
import { recordIn, runIn, runningRecord } from '../support/browser-test.mjs';
import { openMemory } from '../support/memory.mjs';
import { openSite } from '../support/site.mjs';
import { isWhole } from '../support/whole.mjs';
import { testAudit } from './audit.mjs';
import { testChecks } from './checks.mjs';
import { testControls } from './controls.mjs';
import { testConnecting } from './connecting.mjs';
import { testContexts } from './contexts.mjs';
import { testEditing } from './editing.mjs';
import { testIllustrations } from './illustrations.mjs';
import { testElementPage } from './element-page.mjs';
import { testElements } from './elements.mjs';
import { testEmbeds } from './embeds.mjs';
import { testFigureAccess } from './figure-access.mjs';
import { testFigures } from './figures.mjs';
import { testFollowing } from './following.mjs';
import { testFrames } from './frames.mjs';
import { testGallery } from './gallery.mjs';
import { testGolden } from './golden.mjs';
import { testInstruments } from './instruments.mjs';
import { testFigureRoom } from './figure-room.mjs';
import { testJoints } from './joints.mjs';
import { testKeeping } from './keeping.mjs';
import { testKeyboard } from './keyboard.mjs';
import { testLanguages } from './languages.mjs';
import { testLaboratory } from './laboratory.mjs';
import { testLessons } from './lessons.mjs';
import { testLifecycle } from './lifecycle.mjs';
import { testLinks } from './links.mjs';
import { testLinksByHand } from './links-by-hand.mjs';
import { testMedia } from './media.mjs';
import { testNames } from './names.mjs';
import { testNarrow } from './narrow.mjs';
import { testOpening } from './opening.mjs';
import { testPolite } from './polite.mjs';
import { testPushing } from './pushing.mjs';
import { testRandom } from './random.mjs';
import { testRecordedRuns } from './recorded-runs.mjs';
import { testReleased } from './released.mjs';
import { testRuns } from './runs.mjs';
import { testScrubbing } from './scrubbing.mjs';
import { testSharing } from './sharing.mjs';
import { testShown } from './shown.mjs';
import { testSmall } from './small.mjs';
import { testStrangers } from './strangers.mjs';
import { testTeacher } from './teacher.mjs';
import { testTime } from './time.mjs';
import { testTogether } from './together.mjs';
import { testTrouble } from './trouble.mjs';

// What engines do in ways of their own: bits, pointers, keys, Workers, addresses, elements. Bits come first: no page before them is still served
// what they never load.
const kEngineSuites = [testGolden, testRandom, testOpening, testPushing, testKeyboard, testTrouble, testLinks, testElements, testGallery];
// The page's own words, numbers and panels, which are the same program everywhere, and what takes minutes of waiting: in Chromium at every run,
// in the others when all is asked for.
const kPageSuites = [
  testFollowing,
  testNarrow,
  testSmall,
  testMedia,
  testContexts,
  testTime,
  testScrubbing,
  testKeeping,
  testFrames,
  testReleased,
  testSharing,
  testLifecycle,
];
// Panels, dialogs and what is edited in them.
const kPanelSuites = [
  testLaboratory,
  testChecks,
  testControls,
  testEditing,
  testConnecting,
  testJoints,
  testLinksByHand,
  testNames,
  testIllustrations,
  testRuns,
  testTeacher,
  testAudit,
  testStrangers,
];
// Figures in pages of others, lessons, and the pictures of all scenes.
const kFigureSuites = [
  testShown,
  testFigures,
  testEmbeds,
  testFigureRoom,
  testElementPage,
  testFigureAccess,
  testLessons,
  testInstruments,
  testTogether,
  testPolite,
  testLanguages,
];

export const testIn = (engine, suites, name = engine) => testSuites(name, suites, engine);

/** `name`: of the file that runs them; `engine`: of the browser that they have in common, if they have one. */
export async function testSuites(name, suites, engine = null) {
  const report = (text) => process.stdout.write(`  ${engine ?? name}: ${text}\n`);
  const site = await openSite({ onServed: (key, sum) => runningRecord().served?.set(key, sum) });
  const memory = openMemory(name, suites, site.content);
  const context = { engine, browser: null, site, report };
  if (memory.before.length > 0) {
    const [passed, skipped] = ['passed', 'skipped'].map((word) =>
      memory.before.reduce((sum, suite) => sum + memory.counts(suite)[word], 0),
    );
    report(`${passed} passed and ${skipped} skipped before, on the same files: ${memory.before.map((suite) => suite.name).join(', ')}`);
  }
  const records = suites
    .filter((suite) => !memory.before.includes(suite))
    .map((suite) => ({ suite, tests: 0, ended: 0, skipped: 0, served: new Map() }));
  if (records.length === 0) return site.close();
  runIn({
    report,
    isAlive: async () => engine === null || context.browser.isAlive(),
    async replace() {
      await context.browser.close();
      context.browser = await launch(engine);
    },
  });
  before(
    async () => {
      if (engine === null) return;
      context.browser = await launch(engine);
      report(context.browser.version);
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await context.browser?.close();
    await site.close();
    memory.keep(records);
  });
  for (const record of records) recordIn(record, () => record.suite(context));
}

const kAll = [...kEngineSuites, ...kPageSuites, ...kPanelSuites, ...kFigureSuites];
/** The suites of a file. Those of Chromium stand in three, which run side by side. */
export const suitesOf = {
  chromium: [...kEngineSuites, ...kPageSuites],
  panels: kPanelSuites,
  figures: kFigureSuites,
  other: isWhole ? kAll : kEngineSuites,
  runs: [testRecordedRuns],
};
