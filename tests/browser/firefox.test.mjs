// The real page in Firefox.
import { suitesOf, testIn } from './suites/index.mjs';

await testIn('firefox', suitesOf.other);
