// The fuzzer of the protocol: random talks with a host over the real engine, `npm run fuzz:protocol -- --talks 50000`.
//   --talks N     how many (2000), of 24 messages each      --first N   seed of the first (1)
//   --seconds S   stop after so long                        --seed N    one talk, printed
// Findings are made small and printed; exit code 1 when there are any.
import { inspect } from 'node:util';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { say } from '../../build-scripts/lib/progress.mjs';
import { holdTalk, shrink } from './protocol-host.mjs';
import { talkOf } from './protocol-messages.mjs';

const kMostShown = 5;
const shown = (messages) => inspect(messages, { depth: 8, maxStringLength: 120, maxArrayLength: 20, breakLength: 140 });

function readOptions(words) {
  const options = { talks: 2000, first: 1, seconds: Infinity, seed: null };
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at].replace(/^--/, '');
    if (!(name in options) || !(Number(words[at + 1]) >= 0)) throw new Problem(`The fuzzer knows ${Object.keys(options).map((word) => `--${word}`).join(', ')}, each with a number.`);
    options[name] = Number(words[at + 1]);
  }
  return options;
}

/** Looks at talks from a seed on: { talks, messages, findings: [{ seed, law, text, messages }] }. */
export async function fuzzProtocol({ first, talks, seconds = Infinity, report = () => {} }) {
  const start = performance.now();
  const findings = [];
  let [done, messages] = [0, 0];
  for (; done < talks && performance.now() - start < seconds * 1000 && findings.length < kMostShown; done += 1) {
    const seed = first + done;
    const talk = talkOf(seed);
    const found = await holdTalk(talk);
    messages += talk.length;
    if (found) findings.push({ seed, ...found, messages: await shrink(talk, found) });
    if (done % 500 === 499) report(`${done + 1} talks, ${findings.length} findings`);
  }
  return { talks: done, messages, findings };
}

export const told = ({ seed, law, text, messages }) => `seed ${seed}: ${law}: ${text}\n${shown(messages)}`;

if (process.argv[1]?.endsWith('protocol.mjs')) {
  await runMain(async () => {
    const { talks, first, seconds, seed } = readOptions(process.argv.slice(2));
    if (seed !== null) console.log(shown(talkOf(seed)));
    const result = await fuzzProtocol({ first: seed ?? first, talks: seed === null ? talks : 1, seconds, report: say });
    for (const finding of result.findings) console.log(told(finding));
    console.log(`${result.talks} talks from seed ${seed ?? first}, ${result.messages} messages, ${result.findings.length} findings`);
    return result.findings.length > 0 ? 1 : 0;
  });
}
