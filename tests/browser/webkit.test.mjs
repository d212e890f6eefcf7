// The real page in WebKit (Safari's engine).
import { suitesOf, testIn } from './suites/index.mjs';

await testIn('webkit', suitesOf.other);
