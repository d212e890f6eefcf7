import tumble from './tumble.mjs';

export default function configure(config) {
  config.addPlugin(tumble);
  for (const name of ['page.css', 'scene.json', 'with-folder.js', 'leave.js']) config.addPassthroughCopy(name);
  return { dir: { input: 'pages', includes: '../layouts', output: 'dist' } };
}
