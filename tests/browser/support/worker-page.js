// A page that has the Worker of the built page and nothing else of it, and speaks to it in its protocol (web/src/simulation/protocol.ts).
{
  const waiting = new Map(); // of each request: who waits for its answer
  let worker = null;
  let requests = 0;

  const fail = (reason) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };

  /** As connection.ts does: the page compiles, the Worker gets the module. */
  globalThis.startWorker = async (script, engine) => {
    worker = new Worker(script, { type: 'module', name: 'tumble' });
    const compiled = await WebAssembly.compile(await (await fetch(engine)).arrayBuffer());
    await new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error('the Worker does not start'));
      worker.onmessage = ({ data }) => (data.type === 'ready' ? resolve() : reject(new Error(data.message)));
      worker.postMessage({ type: 'start', compiled });
    });
    worker.onerror = ({ message }) => fail(`the Worker broke down: ${message}`);
    worker.onmessage = ({ data }) => {
      if (data.type === 'failed') fail(data.message);
      waiting.get(data.request)?.resolve(data);
      waiting.delete(data.request);
    };
  };

  const ask = (question) =>
    new Promise((resolve, reject) => {
      requests += 1;
      waiting.set(requests, { resolve, reject });
      worker.postMessage({ ...question, request: requests });
    });

  /** The hash after each of the first steps of a scene; ['refused'] for what is none. */
  globalThis.hashesOf = async (scene, steps) => {
    const { type } = await ask({ type: 'load', scene });
    if (type !== 'loaded') return [type];
    await ask({ type: 'reset' });
    return (await ask({ type: 'hashes', steps })).hashes;
  };
}
