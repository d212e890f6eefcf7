// What stands before each import() of the element (import-again.mjs): its files are asked for as plain ones first, all at once. Not by links that preload:
// Chromium keeps one that failed as failed, too. `from`: the address of the file that imports.
// The modules with which this one comes are there.
const coming = Object.fromEntries(performance.getEntriesByType('resource').map(({ name }) => [name, null]));

// Into the cache, from which the module comes.
const cached = async (href) => {
  const response = await fetch(href);
  if (!response.ok) throw new TypeError(`${href} did not load`);
  await response.blob();
};

export const __vitePreload = async (load, names, from) => {
  const [, own] = /import\(.([^"'`]+)/.exec(load) ?? [];
  const files = [...(names ?? []), ...(own ? [own] : [])].map((name) => new URL(name, from).href);
  await Promise.all(
    files.map((href) => {
      if (!(href in coming))
        coming[href] = cached(href).catch((error) => {
          delete coming[href];
          throw error;
        });
      return coming[href];
    }),
  );
  return load();
};
