// The real page in Firefox.
import { testIn } from './suites/index.mjs';

testIn('firefox');
