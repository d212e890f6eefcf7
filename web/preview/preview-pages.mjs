// Part of the build: a static page for each scene of the gallery, dist/scenes/<id>/, with its poster (web/posters), and a list of all.
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { withPolicy } from '../../build-scripts/lib/policy.mjs';
import { oEmbed, previewList, previewPage } from './preview-page.mjs';

const kTypes = { '.webp': 'image/webp', '.jpg': 'image/jpeg', '.png': 'image/png' };
export const posterSize = { width: 1200, height: 630 };

/** The address where the page will stand, with "/" at its end, or null when the build is not told. Throws with a sentence. */
export function homeOf(text) {
  if (!text) return null;
  let home;
  try {
    home = new URL(text);
  } catch {
    home = null;
  }
  if (!home || !/^https?:$/.test(home.protocol) || home.search || home.hash)
    throw new Error(`TUMBLE_HOME: “${text}” is not the address of a page, as in https://your.host/tumble/`);
  return home.href.endsWith('/') ? home.href : `${home.href}/`;
}

/** Names and contents of all files, below dist/. `read`: a file below web/, as bytes, or null. */
export function previewFiles({ catalog, manifest, home, read }) {
  const entries = catalog.scenes;
  const posters = {};
  const files = [];
  for (const { id } of entries) {
    const { file } = manifest[id] ?? {};
    const image = file ? read(join('posters', file)) : null;
    if (!image) continue; // `npm run posters` makes it, and a test says that it is missing
    const ending = extname(file);
    posters[id] = { ...posterSize, file: `poster${ending}`, type: kTypes[ending] };
    files.push([`scenes/${id}/poster${ending}`, image]);
  }
  entries.forEach((entry, at) => {
    const poster = posters[entry.id] ?? null;
    const html = previewPage({ entry, poster, before: entries[at - 1], after: entries[at + 1], home });
    files.push([`scenes/${entry.id}/index.html`, withPolicy(html)]);
    files.push([`scenes/${entry.id}/oembed.json`, `${JSON.stringify(oEmbed({ entry, poster, home }))}\n`]);
  });
  const styles = ['tokens', 'base', 'preview'].map((name) => read(join('styles', `${name}.css`)));
  return [
    ...files,
    ['scenes/index.html', withPolicy(previewList({ entries, posters, home }))],
    ['scenes/preview.css', styles.join('\n').replace(/\/\*[\s\S]*?\*\//g, '')],
    ['scenes/forward.js', read(join('preview', 'forward.js'))],
  ];
}

/** `root`: web/; `home` as in `homeOf`. */
export function previewPages(root, home) {
  const read = (name) => (existsSync(join(root, name)) ? readFileSync(join(root, name)) : null);
  const json = (name) => JSON.parse(read(name)?.toString() ?? '{}');
  return {
    name: 'preview-pages',
    apply: 'build',
    generateBundle() {
      const files = previewFiles({
        catalog: json('scenes/catalog.json'),
        manifest: json('posters/manifest.json'),
        home: homeOf(home),
        read,
      });
      for (const [fileName, source] of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
