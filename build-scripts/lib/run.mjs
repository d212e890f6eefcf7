// Running other programs: quietly for a short answer, or long with its output in a log file and its last line as progress.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, createWriteStream, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Problem } from './problem.mjs';

const kTailLines = 60; // how much of a failed program's output is shown; all of it is in the log
const kKillAfterMilliseconds = 5000;

// The standard output of a short command, or null when it is missing or fails.
export function answer(command, args = [], options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], ...options });
  return result.status === 0 ? result.stdout.trim() : null;
}

export function findProgram(name, path = process.env.PATH ?? '') {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      /* next folder */
    }
  }
  return null;
}

// Programs that are still running, so that Ctrl-C or a time limit takes their children down too.
const running = new Set();

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    /* it is gone already */
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of running) endGroup(child, 'SIGTERM');
    process.exit(signal === 'SIGINT' ? 130 : 143);
  });
}

// Runs a program to its end and gives { code, output, timedOut }; never throws for a non-zero exit.
// report(line) receives its latest line of output; log is a file that receives all of it.
export function run(command, args = [], { cwd, env, log, report, timeoutSeconds, append = false } = {}) {
  return new Promise((resolve) => {
    if (log) mkdirSync(dirname(log), { recursive: true });
    const file = log ? createWriteStream(log, { flags: append ? 'a' : 'w' }) : null;
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    running.add(child);
    const pieces = [];
    let timedOut = false;
    const take = (chunk) => {
      const text = chunk.toString();
      pieces.push(text);
      file?.write(text);
      const lines = text.split(/[\r\n]+/).filter((line) => line.trim());
      if (lines.length && report) report(lines.at(-1));
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer =
      timeoutSeconds &&
      setTimeout(() => {
        timedOut = true;
        take(`\nStopped after ${timeoutSeconds} s.\n`);
        endGroup(child, 'SIGTERM');
        setTimeout(() => endGroup(child, 'SIGKILL'), kKillAfterMilliseconds).unref();
      }, timeoutSeconds * 1000);
    let done = false;
    const finish = (code) => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      running.delete(child);
      const result = { code, output: pieces.join(''), timedOut };
      if (file) file.end(() => resolve(result));
      else resolve(result);
    };
    child.on('error', (error) => {
      take(`${command}: ${error.message}\n`);
      finish(127);
    });
    child.on('close', (code, signal) => finish(code ?? (signal ? 128 : 1)));
  });
}

export const tail = (text, lines = kTailLines) => text.trimEnd().split('\n').slice(-lines).join('\n');

// As run(), but a failure is a Problem that shows the end of the output.
export async function mustRun(command, args, options = {}) {
  const result = await run(command, args, options);
  if (result.code !== 0) {
    const name = [command.split('/').at(-1), ...args.slice(0, 3)].join(' ');
    throw new Problem(options.problem ?? `"${name}" failed with code ${result.code}.`, tail(result.output));
  }
  return result;
}
