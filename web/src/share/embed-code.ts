// The code that puts what is seen into another page.

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string): string => text.replace(/[&"<>]/g, (sign) => escapes[sign]!);

/** `address`: of the page with `embed` in it. */
export const embedCode = (address: string, title: string): string =>
  `<iframe src="${escapeHtml(address)}" width="720" height="480" title="${escapeHtml(title)}" loading="lazy" allowfullscreen></iframe>`;
