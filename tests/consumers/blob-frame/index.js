// As notebooks show what a cell made: a page from a blob, in a frame without an origin of its own. The package comes from another server.
import { leave } from './leave.js';

const from = new URLSearchParams(location.search).get('from');
const scene = await (await fetch('./scene.json')).text();
const page = `<!doctype html>
<title>Output of a cell</title>
<link rel="icon" href="data:,">
<style>tumble-scene { display: block; width: 600px; height: 375px }</style>
<tumble-scene paused><script type="application/json">${scene}</script></tumble-scene>
<script type="module">
  import '${from}lib/tumble-scene.js';
  import { init } from '${from}lib/engine.web.js';

  const tell = (words) => parent.postMessage(words, '*');
  try {
    const world = (await init()).createWorld(document.querySelector('script[type="application/json"]').textContent);
    world.step(120);
    const { hash } = await document.querySelector('tumble-scene').seek(120);
    tell({ origin: self.origin, engine: world.hash(), element: hash });
  } catch (error) {
    tell({ trouble: error.message });
  }
</script>`;

const frame = document.createElement('iframe');
frame.sandbox = 'allow-scripts';
frame.width = 640;
frame.height = 420;
frame.src = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
addEventListener('message', ({ data }) => {
  for (const [name, word] of Object.entries(data)) leave(name, word);
});
document.body.append(frame);
