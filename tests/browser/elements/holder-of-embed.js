// A page of somebody else that holds frames and drives them with the client; and one that sends them what no client sends.
import { connect, fitHeight } from '../tumble-client.js';

const eventTypes = ['ready', 'step', 'push', 'impact', 'change', 'visibility', 'end', 'error'];
const frames = new Map();
const held = new Map();
globalThis.heard = {};

function frame(name, src, attributes = {}) {
  const iframe = document.createElement('iframe');
  iframe.title = name;
  for (const [key, value] of Object.entries(attributes)) iframe.setAttribute(key, value);
  iframe.src = src;
  document.querySelector('main').append(iframe);
  frames.set(name, iframe);
  return iframe;
}

const attempt = async (work) => {
  try {
    return await work();
  } catch (error) {
    return { refused: error.message };
  }
};

globalThis.holder = {
  add: (name, src, attributes) => void frame(name, src, attributes),
  frame: (name) => frames.get(name),
  figure: (name) => held.get(name),
  connect: (name, options) =>
    attempt(async () => {
      const figure = await connect(frames.get(name), options);
      held.set(name, figure);
      globalThis.heard[name] = {};
      for (const type of eventTypes)
        figure.addEventListener(type, ({ detail }) => {
          (globalThis.heard[name][type] ??= []).push(detail);
        });
      return 'connected';
    }),
  call: (name, method, ...given) => attempt(() => held.get(name)[method](...given)),
  fit: (name, options) => void fitHeight(frames.get(name), options),
  /** A port without the client. */
  port: (name) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const answers = [];
      port1.onmessage = ({ data }) => {
        if (data.type === 'welcome') resolve({ port: port1, answers });
        else answers.push(data);
      };
      frames.get(name).contentWindow.postMessage({ tumble: 1, type: 'port', client: 1 }, '*', [port2]);
    }),
};
