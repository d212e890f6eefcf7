// What WordPress makes of an address on a line of its own, from a host that it does not know: wp-includes/class-wp-oembed.php (discover, fetch, data2html)
// and wp-includes/embed.php (wp_filter_oembed_result), as of 6.x.
import assert from 'node:assert/strict';

const kAttributes = ['src', 'width', 'height', 'frameborder', 'marginwidth', 'marginheight', 'scrolling', 'title'];
const kSecret = 'wX3bT9q0Zr';

const attributesOf = (tag) => Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
const decoded = (text) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

async function discover(address) {
  const [head] = (await (await fetch(address)).text()).split(/<\/head>/i);
  const links = [...head.matchAll(/<link([^<>]+?)\/?>/gi)].map(([, link]) => attributesOf(link));
  const found = links.find(({ type, href }) => type === 'application/json+oembed' && href);
  assert.ok(found, `${address} names no answer`);
  return decoded(found.href);
}

/** The frame that stands in the post, and the answer that it came from. `width`: of a column. */
export async function embedded(address, { width }) {
  const provider = new URL(await discover(address));
  for (const [name, value] of Object.entries({ maxwidth: width, maxheight: 1000, url: address, dnt: 1, format: 'json' }))
    provider.searchParams.set(name, value);
  const answer = await (await fetch(provider)).json();
  assert.ok(['rich', 'video'].includes(answer.type), answer.type);
  const [, tag] = /(<iframe[^>]*>)<\/iframe>/.exec(answer.html);
  const kept = Object.entries(attributesOf(tag)).filter(([name]) => kAttributes.includes(name));
  const words = kept.map(([name, value]) =>
    name === 'src' ? `src="${decoded(value).replaceAll('&', '&#038;')}#?secret=${kSecret}" data-secret="${kSecret}"` : `${name}="${value}"`,
  );
  return { answer, html: `<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" ${words.join(' ')}></iframe>` };
}
