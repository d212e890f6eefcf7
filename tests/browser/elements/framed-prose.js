// A page of somebody else whose prose drives frames of another origin, which its address names.
import { driveByProse } from '../tumble-client.js';

const home = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, '', location.pathname);
globalThis.byName = {};
globalThis.pushes = [];

for (const [id, host] of [
  ['framed', 'edit'],
  ['driven', 'drive'],
]) {
  const iframe = document.querySelector(`#${id}`);
  iframe.src = `${home}embed.html?scene=tennis-racket&paused&step=0&host=${host}`;
  driveByProse(iframe).then((frame) => {
    globalThis.byName[id] = frame;
    frame.addEventListener('push', ({ detail }) => globalThis.pushes.push(detail));
  });
}
