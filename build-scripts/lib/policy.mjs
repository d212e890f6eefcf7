// What the page may load and run, in one place: `dist/` carries it in every page, the server here sends it too, the README shows it.
// A frame of any page may hold ours, so `frame-ancestors` is not in it.
export const kContentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Pages in one file (web/offline-page.mjs), whose policies name what stands in them. */
export const kOfflinePage = 'tumble-offline.html';
export const kOfflineEmbed = 'embed-offline.html';

/** The page about the element, which holds a frame of ours. */
export const kElementPage = 'element.html';
export const kElementPolicy = `${kContentSecurityPolicy}; frame-src 'self'`;

/** The pages whose own policy is another one. */
export const kWithOwnPolicy = [kOfflinePage, kOfflineEmbed, kElementPage];

const kFirstIn = '<head>';

/** The page with the policy as its first word, so that it holds on any static host for all that follows. Style sheets are asked for
 *  without credentials' rules (`crossorigin`), which a frame without an origin of its own could not fulfil. */
export function withPolicy(html, policy = kContentSecurityPolicy) {
  if (!html.includes(kFirstIn)) throw new Error('The page has no <head> to put its policy into.');
  return html
    .replace(kFirstIn, `${kFirstIn}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace(/(<link rel="stylesheet") crossorigin/g, '$1');
}
