// Says in place why the program of the page did not load. A plain script, because those load where modules do not: in a frame
// without the origin of its page, and from a file on a disk.
(() => {
  const isFile = location.protocol === 'file:';
  const cutOff =
    'This frame is sandboxed without allow-same-origin, so the files of Tumble are not its own, and the server does not let others read them' +
    ' (Access-Control-Allow-Origin). Give the frame sandbox="allow-scripts allow-same-origin", or open Tumble in a page of its own.';
  const why = isFile
    ? 'It was opened from a file, where browsers load no modules. Put the folder on any static host, or run “npm start”.'
    : self.origin === 'null'
      ? cutOff
      : 'A file of the page could not be loaded. Reload the page; if that does not help, the copy on this server is not whole.';
  const tell = () => {
    const card = document.querySelector('.card');
    if (!card.hidden) return;
    for (const [tag, text] of [
      ['h2', 'Tumble cannot start here'],
      ['p', why],
    ])
      card.appendChild(document.createElement(tag)).textContent = text;
    card.hidden = false;
  };
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || self.tumble) return; // of others, or long after
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
      else tell();
    },
    true,
  );
})();
