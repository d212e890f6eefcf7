// Maths between dollar signs, $x$ in a line and $$x$$ on a line of its own, becomes MathML when the page is built. Quantities have macros (\w, \L, …)
// that give them the colours of their arrows.
import temml from 'temml';

// The names of `--…` in styles/tokens.css.
const kMacros = {
  '\\w': '\\class{angular-velocity}{\\boldsymbol{\\omega}}',
  '\\L': '\\class{angular-momentum}{\\mathbf{L}}',
  '\\v': '\\class{velocity}{\\mathbf{v}}',
  '\\p': '\\class{momentum}{\\mathbf{p}}',
  '\\F': '\\class{force}{\\mathbf{F}}',
  '\\J': '\\class{impulse}{\\mathbf{J}}',
  '\\T': '\\class{torque}{\\boldsymbol{\\tau}}',
  '\\r': '\\mathbf{r}',
  '\\I': '\\mathsf{I}',
  '\\R': '\\mathsf{R}',
  '\\unit': '\\,\\text{#1}',
};

// The policy of the page lets no element have a style of its own. What temml says there a browser does by itself, or lesson.css by the class.
const withoutStyles = (markup) => markup.replace(/ style="[^"]*"/g, '');

function typeset(source, displayMode, where) {
  try {
    return withoutStyles(temml.renderToString(source.trim(), { displayMode, trust: true, throwOnError: true, macros: { ...kMacros } }));
  } catch (error) {
    throw new Error(`${where}: the maths “${source.trim()}” cannot be set: ${error.message}`);
  }
}

// What stands side by side with room between stands below each other where there is none: the parts are maths of their own.
const partsOf = (source, where) =>
  source
    .split('\\qquad')
    .map((part) => typeset(part, true, where))
    .join('');

/** `html` with its maths as MathML; `where` names the file in what is thrown. A dollar sign that is none is written \$. */
export const withMaths = (html, where) =>
  html
    .replace(
      /\$\$([^$]+)\$\$/g,
      (_, source) => `<div class="equation" tabindex="0" role="group" aria-label="equation">${partsOf(source, where)}</div>`,
    )
    .replace(/(?<!\\)\$([^$]+)\$/g, (_, source) => typeset(source, false, where))
    .replaceAll('\\$', '$');
