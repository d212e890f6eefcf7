// The real page in WebKit (Safari's engine).
import { testIn } from './suites/index.mjs';

testIn('webkit');
