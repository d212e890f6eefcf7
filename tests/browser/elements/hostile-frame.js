// Says it is a figure, and answers what no figure answers.
const attributes = Object.fromEntries([
  ...['scene', 'then', 'play', 'constructor', '__proto__', 'on load'].map((name) => [name, 'x']),
  ['paused', 5],
]);
const answers = {
  pause: { step: -1, hash: null },
  step: { step: 1, hash: 'javascript:alert(1)' },
  seek: 'there',
  reset: { step: 5, hash: '0123456789abcdef', more: 'kept from the page' },
  push: NaN,
  link: 'javascript:alert(1)',
  toBlob: new Blob(['<script>alert(1)</script>'], { type: 'text/html' }),
  get: 'x'.repeat(1e6),
  readings: [{ value: { toString: 'x' }, unit: 'm' }],
};
addEventListener('message', ({ data, ports: [port] }) => {
  if (data?.type === 'hello') {
    parent.postMessage({ tumble: 1, type: 'ready', client: 1, allowed: 'edit' }, '*');
    for (const height of [-5, 1e9, NaN, '100vh; position: fixed']) parent.postMessage({ tumble: 1, type: 'height', height }, '*');
  }
  if (!port) return;
  port.onmessage = ({ data: { request, type } }) => {
    port.postMessage({ request: request + 1, type: 'done' }); // to another one
    port.postMessage({ request: 'x', type: 'done' });
    if (type === 'command') port.postMessage({ request, type: 'refused', message: { toString: 'x' } });
    else port.postMessage({ request, type: 'done', value: answers[type] });
    port.postMessage({ request, type: 'done', value: { step: 7, hash: null } }); // once more
  };
  port.postMessage({ type: 'welcome', attributes });
  for (const junk of [null, 5, 'x', [], { type: 'event' }, { type: 'event', event: 'load', detail: { step: 1, hash: null } }])
    port.postMessage(junk);
  for (const detail of [null, { step: 'x', hash: null }, { step: 1, hash: 'short' }, { step: 1.5, hash: null }])
    port.postMessage({ type: 'event', event: 'step', detail });
  port.postMessage({ type: 'event', event: 'error', detail: { step: 1, hash: null, message: { html: '<b>' } } });
  port.postMessage({ type: 'event', event: 'step', detail: { step: 3, hash: null, more: 1 } });
});
