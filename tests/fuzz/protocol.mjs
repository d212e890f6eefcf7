// The fuzzer of the protocol: random sessions with a host over the real engine, `npm run fuzz:protocol -- --sessions 50000`.
//   --sessions N     how many (2000), of 24 messages each      --first N   seed of the first (1)
//   --seconds S   stop after so long                        --seed N    one session, printed
// Findings are made small and printed; exit code 1 when there are any.
import { inspect } from 'node:util';
import { runMain } from '../../build-scripts/lib/problem.mjs';
import { say } from '../../build-scripts/lib/progress.mjs';
import { readOptions } from './options.mjs';
import { runSession, shrink } from './protocol-host.mjs';
import { sessionOf } from './protocol-messages.mjs';

const kMostShown = 5;
const shown = (messages) => inspect(messages, { depth: 8, maxStringLength: 120, maxArrayLength: 20, breakLength: 140 });

const kOptions = {
  sessions: { value: 2000, least: 1, isWhole: true },
  first: { value: 1, isWhole: true },
  seconds: { value: Infinity },
  seed: { value: null, isWhole: true },
};

/** Looks at sessions from a seed on: { sessions, messages, findings: [{ seed, law, text, messages }] }. */
export async function fuzzProtocol({ first, sessions, seconds = Infinity, report = () => {} }) {
  const start = performance.now();
  const findings = [];
  let [done, messages] = [0, 0];
  for (; done < sessions && performance.now() - start < seconds * 1000 && findings.length < kMostShown; done += 1) {
    const seed = first + done;
    const session = sessionOf(seed);
    const found = await runSession(session);
    messages += session.length;
    if (found) findings.push({ seed, ...found, messages: await shrink(session, found) });
    if (done % 500 === 499) report(`${done + 1} sessions, ${findings.length} findings`);
  }
  return { sessions: done, messages, findings };
}

export const told = ({ seed, law, text, messages }) => `seed ${seed}: ${law}: ${text}\n${shown(messages)}`;

if (process.argv[1]?.endsWith('protocol.mjs')) {
  await runMain(async () => {
    const { sessions, first, seconds, seed } = readOptions(process.argv.slice(2), kOptions);
    if (seed !== null) console.log(shown(sessionOf(seed)));
    const result = await fuzzProtocol({ first: seed ?? first, sessions: seed === null ? sessions : 1, seconds, report: say });
    for (const finding of result.findings) console.log(told(finding));
    console.log(`${result.sessions} sessions from seed ${seed ?? first}, ${result.messages} messages, ${result.findings.length} findings`);
    return result.findings.length > 0 ? 1 : 0;
  });
}
