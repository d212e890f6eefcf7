// Records runs in each of several browsers and replays each in the others, in Node and natively: the state at its step has the same hash
// everywhere, and every page says so.
import { launch } from '../browser/drivers/index.mjs';
import { openSite } from '../browser/support/site.mjs';
import { decode, galleryScenes, open } from '../links/link-driver.mjs';
import { runIn } from '../replay/run-in-build.mjs';
import { kEngines } from './engines.mjs';
import { openForRuns, recordRun, replayIn } from './recorded-runs.mjs';

const kNative = 'native-release';

async function openAll(engines, given) {
  const site = given ?? (await openSite());
  const browsers = await Promise.all(engines.map((engine) => launch(engine)));
  const pages = [];
  for (const browser of browsers) pages.push(await openForRuns(browser, site.url));
  const close = async () => {
    for (const browser of browsers) await browser.close();
    if (!given) await site.close();
  };
  return { pages, close };
}

// Sentences on where a run is not what it was.
async function differencesOf(run, others) {
  const found = [];
  const hold = (where, step, hash, more = '') => {
    if (step !== run.step || hash !== run.hash) found.push(`${where}: step ${step}, ${hash} ${more}`);
  };
  for (const [engine, page] of others) {
    const { step, hash, message } = await replayIn(page, run);
    hold(engine, step, hash, message);
    if (!message.startsWith('reproduced exactly')) found.push(`${engine} says: ${message}`);
  }
  const inNode = await open(run.link);
  hold('Node', inNode.step, inNode.hash, inNode.message);
  const { scene, log } = await decode(run.link);
  const { hashes, problem } = await runIn(kNative, { scene, commands: log }, run.step);
  hold(kNative, hashes.length - 1, hashes.at(-1), problem);
  return found;
}

/** @param {{ first: number, runs: number, seconds?: number, engines?: string[], site?: Awaited<ReturnType<typeof openSite>>, report?: (line: string) => void }} wanted
 *  @returns {Promise<{ runs: number, commands: number, steps: number, findings: string[] }>} */
export async function compareRuns({ first, runs, seconds = Infinity, engines = kEngines, site, report = () => {} }) {
  const { pages, close } = await openAll(engines, site);
  const start = performance.now();
  const findings = [];
  const sum = { runs: 0, commands: 0, steps: 0 };
  try {
    for (; sum.runs < runs && performance.now() - start < seconds * 1000; sum.runs += 1) {
      const at = sum.runs % engines.length;
      const others = engines.map((engine, index) => [engine, pages[index]]).filter((_, index) => index !== at);
      const told = (text) => {
        findings.push(`seed ${first + sum.runs}, recorded in ${engines[at]}: ${text}`);
        report(findings.at(-1));
      };
      try {
        const run = await recordRun(pages[at], first + sum.runs, galleryScenes);
        const differences = await differencesOf(run, others);
        if (differences.length > 0)
          told(`${run.actions.join(' ')}: step ${run.step}, ${run.hash}\n  ${differences.join('\n  ')}\n  ${run.link}`);
        sum.commands += run.commands;
        sum.steps += run.step;
      } catch (error) {
        told(error.message);
      }
      report(`${sum.runs + 1} runs, ${findings.length} findings`);
    }
  } finally {
    await close();
  }
  return { ...sum, findings };
}
