// Holds one session with a host, with the engine as it ships behind it, and looks at what must hold whatever was said:
//   failed     the host never says that the engine died
//   answers    each numbered message has one answer, and no answer comes unasked
//   refused    what is refused has changed nothing: the same step, the same hash
//   frames     numbers of a frame are numbers: alpha a share, poses finite and as many as there are bodies, steps whole
//   time       nothing takes longer than told (limit in ms, for the whole of a message)
//   alive      afterwards the host loads a scene and steps it to the hash that a fresh host gives
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { readFile } from 'node:fs/promises';
import { buildFile } from '../wasm/support/engine.mjs';

const web = await importWebModulesWithEngine('simulation/host.ts', 'simulation/load-engine.ts');
const compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));

const kLast = {
  tumble: 1,
  bodies: [
    { type: 'static', size: [9, 1, 9] },
    { size: [1, 1, 1], position: [0.2, 3, 0], angularVelocity: [1, 2, 3] },
  ],
};
const kMostMilliseconds = 4000; // of a shared machine; the messages here ask for at most some hundred steps of few bodies

// A port without a channel: what is posted is cloned, as between threads, and there at once.
class DirectPort {
  onmessage = null;
  heard = [];
  postMessage(message) {
    this.heard.push(structuredClone(message));
  }
}

async function newHost() {
  const port = new DirectPort();
  const host = web.createHost(port, await web.instantiateEngine(compiled));
  return { port, dispose: () => host.dispose() };
}

const sleep = () => new Promise((resolve) => setImmediate(resolve));

// Sends one message and waits until a numbered one is answered. Gives what came.
async function say(host, message, waits) {
  const { port } = host;
  port.heard = [];
  port.onmessage?.({ data: structuredClone(message) });
  const start = performance.now();
  const isAnswered = () => port.heard.some(({ request, type }) => request === message?.request && type !== 'progress');
  while (waits && !isAnswered() && performance.now() - start < kMostMilliseconds) await sleep();
  return { heard: port.heard, milliseconds: performance.now() - start };
}

let expected = null; // the last hash of kLast after 30 steps

async function endHash(host) {
  const { heard } = await say(host, { type: 'load', request: -1, scene: kLast }, true);
  if (!heard.some(({ type }) => type === 'loaded')) return `load: ${JSON.stringify(heard)}`;
  return (await say(host, { type: 'step', request: -2, count: 30 }, true)).heard.find(({ type }) => type === 'stepped')?.hash;
}

function frameProblem(frame) {
  if (!(frame.alpha >= 0 && frame.alpha <= 1)) return `alpha ${frame.alpha}`;
  if (!Number.isInteger(frame.step) || frame.step < 0) return `step ${frame.step}`;
  if (!Number.isInteger(frame.droppedSteps) || frame.droppedSteps < 0) return `droppedSteps ${frame.droppedSteps}`;
  const used = 2 * frame.slotCount * 8;
  if (!(frame.poses instanceof Float32Array) || frame.poses.length < used)
    return `${frame.poses?.length} poses for ${frame.slotCount} slots`;
  if (!frame.poses.subarray(0, used).every(Number.isFinite)) return 'a pose that is not finite';
  return '';
}

/** What does not hold, as { law, text, at } (index of the message), or null; and how many messages were said. */
export async function runSession(messages) {
  const host = await newHost();
  const answered = new Map();
  try {
    for (const [at, message] of messages.entries()) {
      const isNumbered = Number.isSafeInteger(message?.request);
      const asks = isNumbered && !['frame', 'play', 'pause', 'rate', 'select', 'watch', 'halt', 'dispose'].includes(message.type);
      const before = asks ? (await say(host, { type: 'step', request: -3, count: 0 }, true)).heard : [];
      const was = before.find(({ type }) => type === 'stepped');
      const { heard, milliseconds } = await say(host, message, asks);
      const found = (law, text) => ({ law, text, at });
      const dead = heard.find(({ type }) => type === 'failed');
      if (dead) return found('failed', dead.message);
      if (milliseconds > kMostMilliseconds) return found('time', `${Math.round(milliseconds)} ms`);
      const answers = heard.filter(({ request, type }) => request !== undefined && type !== 'progress');
      if (asks && answers.length !== 1) return found('answers', `${answers.length} answers`);
      if (!asks && answers.length > 0 && !answers.every(({ type }) => type === 'refused'))
        return found('answers', `nobody asked for ${answers[0].type}`);
      for (const { request } of answers) answered.set(request, (answered.get(request) ?? 0) + 1);
      const bad = heard
        .filter(({ type }) => type === 'frame')
        .map(frameProblem)
        .find(Boolean);
      if (bad) return found('frames', bad);
      if (answers[0]?.type === 'refused') {
        if (!(answers[0].message?.length > 0 && answers[0].message.length < 600))
          return found('refused', `with the sentence ${JSON.stringify(answers[0].message)?.slice(0, 80)}`);
        const now = (await say(host, { type: 'step', request: -4, count: 0 }, true)).heard.find(({ type }) => type === 'stepped');
        if (was && (now?.step !== was.step || now?.hash !== was.hash))
          return found('refused', `step ${was.step} ${was.hash} became ${now?.step} ${now?.hash}: ${answers[0].message}`);
      }
    }
    const hash = await endHash(host);
    if (expected === null) {
      const fresh = await newHost();
      expected = await endHash(fresh);
      fresh.dispose();
    }
    return hash === expected ? null : { law: 'alive', text: `${hash} instead of ${expected}`, at: messages.length };
  } finally {
    try {
      host.dispose();
    } catch {
      /* it died */
    }
  }
}

/** The same finding with as few messages, and as few parts of them, as it takes. */
export async function shrink(messages, { law }) {
  const still = async (some) => (await runSession(some).catch((error) => ({ law: 'throws', text: String(error) })))?.law === law;
  let best = messages;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.length; ) {
      const fewer = best.toSpliced ? best.toSpliced(from, size) : [...best.slice(0, from), ...best.slice(from + size)];
      if (fewer.length > 0 && (await still(fewer))) best = fewer;
      else from += size;
    }
  }
  for (const [index, message] of best.entries()) {
    for (const key of Object.keys(message ?? {})) {
      const { [key]: _, ...rest } = best[index];
      const fewer = best.with ? best.with(index, rest) : best.map((each, at) => (at === index ? rest : each));
      if (await still(fewer)) best = fewer;
    }
  }
  return best;
}
