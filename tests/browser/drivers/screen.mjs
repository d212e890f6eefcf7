// The screen for browsers that draw WebGL only on one: the user's own, or a virtual one, started once for a test run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

let started = null;

/** The DISPLAY to use. */
export async function ensureScreen() {
  if (process.env.DISPLAY) return process.env.DISPLAY;
  started ??= startScreen();
  return (await started).display;
}

async function startScreen() {
  // -displayfd: Xvfb picks a free number itself and writes it there, so that two runs never meet.
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await Promise.race([
    once(child.stdio[3], 'data'),
    once(child, 'exit').then(() => {
      throw new Error('Xvfb did not start');
    }),
    once(child, 'error').then(([error]) => {
      throw error;
    }),
  ]);
  child.unref();
  child.stdio[3].unref();
  process.once('exit', () => child.kill());
  return { child, display: `:${String(number).trim()}` };
}

export async function closeScreen() {
  if (!started) return;
  const { child } = await started;
  started = null;
  child.kill();
}
