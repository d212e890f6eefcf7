// The real page in Chromium.
import { testIn } from './suites/index.mjs';

testIn('chromium');
