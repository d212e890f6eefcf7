// Tests in a browser whose process may die: what a test finds, it finds in a browser that lives.
import { test as nodeTest } from 'node:test';
import { profile } from './profile.mjs';

const kMostDeaths = 3; // a browser that dies more often dies of the page
let host = null;
let deaths = 0;
const kNobody = { tests: 0, ended: 0, skipped: 0 };
let registering = kNobody;
let running = kNobody;

/** `isAlive()`: whether the browser still answers; `replace()`: another one in its place; `report(text)`. */
export const runIn = (next) => {
  host = next;
};

/** The tests that `register` declares are counted in `record`: { tests, ended without failing, skipped of these }. */
export function recordIn(record, register) {
  registering = record;
  register();
  registering = kNobody;
}

/** The record of the test that runs, or ran last. */
export const runningRecord = () => running;

/** As `test` of node:test. A test under which the browser's process died is named, and runs once more in another: a page that kills it fails. */
export function test(name, work) {
  const record = registering;
  record.tests += 1;
  return nodeTest(name, async (here) => {
    running = record;
    const { skip } = here;
    let isSkipped = false;
    here.skip = (...words) => {
      isSkipped = true;
      skip.apply(here, words);
    };
    const taken = profile(name);
    await inLivingBrowser(name, work, here);
    taken();
    record.ended += 1;
    if (isSkipped) record.skipped += 1;
  });
}

async function inLivingBrowser(name, work, here) {
  try {
    return await work(here);
  } catch (error) {
    if (deaths === kMostDeaths || (await host.isAlive())) throw error;
    deaths += 1;
    host.report(`the browser died in “${name}” (${error.message}); once more in another one`);
  }
  await host.replace();
  return work(here);
}
