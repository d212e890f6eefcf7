// The program that the reader edits: it runs in a Worker (interpreter/code-worker.js), moves the body “yours” of the figure beside the engine's, and is
// compared with the closed form.
import { flipInterval } from './free-rotation.js';

const kMoments = [0.01254127, 0.00100547, 0.01351962]; // kg m², of the figure
const kThrown = [6, 0.01, 0.03]; // rad/s
const kRate = 60; // frames a second
const kPatience = 20_000; // ms, far more than the interpreter's own limit takes

const isVector = (value, length) => Array.isArray(value) && value.length === length && value.every(Number.isFinite);

/** What is wrong with the frames of a program, in a sentence, or null. */
export function troubleOf(frames) {
  if (!Array.isArray(frames) || frames.length < 2) return 'The program leaves no list “frames” with two frames or more.';
  const at = frames.findIndex(
    (frame) => !isVector(frame?.orientation, 4) || !isVector(frame?.spin, 3) || Math.hypot(...frame.orientation) === 0,
  );
  return at < 0 ? null : `Frame ${at} needs an orientation of four finite numbers, not all 0, and a spin of three.`;
}

/** Seconds between turns over, from the spin about x; null where there are not two. */
export function measuredInterval(frames) {
  const times = frames.flatMap(({ spin: [now] }, at) => {
    const before = frames[at - 1]?.spin[0] ?? now;
    return before * now < 0 ? [(at - 1 + before / (before - now)) / kRate] : [];
  });
  return times.length < 2 ? null : (times.at(-1) - times[0]) / (times.length - 1);
}

/** Change of the energy from the first frame to the last, as a share. */
export function energyChange(frames) {
  const energy = ({ spin }) => spin.reduce((sum, part, axis) => sum + kMoments[axis] * part * part, 0);
  return energy(frames.at(-1)) / energy(frames[0]) - 1;
}

/** Commands that lay the body “yours” as the frames say, each in the step that leads to its moment. */
export const posesOf = (frames) =>
  frames.slice(1).map(({ orientation }, step) => {
    const size = Math.hypot(...orientation);
    return { step, type: 'pose', body: 'yours', orientation: orientation.map((part) => part / size) };
  });

/** Resolves with the frames, rejects with a sentence. */
export function runProgram(code) {
  const worker = new Worker(new URL('./code-worker.js', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    let timer = 0;
    worker.onerror = () => reject(new Error('The interpreter could not be loaded.'));
    worker.onmessage = ({ data }) => {
      if (data.type === 'ready') {
        worker.postMessage(code);
        timer = setTimeout(() => reject(new Error('It did not end in time.')), kPatience);
        return;
      }
      clearTimeout(timer);
      if (data.type === 'done') resolve(data.frames);
      else reject(new Error(data.message));
    };
  }).finally(() => worker.terminate());
}

const three = (value) => String(Number(value.toPrecision(3)));

export function watchCodeLab() {
  const form = document.querySelector('#code-lab');
  const figure = document.getElementById('beside');
  const [code, said] = [form.querySelector('textarea'), form.querySelector('output')];
  const original = code.value;
  let frames = [];

  const told = () => {
    const [mine, right] = [measuredInterval(frames), flipInterval(kMoments, kThrown)];
    const turns =
      mine === null
        ? 'It does not turn over twice.'
        : `It turns over every ${mine.toFixed(4)} s; the closed form says ${right.toFixed(4)} s.`;
    return `${frames.length} frames. ${turns} Energy after the last: ${three(100 * energyChange(frames))} % off.`;
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    said.textContent = 'It runs…';
    try {
      const result = await runProgram(code.value);
      const trouble = troubleOf(result);
      if (trouble) throw new Error(trouble);
      frames = result;
      said.textContent = told();
      figure.scrollIntoView({ block: 'nearest' });
      await figure.reset();
      await figure.set('commands', posesOf(frames));
      await figure.play();
    } catch (error) {
      said.textContent = error.message;
    }
  });
  form.querySelector('[data-original]').addEventListener('click', () => (code.value = original));
}
