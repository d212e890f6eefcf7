// The host in the page itself, behind a MessageChannel: for pages where no Worker can start. It loads only then.
import { createHost } from './host';
import { instantiateEngine } from './load-engine';
import type { Connection } from './connection';

export async function connectSameThread(compiled: WebAssembly.Module): Promise<Connection> {
  const engine = await instantiateEngine(compiled);
  const { port1, port2 } = new MessageChannel();
  const host = createHost(port2, engine);
  return {
    where: 'page',
    port: port1,
    onDeath: () => {}, // it dies with the page; a trap sends `failed`
    close() {
      host.dispose();
      port1.onmessage = null;
      port1.close();
    },
  };
}
