// The markup of the preview pages: title, sentence and picture of a scene for people without a script and for programs that show cards
// (Open Graph, Twitter cards, oEmbed 1.0). `home` is the address where the page will stand, ending in "/", or null: then addresses are relative,
// which most card programs do not follow, and the oEmbed file names no frame.
const kSite = 'Tumble';
const kAbout =
  'Tumble is a rigid-body simulator that runs in the browser: press a body, pull, let go. Its motion agrees with the closed forms of mechanics, and every run is the same to the bit.';
const kFrame = { width: 720, height: 480 };

const kEscapes = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
export const escapeHtml = (text) => text.replace(/[&"<>]/g, (sign) => kEscapes[sign]);

const meta = (name, content) =>
  content === null ? [] : [`<meta ${/^(og|article):/.test(name) ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}" />`];

const page = ({ title, head, body, up }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escapeHtml(title)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
    ${head.join('\n    ')}
  </head>
  <body>
    <main class="preview">
      ${body.join('\n      ')}
    </main>
  </body>
</html>
`;

const link = (href, text) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** `poster`: { file, width, height } or null; `before`, `after`: neighbours in the list, or undefined. */
export function previewPage({ entry, poster, before, after, home }) {
  const { id, title, sentence, check, chapter } = entry;
  const address = home && new URL(`scenes/${id}/`, home).href;
  const picture = poster && (address ? new URL(poster.file, address).href : poster.file);
  const app = `../../?scene=${id}`;
  return page({
    title: `${title} · ${kSite}`,
    up: '../../',
    head: [
      `<link rel="stylesheet" href="../preview.css" />`,
      `<script src="../forward.js"></script>`,
      ...(address ? [`<link rel="canonical" href="${escapeHtml(address)}" />`] : []),
      `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(address ? `${address}oembed.json` : 'oembed.json')}" title="${escapeHtml(title)}" />`,
      ...meta('description', sentence),
      ...meta('og:type', 'website'),
      ...meta('og:site_name', kSite),
      ...meta('og:title', title),
      ...meta('og:description', sentence),
      ...meta('og:url', address),
      ...(poster
        ? [
            ...meta('og:image', picture),
            ...meta('og:image:type', poster.type),
            ...meta('og:image:width', `${poster.width}`),
            ...meta('og:image:height', `${poster.height}`),
            ...meta('og:image:alt', `${title}: a still of the simulation`),
          ]
        : []),
      ...meta('twitter:card', poster ? 'summary_large_image' : 'summary'),
      ...meta('twitter:title', title),
      ...meta('twitter:description', sentence),
      ...meta('twitter:image', picture),
    ],
    body: [
      `<p class="preview-site">${link('../../', kSite)} · ${escapeHtml(chapter)}</p>`,
      `<h1>${escapeHtml(title)}</h1>`,
      `<p class="preview-sentence">${escapeHtml(sentence)}</p>`,
      ...(poster
        ? [
            `<a class="preview-picture" href="${app}"><img src="${poster.file}" width="${poster.width}" height="${poster.height}" alt="${escapeHtml(`${title}: a still of the simulation`)}" /></a>`,
          ]
        : []),
      `<a class="preview-open" href="${app}">Open the scene</a>`,
      ...(check ? [`<p class="preview-check">To check: ${escapeHtml(check)}</p>`] : []),
      `<p>${kAbout}</p>`,
      `<nav class="preview-ways" aria-label="Scenes">${[
        ...(before ? [link(`../${before.id}/`, `← ${before.title}`)] : []),
        link('../', 'All scenes'),
        ...(after ? [link(`../${after.id}/`, `${after.title} →`)] : []),
      ].join(' ')}</nav>`,
    ],
  });
}

/** All scenes by chapter, as pictures. */
export function previewList({ entries, posters, home }) {
  const address = home && new URL('scenes/', home).href;
  const chapters = [...new Set(entries.map(({ chapter }) => chapter))];
  const item = ({ id, title, sentence }) => {
    const poster = posters[id];
    const image = poster
      ? `<img src="${id}/${poster.file}" width="${poster.width}" height="${poster.height}" alt="" loading="lazy" />`
      : '';
    return `<li><a href="${id}/">${image}<strong>${escapeHtml(title)}</strong> <span>${escapeHtml(sentence)}</span></a></li>`;
  };
  return page({
    title: `Scenes · ${kSite}`,
    up: '../',
    head: [
      `<link rel="stylesheet" href="preview.css" />`,
      ...(address ? [`<link rel="canonical" href="${escapeHtml(address)}" />`] : []),
      ...meta('description', kAbout),
    ],
    body: [
      `<p class="preview-site">${link('../', kSite)}</p>`,
      '<h1>Scenes</h1>',
      `<p class="preview-sentence">${kAbout}</p>`,
      ...chapters.flatMap((chapter) => [
        `<h2>${escapeHtml(chapter)}</h2>`,
        `<ul class="preview-list">${entries
          .filter((entry) => entry.chapter === chapter)
          .map(item)
          .join('\n        ')}</ul>`,
      ]),
    ],
  });
}

/** The answer of an oEmbed provider for the page: with a home a frame to be put in place of its address, without one its title alone. */
export function oEmbed({ entry, poster, home }) {
  const { id, title } = entry;
  const answer = { version: '1.0', provider_name: kSite, title, cache_age: 86_400 };
  if (!home) return { ...answer, type: 'link' };
  const frame = new URL(`embed.html?scene=${id}`, home).href;
  return {
    ...answer,
    type: 'rich',
    provider_url: home,
    ...kFrame,
    html: `<iframe src="${escapeHtml(frame)}" width="${kFrame.width}" height="${kFrame.height}" title="${escapeHtml(title)}" loading="lazy" allowfullscreen></iframe>`,
    ...(poster
      ? {
          thumbnail_url: new URL(`scenes/${id}/${poster.file}`, home).href,
          thumbnail_width: poster.width,
          thumbnail_height: poster.height,
        }
      : {}),
  };
}
