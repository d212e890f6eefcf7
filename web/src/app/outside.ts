// A page that holds this one in a frame and was given a part in it (`?allow=drive` or `allow=edit` in the frame's address) sends a
// port: frame.contentWindow.postMessage({ tumble: 1 }, '*', [port]). Over it come messages of simulation/gate.ts; each with a
// `request` is answered by { request, type: 'done', … } or { request, type: 'refused', message }. Only the parent of
// the frame is listened to, and only its first port.
import { Gate, type Allowance, type FromOutside } from '../simulation/gate';
import { sentenceOf } from '../simulation/problems';
import type { App } from './app';

export function hearParent(allowed: Allowance, app: App): void {
  const hear = (event: MessageEvent): void => {
    const [port] = event.ports;
    if (event.source !== window.parent || (event.data as { tumble?: unknown } | null)?.tumble !== 1 || !port) return;
    window.removeEventListener('message', hear);
    answer(port, new Gate(allowed), app);
    port.postMessage({ type: 'ready', allowed });
  };
  window.addEventListener('message', hear);
  window.parent.postMessage({ tumble: 1, type: 'ready' }, '*'); // now a port is taken
}

function answer(port: MessagePort, gate: Gate, app: App): void {
  port.onmessage = async ({ data }) => {
    const request = typeof data?.request === 'number' ? data.request : null;
    const send = (answer: object): void => {
      if (request !== null) port.postMessage({ request, ...answer });
    };
    const refusal = gate.admit(data);
    if (refusal !== '') return send({ type: 'refused', message: refusal });
    try {
      send({ type: 'done', ...(await carryOut(data as FromOutside, app)) });
    } catch (error) {
      send({ type: 'refused', message: sentenceOf(error) });
    } finally {
      gate.done();
    }
  };
}

async function carryOut(message: FromOutside, { figure: { simulation }, scenes }: App): Promise<object> {
  switch (message.type) {
    case 'play':
      simulation.play();
      return {};
    case 'pause':
      simulation.pause();
      return {};
    case 'rate':
      simulation.setRate(Number(message.rate));
      return {};
    case 'reset':
      await simulation.reset();
      return {};
    case 'step':
      return simulation.step(Number(message.count));
    case 'seek':
      return simulation.seek(Number(message.step));
    case 'push':
      return { step: await simulation.push(message) };
    case 'command':
      return { step: await simulation.command(message.command) };
    case 'load':
      await scenes.openText(String(message.scene));
      return {};
    case 'state':
      return { step: simulation.frame?.step ?? 0, playing: simulation.frame?.playing ?? false };
  }
}
