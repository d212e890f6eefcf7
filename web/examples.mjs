// The examples of element.html: each is a file of examples/, which the page holds twice, as what runs and as the text that is shown. So what one reads
// there, and copies, is what one sees.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const kPlace = /^[ \t]*<!-- example: ([\w-]+) -->$/gm;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const shown = (what, text) =>
  `<div class="code"><button type="button" class="copy" hidden>Copy</button><pre tabindex="0" role="region" aria-label="${what}"><code>${escaped(text)}</code></pre></div>`;

/** `html` with its examples in place; `folder`: where they are. */
export function withExamples(html, folder) {
  const read = (name) => readFileSync(join(folder, name), 'utf8').trim();
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return html.replace(kPlace, (_, name) => {
    const markup = read(`${name}.html`);
    const script = scripts.includes(`${name}.js`) ? read(`${name}.js`) : null;
    const texts = [shown(`Markup: ${name}`, markup), ...(script === null ? [] : [shown(`Script: ${name}`, script)])];
    const loads = script === null ? '' : `\n<script type="module" src="./examples/${name}.js" vite-ignore></script>`;
    return `<div class="example" data-example="${name}">\n<div class="live">\n${markup}\n</div>\n${texts.join('\n')}\n</div>${loads}`;
  });
}

/** Puts them into element.html, and the scripts and scenes that they name beside it. */
export function examples(folder) {
  return {
    name: 'examples',
    transformIndexHtml: { order: 'pre', handler: (html) => withExamples(html, folder) },
    generateBundle() {
      for (const name of readdirSync(folder))
        if (/\.(js|json)$/.test(name))
          this.emitFile({ type: 'asset', fileName: `examples/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
}
