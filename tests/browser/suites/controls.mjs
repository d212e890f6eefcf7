// The controls that a scene brings along: what is moved changes the scene, at once or from its start, and a button sends its command.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, openTumble, waitForMessage } from '../support/tumble-page.mjs';

const labels = () =>
  [...document.querySelectorAll('.control > span:first-child, .controls-list > button')].map((label) => label.textContent);

// Moves the input beside a label as a person does.
const set = (label, value) => {
  const row = [...document.querySelectorAll('.control')].find((control) => control.firstElementChild.textContent === label);
  const input = row.querySelector('input, select');
  input.value = value;
  input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
};
const shown = (label) =>
  [...document.querySelectorAll('.control')]
    .find((control) => control.firstElementChild.textContent === label)
    .querySelector('.control-value').textContent;

export function testControls(context) {
  test('sliders change the scene, from its start or while it goes on', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket&paused', width: 1280, height: 800 });
    await page.waitFor(() => document.querySelectorAll('.control').length === 3, { what: 'three sliders' });
    assert.deepEqual(await page.evaluate(labels), ['ω about x', 'ω about y', 'ω about z']);
    await page.evaluate(() => globalThis.tumble.simulation.step(30));
    await page.evaluate(set, 'ω about x', '3');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].angularVelocity[0] === 3, { what: 'the other spin' });
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 0, { what: 'the start' });
    assert.equal(await page.evaluate(shown, 'ω about x'), '3.00\u00a0rad/s');
    for (const value of ['-1', '-2', '-3', '-4']) await page.evaluate(set, 'ω about x', value); // the last one counts
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].angularVelocity[0] === -4, { what: 'the last spin' });

    assert.equal(await loadScene(page, 'weight-on-a-spring'), true);
    await page.waitFor(() => document.querySelectorAll('.control').length === 2, { what: 'two sliders' });
    // A label names the first that it can; and what changes at every frame is no region that is read out.
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('.control')].map(({ control }) => control.type)), [
      'range',
      'range',
    ]);
    const live = 'output, [role=status], [role=log], [aria-live]:not([aria-live=off])';
    const changing = '[data-part=seconds], [data-part=steps], .energy-value, .control-value';
    assert.ok(
      await page.evaluate(([all, regions]) => [...document.querySelectorAll(all)].every((one) => !one.closest(regions)), [changing, live]),
    );
    await page.evaluate(() => globalThis.tumble.simulation.pause());
    await page.evaluate(() => globalThis.tumble.simulation.step(20));
    const before = await page.evaluate(() => globalThis.tumble.simulation.frame.step);
    await page.evaluate(set, 'mass', '20');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 20, { what: 'the other mass' });
    assert.ok((await page.evaluate(() => globalThis.tumble.simulation.frame.step)) >= before, 'it goes on');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('where controls are folded their keys are in the picture, and act while they are held', async (here) => {
    if ((context.browser.narrowest ?? 0) > 390) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=moon-lander&paused', width: 390, height: 844 });
    await page.waitFor(() => document.querySelectorAll('.key-button').length === 3, { what: 'three keys' });
    const press = (type) =>
      page.evaluate((name) => {
        const key = document.querySelector('.key-button[data-key=w]');
        key.dispatchEvent(new KeyboardEvent(name, { key: 'Enter', bubbles: true }));
        return key.getClientRects().length > 0 && !document.querySelector('.controls details').open;
      }, type);
    assert.ok(await press('keydown'), 'the key is not to be seen');
    await page.waitFor(() => globalThis.tumble.simulation.scene.forces[0].force[1] === 1944, { what: 'the engine' });
    await press('keyup');
    await page.waitFor(() => globalThis.tumble.simulation.scene.forces[0].force[1] === 0, { what: 'no thrust' });
    await page.resize(1440, 900);
    assert.equal(await page.evaluate(() => document.querySelector('.key-button').getClientRects().length), 0, 'beside open controls');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a message leaves the controls of a scene free, beside the laboratory and without it', async () => {
    for (const [width, height, hasLab] of [
      [1366, 768, true],
      [1366, 768, false],
      [1024, 768, false],
      [1024, 768, true],
      [1150, 800, true],
    ]) {
      const page = await openTumble(context.browser, context.site.url, { query: '?scene=weight-on-a-spring&paused', width, height });
      await page.waitFor(() => document.querySelectorAll('.control').length === 2, { what: 'two sliders' });
      if (hasLab) await page.clickOn('#lab-button');
      assert.equal(
        await loadScene(page, { tumble: 1, bodies: [{ name: 'a weight with a name of some length', size: [1, 1, 1], density: -2 }] }),
        false,
      );
      await waitForMessage(page, /is not above 0/);
      const places = () => ['.note', '.controls'].map((name) => document.querySelector(name).getBoundingClientRect().toJSON());
      const isFree = () => {
        const [note, controls] = ['.note', '.controls'].map((name) => document.querySelector(name).getBoundingClientRect());
        return note.right <= controls.left || note.bottom <= controls.top;
      };
      await page.waitFor(isFree, { what: `a message beside the controls at ${width}`, seen: places });
      await page.close();
    }
  });

  test('choices and buttons; a scene without controls shows none; one with a bad path is refused', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=listing-1&paused', width: 1280, height: 800 });
    await page.waitFor(() => Boolean(document.querySelector('.control select')), { what: 'a choice' });
    await page.evaluate(set, 'scheme of the left one', 'midpoint');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].motion === 'midpoint', { what: 'the other scheme' });

    assert.equal(await loadScene(page, 'push-a-cube'), true);
    await page.waitFor(() => document.querySelectorAll('.controls-list > button').length === 2, { what: 'two buttons' });
    await page.clickOn('.controls-list > button');
    await page.waitFor(() => globalThis.tumble.simulation.log.at(-1)?.command.type === 'impulse', { what: 'the push' });
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.log.at(-1).command.body), 0);

    const scene = await page.evaluate(() => globalThis.tumble.simulation.scene);
    const bad = { ...scene, controls: [{ label: 'x', path: 'bodies.nobody.mass', min: 0, max: 1 }] };
    assert.equal(await loadScene(page, bad), false);
    await page.waitFor(() => document.body.textContent.includes('controls[0].path: this scene has no value at'), { what: 'the sentence' });
    assert.equal(await page.evaluate(() => document.querySelectorAll('.controls-list > button').length), 2, 'the scene before runs on');

    assert.equal(await loadScene(page, 'pyramid'), true);
    await page.waitFor(() => document.querySelector('.controls').hidden, { what: 'no controls' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
