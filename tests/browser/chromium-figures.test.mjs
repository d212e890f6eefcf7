// Figures, lessons and the pictures of all scenes in Chromium.
import { suitesOf, testIn } from './suites/index.mjs';

await testIn('chromium', suitesOf.figures, 'chromium-figures');
