// What stands before each import() of the built page (import-again.mjs): the files that it needs, of which Vite names those that it loads with the module.
const coming = {};
let isOpening = true;
setTimeout(() => (isOpening = false));

const styled = (href) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`${href} did not load`));
    };
    link.href = href;
    document.head.append(link);
  });

// Into the cache, from which the module comes.
const cached = async (href) => {
  const response = await fetch(href);
  if (!response.ok) throw new TypeError(`${href} did not load`);
  await response.blob();
};

const isThere = (url) => [...document.querySelectorAll('link, script')].some(({ href, src }) => href === url || src === url);

// Modules that the page opens with are not asked for twice, to be there early: without them there is nobody to ask again.
const bring = (href) => {
  if (isThere(href)) return null;
  if (href.endsWith('.css')) return styled(href);
  return isOpening ? null : cached(href);
};

export const __vitePreload = async (load, names, from) => {
  const [, own] = /import\(.([^"'`]+)/.exec(load) ?? [];
  const files = [...(names ?? []), ...(own ? [own] : [])].map((name) => new URL(name, from).href);
  await Promise.all(
    files.map((href) =>
      (coming[href] ??= bring(href))?.catch((error) => {
        delete coming[href];
        throw error;
      }),
    ),
  );
  return load();
};
