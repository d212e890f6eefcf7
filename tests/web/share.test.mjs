// What the dialog "Share" says and plans: what a link fits into, code for other pages, the moments of a video, lines of text.
import assert from 'node:assert/strict';
import test from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { fitOf, frameCode, frameCount, momentOf, planProblem, mostFrames, wrap } = await importWebModules(
  'share/link-length.ts',
  'share/embed-code.ts',
  'share/video-plan.ts',
  'share/canvas-text.ts',
);

const steps = (stepsPerSecond) => [{ step: 0, seconds: 0, stepsPerSecond }];

test('a link is told what it fits into', () => {
  for (const [length, pattern] of [
    [1000, /^1,000 characters: fits a QR code/],
    [1001, /Discord \(2,000\) and an e-mail, too long for a QR code/],
    [2001, /too long for Discord/],
    [8000, /^8,000 characters: fits an e-mail/],
    [8001, /Send the file instead/],
  ])
    assert.match(fitOf(length), pattern);
});

test('the code for a frame holds address and title as they are, whatever signs are in them', () => {
  const code = frameCode('https://a.example/?scene=x&embed', 'A "b" <c> & d');
  assert.match(code, /src="https:\/\/a\.example\/\?scene=x&amp;embed"/);
  assert.match(code, /title="A &quot;b&quot; &lt;c&gt; &amp; d"/);
});

test('frames show moments that are evenly apart, from the first step to the last, at any rate and speed', () => {
  for (const [stretch, pace, frames] of [
    [{ from: 0, to: 300, timeline: steps(60) }, { frameRate: 30, speed: 1 }, 151],
    [{ from: 60, to: 120, timeline: steps(60) }, { frameRate: 24, speed: 1 / 4 }, 97],
    [{ from: 7, to: 247, timeline: steps(240) }, { frameRate: 50, speed: 2 }, 26],
    [{ from: 0, to: 10, timeline: steps(10) }, { frameRate: 60, speed: 1 }, 61],
  ]) {
    assert.equal(frameCount(stretch, pace), frames);
    const exact = Array.from({ length: frames }, (_, frame) => momentOf(frame, stretch, pace)).map(({ step, alpha }) => {
      assert.ok(Number.isSafeInteger(step) && alpha > 0 && alpha <= 1);
      return step - 1 + alpha;
    });
    const apart = (pace.speed * stretch.timeline[0].stepsPerSecond) / pace.frameRate;
    exact.forEach((at, frame) => assert.ok(Math.abs(at - (stretch.from - 0 + frame * apart)) < 1e-5, `frame ${frame}: ${at}`));
    assert.ok(Math.abs(exact.at(-1) - stretch.to) < apart + 1e-6);
  }
});

test('a video goes on at its pace where steps get another length', () => {
  const timeline = [...steps(60), { step: 60, seconds: 1, stepsPerSecond: 240 }];
  const stretch = { from: 30, to: 300, timeline }; // 0.5 s to 2 s
  const pace = { frameRate: 30, speed: 1 };
  assert.equal(frameCount(stretch, pace), 46);
  const exact = [0, 15, 30, 45].map((frame) => momentOf(frame, stretch, pace)).map(({ step, alpha }) => step - 1 + alpha);
  assert.deepEqual(exact, [30, 60, 180, 300]);
});

test('what cannot be a video is told in a sentence', () => {
  const stretch = { from: 0, to: 300, timeline: steps(60) };
  const pace = { frameRate: 30, speed: 1 };
  assert.equal(planProblem(stretch, pace, 100_000), '');
  assert.match(planProblem({ ...stretch, from: NaN }, pace, 100_000), /begin and end/);
  assert.match(planProblem({ ...stretch, from: -1 }, pace, 100_000), /begin and end/);
  assert.match(planProblem({ ...stretch, from: 300 }, pace, 100_000), /after it begins/);
  assert.match(planProblem({ ...stretch, to: 100_001 }, pace, 100_000), /to step 100000/);
  assert.match(planProblem({ ...stretch, to: 60_000 }, { frameRate: 60, speed: 0.01 }, 100_000), new RegExp(`at most ${mostFrames}`));
});

test('text is broken between words, and cut with an ellipsis where there is no room', () => {
  const measure = (text) => text.length;
  assert.deepEqual(wrap(measure, 'one two three four', 9, 3), ['one two', 'three', 'four']);
  assert.deepEqual(wrap(measure, 'one two three four', 9, 2), ['one two', 'three…']);
  assert.deepEqual(wrap(measure, '', 9, 2), []);
  for (const line of wrap(measure, 'a wordthatislongerthantheline and more', 12, 2)) assert.ok(line.length <= 12 || !line.includes(' '));
  assert.ok(wrap(measure, 'averylongwordindeed', 8, 1)[0].length <= 8);
});
