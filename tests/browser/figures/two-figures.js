// Two figures in one page that is not ours: what a frame around a figure has to do, and nothing else.
import '../../../web/styles/page.css';
import './two-figures.css';
import { Figure } from '../../../web/src/figure/figure';
import markup from '../../../web/src/figure/figure.html?raw';
import { Simulation } from '../../../web/src/simulation/client';

const noInsets = { left: 0, top: 0, right: 0, bottom: 0 };

async function mount(element) {
  element.innerHTML = markup;
  return Figure.create(element, Simulation.start(), { isEmbedded: true, insets: () => noInsets });
}

globalThis.before = { href: location.href, title: document.title, bodyChildren: document.body.children.length, history: history.length };
globalThis.figures = Promise.all([...document.querySelectorAll('.figure')].map(mount));
