// The code that puts what is seen into another page.

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
export const escapeHtml = (text: string): string => text.replace(/[&"<>]/g, (sign) => escapes[sign]!);

/** What a figure opens. */
export type FigureOf = { readonly scene: string } | { readonly link: string };

/** The tag of a figure. */
export function figureTag(opens: FigureOf, title: string): string {
  const [[name, value]] = Object.entries(opens) as [[string, string]];
  return `<tumble-scene ${name}="${escapeHtml(value)}" alt="${escapeHtml(title)}"></tumble-scene>`;
}

/** The same with its module, which lies beside the page. */
export function figureCode(opens: FigureOf, title: string): string {
  const module = new URL('tumble-scene.js', document.baseURI).href;
  return `<script type="module" src="${escapeHtml(module)}"></script>\n${figureTag(opens, title)}`;
}

/** A frame of the whole page, for where no script may be put. `address`: of the page with `embed` in it. */
export const frameCode = (address: string, title: string): string =>
  `<iframe src="${escapeHtml(address)}" width="720" height="480" title="${escapeHtml(title)}" loading="lazy" allowfullscreen></iframe>`;
