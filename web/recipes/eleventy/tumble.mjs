// Eleventy: a shortcode, {% tumble "tennis-racket", "step=192 show='omega L'" %}, and the files of the package in the site's folder tumble/.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const lib = dirname(fileURLToPath(import.meta.resolve('tumble-physics/wasm')));
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

export default function tumble(config, { prefix = '/' } = {}) {
  config.addPassthroughCopy({ [lib]: 'tumble' });
  // `scene`: a name of the gallery, or the address of a scene; `attributes`: more of <tumble-scene>, written as in HTML.
  config.addShortcode('tumble', (scene, attributes = '') => {
    const source = /[./]/.test(scene) ? 'src' : 'scene';
    return `<script type="module" src="${prefix}tumble/tumble-scene.js"></script><tumble-scene ${source}="${escaped(scene)}" ${attributes}></tumble-scene>`;
  });
}
