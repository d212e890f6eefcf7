// Connections to hosts with the engine as it ships, at the other end of a MessageChannel in this process.

/** For Simulation.start({ connect }). `web`: modules with createHost and instantiateEngine; each host has an instance of its own, unless `engine` is one
 *  for all. `kill(reason)` lets the newest one die. */
export function engineConnections(web, compiled, { where = 'worker', engine = null } = {}) {
  let die = () => {};
  const connect = async () => {
    const { port1, port2 } = new MessageChannel();
    const host = web.createHost(port2, engine ?? (await web.instantiateEngine(compiled)));
    const close = () => {
      host.dispose();
      port1.onmessage = null;
      port1.close();
      port2.close();
    };
    const onDeath = (listener) => {
      die = listener;
    };
    return { where, port: port1, onDeath, close };
  };
  return { connect, kill: (reason) => die(reason) };
}
