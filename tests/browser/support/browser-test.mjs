// Tests in a browser whose process may die: what a test finds, it finds in a browser that lives.
import { test as nodeTest } from 'node:test';

const kMostDeaths = 3; // a browser that dies more often dies of the page
let host = null;
let deaths = 0;

/** `isAlive()`: whether the browser still answers; `replace()`: another one in its place; `report(text)`. */
export const runIn = (next) => {
  host = next;
};

/** As `test` of node:test. A test under which the browser's process died is named, and runs once more in another: a page that kills it fails. */
export const test = (name, work) =>
  nodeTest(name, async (here) => {
    try {
      return await work(here);
    } catch (error) {
      if (deaths === kMostDeaths || (await host.isAlive())) throw error;
      deaths += 1;
      host.report(`the browser died in “${name}” (${error.message}); once more in another one`);
    }
    await host.replace();
    return work(here);
  });
