// A page of somebody else that holds ours in a frame: ?src= its address, ?sandbox= its sandbox, "none" for no such attribute.
{
  const parameters = new URLSearchParams(location.search);
  const frame = document.createElement('iframe');
  const sandbox = parameters.get('sandbox') ?? 'none';
  if (sandbox !== 'none') frame.setAttribute('sandbox', sandbox);
  frame.width = 640;
  frame.height = 420;
  globalThis.report = null;
  globalThis.answers = [];
  let port = null;
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data?.report) globalThis.report = data.report;
    if (data?.tumble !== 1 || port) return;
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port1.onmessage = (event) => globalThis.answers.push(event.data);
    frame.contentWindow.postMessage({ tumble: 1 }, '*', [port2]);
  });
  globalThis.knock = () => {
    // uninvited
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => globalThis.answers.push(event.data);
    frame.contentWindow.postMessage({ tumble: 1 }, '*', [port2]);
    port1.postMessage({ request: 1, type: 'step', count: 5 });
  };
  globalThis.send = (messages) => messages.forEach((message) => port.postMessage(message));
  frame.src = parameters.get('src');
  document.body.append(frame);
}
