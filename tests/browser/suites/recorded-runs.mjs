// Runs of random input, each recorded in one browser and replayed in the two others, in Node and natively, to the bit. `npm run fuzz:runs` holds
// as many as one likes.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { compareRuns } from '../../runs/replays.mjs';
import { isWhole } from '../support/whole.mjs';

const kRuns = isWhole ? 30 : 10;

export function testRecordedRuns({ site, report }) {
  test(`${kRuns} recorded runs come to the same state everywhere`, async () => {
    const { runs, commands, findings } = await compareRuns({ first: 1, runs: kRuns, site, report });
    assert.deepEqual(findings, []);
    assert.equal(runs, kRuns);
    assert.ok(commands > 3 * kRuns, `${commands} commands`);
  });
}
