// embed.html: one figure that fills its frame, with the attributes that the frame's address gives it, and the page around as far as that lets it.
import { withoutUnseen } from '../dom/seen-text';
import type { TumbleSceneElement } from './api';
import { linkOf } from '../links/link-of-hash';
import { readAddress } from './embed-options';
import { hearPageAround } from './embed-port';
import type { Height } from './embed-protocol';
import type { SceneElement } from './scene-element';

const names = (customElements.get('tumble-scene') as unknown as { observedAttributes: readonly string[] }).observedAttributes;
const options = readAddress(location.search, location.hash, names);
const { attributes, lang, aspect, problems } = options;
const root = document.documentElement;
if (lang !== null) root.lang = lang;

const kFar = 1000; // ms out of sight: longer than a reader scrolls past

const figure = document.createElement('tumble-scene') as TumbleSceneElement & SceneElement;
for (const [name, value] of attributes) figure.setAttribute(name, value);

let said = 0;
function sendHeight(): void {
  if (window.parent === window) return;
  const height = Math.round(root.clientWidth / aspect);
  said = height;
  const message: Height = { tumble: 1, type: 'height', height };
  window.parent.postMessage(message, '*'); // no secret: it follows from the width
}

hearPageAround(figure, names, { ...options, greeted: sendHeight });
document.querySelector('main')!.append(figure);
new ResizeObserver(() => Math.round(root.clientWidth / aspect) !== said && sendHeight()).observe(root);

if (problems.length > 0) {
  const trouble = document.querySelector<HTMLElement>('#trouble')!;
  trouble.textContent = withoutUnseen(problems.join(' '));
  trouble.hidden = false;
}

figure.addEventListener('ready', async () => {
  const title = figure.alt ?? (await figure.get('title').catch(() => null));
  if (typeof title === 'string' && title !== '') document.title = withoutUnseen(title);
});

// A browser gives a page some 16 graphics contexts, over all its frames: a figure that is out of sight gives its own back, and keeps its picture.
let giver: NonNullable<SceneElement['running']>['figure']['viewer'] = null;
let timer = 0;
figure.addEventListener('visibility', ({ detail: { isVisible } }) => {
  window.clearTimeout(timer);
  if (isVisible) {
    giver?.stage.takeContext();
    giver = null;
  } else if (!giver) {
    timer = window.setTimeout(() => {
      const viewer = figure.running?.figure.viewer ?? null;
      if (viewer?.stage.giveContextBack()) giver = viewer;
    }, kFar);
  }
});

// A page around that gives another link to the frame's address.
window.addEventListener('hashchange', () => {
  const link = linkOf(location.hash);
  if (link !== null) figure.setAttribute('link', link);
});
