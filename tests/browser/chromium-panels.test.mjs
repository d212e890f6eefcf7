// Panels and dialogs of the page in Chromium.
import { suitesOf, testIn } from './suites/index.mjs';

await testIn('chromium', suitesOf.panels, 'chromium-panels');
