// The styles of a figure in a shadow root, made of those of the page: what they ask of the window they ask of the element there, and what they
// say about the page they say about the element. So a figure in a page of somebody else looks as ours does, and nothing leaks either way.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const kNothing = '\0nothing';
// In their order.
const kModules = {
  'virtual:figure-styles': [
    'tokens',
    'base',
    'layout',
    'controls',
    'scrub',
    'stage',
    'energy-bars',
    'key-pad',
    'joint-marks',
    'compared-names',
    'corners',
    'media',
    'element',
  ],
  'virtual:instrument-styles': ['uplot', 'tokens', 'plot-chart', 'energy-bars', 'hint-tip', 'instrument'],
};

// What they say about panels, heading and gallery would find nothing in a figure.
const kOfPage = /\.(heading|gallery|lab|numbers|panel|scene-link)(?![\w-])/;
const withoutPage = (css) =>
  css
    .replace(/[^{};]+\{[^{}]*\}/g, (rule) => {
      const selectors = rule.slice(0, rule.indexOf('{')).split(/,(?![^(]*\))/);
      return selectors.every((selector) => kOfPage.test(selector) && !/:not\([^)]*\./.test(selector)) ? '' : rule;
    })
    .replace(/@(media|container)[^{}]*\{\s*\}/g, '');

const isOfSize = (query) => /\((?:min|max)-(?:width|height):/.test(query);

// The end of the block that begins with the brace at `start`.
function endOfBlock(css, start) {
  let depth = 0;
  for (let at = start; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}' && (depth -= 1) === 0) return at + 1;
  }
  throw new Error('The style sheet ends inside a block');
}

// `@media a, (max-width: …) { … }` becomes `@media a { … }` and `@container figure (max-width: …) { … }`.
function askElement(css) {
  let made = '';
  let rest = css;
  for (let found = /@media ([^{]+)\{/.exec(rest); found; found = /@media ([^{]+)\{/.exec(rest)) {
    const end = endOfBlock(rest, found.index);
    const block = rest.slice(found.index + found[0].length - 1, end);
    const queries = found[1].split(',').map((query) => query.trim());
    const others = queries.filter((query) => !isOfSize(query));
    made += rest.slice(0, found.index);
    if (others.length > 0) made += `@media ${others.join(', ')} ${block}\n`;
    for (const query of queries.filter(isOfSize)) made += `@container figure ${query} ${block}\n`;
    rest = rest.slice(end);
  }
  return made + rest;
}

/** The text of a style sheet of the page, for the inside of an element (src/element/shell.ts has its markup). */
export const forElement = (css) =>
  askElement(withoutPage(css.replace(/\/\*[\s\S]*?\*\//g, '')))
    .replace(/@media screen and \(prefers-color-scheme: dark\) \{\s*:root(?= \{)/g, "@media screen {\n.element:where([data-theme='dark'])")
    .replace(/:root(?= \{)/g, '.element')
    .replace(/(^|[\s,}>])html,\s*body(?= \{)/g, '$1.body')
    .replace(/(^|[\s,}>])body(?=[\s:{,])/g, '$1.body')
    .replace(/(\d)d?vh\b/g, '$1cqh')
    .replace(/(\d)vw\b/g, '$1cqw')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/** The same for what is in a figure: it holds what would be fixed anyway, but WebKit takes that for out of sight once the page is scrolled. */
export const forFigure = (css) => forElement(css).replace(/position: fixed/g, 'position: absolute');

const fileOf = (name) =>
  fileURLToPath(name === 'uplot' ? import.meta.resolve('uplot/dist/uPlot.min.css') : new URL(`./styles/${name}.css`, import.meta.url));

/** The modules `virtual:figure-styles`, whose default export is that text, and `virtual:instrument-styles`, for plots and meters beside figures. A style
 *  sheet that a part of a figure imports is in them. */
export function figureStyles() {
  return {
    name: 'figure-styles',
    enforce: 'pre',
    resolveId: (id) => (id in kModules ? `\0${id}` : /^\.\.?\/.*\/styles\/[\w-]+\.css$|uPlot\.min\.css$/.test(id) ? kNothing : null),
    load(id) {
      if (id === kNothing) return 'export default null;';
      const files = kModules[id.slice(1)];
      if (!files) return null;
      const write = id.includes('figure') ? forFigure : forElement;
      const text = files.map((name) => {
        this.addWatchFile(fileOf(name));
        return write(readFileSync(fileOf(name), 'utf8'));
      });
      return `export default ${JSON.stringify(text.join('\n'))};`;
    },
  };
}
