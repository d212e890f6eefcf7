// The real page in Chromium.
import { suitesOf, testIn } from './suites/index.mjs';

await testIn('chromium', suitesOf.chromium);
