// Added to the page (slow.html): half of the engine comes, and the rest when `releaseEngine` is called.
{
  const { fetch } = globalThis;
  const released = new Promise((resolve) => {
    globalThis.releaseEngine = resolve;
  });
  globalThis.fetch = async (url, ...more) => {
    const response = await fetch(url, ...more);
    if (!/\.wasm$/.test(String(url))) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const half = bytes.length >> 1;
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, half));
        await released;
        controller.enqueue(bytes.slice(half));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/wasm' } });
  };
}
