// Where modules cannot load, in a frame without an origin and from a disk: opens the page in one file (web/offline-page.mjs), or says why not.
(() => {
  const { offline = 'tumble-offline.html' } = document.currentScript.dataset;
  const goOn = () => location.replace(offline + location.search + location.hash);
  if (location.protocol === 'file:') return goOn();
  const tell = () => {
    const card = document.querySelector('.card');
    if (!card.hidden) return;
    for (const [tag, text] of [
      ['h2', 'Tumble cannot start here'],
      ['p', 'A file of the page could not be loaded. Reload the page; if that does not help, the copy on this server is not whole.'],
    ])
      card.appendChild(document.createElement(tag)).textContent = text;
    card.hidden = false;
  };
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || self.tumble) return; // of others, or long after
      if (self.origin === 'null') goOn();
      else if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
      else tell();
    },
    true,
  );
})();
