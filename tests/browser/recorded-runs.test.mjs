// Runs of random input, each recorded in one browser and replayed in the others. All three are there at once.
import { suitesOf, testSuites } from './suites/index.mjs';

await testSuites('recorded-runs', suitesOf.runs);
