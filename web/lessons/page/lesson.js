// What a lesson does beyond what the element does: answers are checked, figures open in the laboratory, throws begin anew. The parts load where a
// lesson has them.
import { watchAnswers } from './answers.js';
import { watchFigures } from './figures.js';

watchAnswers();
watchFigures();
if (document.querySelector('[data-sphere]')) import('./sphere.js').then(({ watchSpheres }) => watchSpheres());
if (document.querySelector('#own-racket'))
  Promise.all([import('./own-racket.js'), import('./decimal-comma.js')]).then(([{ watchOwnRacket }, { takeDecimalCommas }]) => {
    takeDecimalCommas('#own-racket [type=number]');
    watchOwnRacket();
  });
if (document.querySelector('#code-lab')) import('./code-lab.js').then(({ watchCodeLab }) => watchCodeLab());

// On paper what is folded is read, too.
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details:not([open])')) {
    details.open = true;
    addEventListener('afterprint', () => (details.open = false), { once: true });
  }
});
