// Keyboard only: every control is reached by Tab with a visible focus, and every deed has a key.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from '../support/browser-test.mjs';
import { isPlaying, openTumble, presentStep, waitForFrame, waitForStep } from '../support/tumble-page.mjs';

const controls = ['gallery-button', 'numbers-button', 'help-button', 'picture', 'play', 'step-back', 'step', 'reset', 'speed'];

export function testKeyboard(context) {
  test('Tab reaches all controls, and the focus is to be seen', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    const seen = new Map();
    for (let press = 0; press < 60 && controls.some((id) => !seen.has(id)); press += 1) {
      await page.key('Tab');
      const [id, visible] = await page.evaluate(() => {
        const element = document.activeElement;
        // The mark may lie on a neighbour: nothing can be drawn over the inside of a canvas.
        const isMarked = [element, ...element.parentElement.children].some((one) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
          return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow.includes('inset');
        });
        return [element.id || element.dataset.part, element.matches(':focus-visible') && isMarked];
      });
      if (id) seen.set(id, visible);
    }
    assert.deepEqual(
      controls.filter((id) => !seen.has(id)),
      [],
      'not reached by Tab',
    );
    assert.deepEqual(
      controls.filter((id) => !seen.get(id)),
      [],
      'without a visible focus',
    );
    await page.close();
  });

  test('play, pause, step, step back and reset by keys', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=drop-flat' });
    await waitForFrame(page);
    await page.evaluate(() => document.querySelector('.picture').focus());
    await page.key('Space');
    await page.waitFor(() => !globalThis.tumble.simulation.frame.playing, { what: 'a pause' });
    const step = await presentStep(page);
    await page.key('.');
    await page.waitFor((wanted) => globalThis.tumble.simulation.frame.step === wanted, { args: [step + 1], what: 'one step more' });
    await page.key(',');
    await page.waitFor((wanted) => globalThis.tumble.simulation.frame.step === wanted, { args: [step], what: 'one step back' });
    await page.key('r');
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 0, { what: 'a reset' });
    assert.equal(await isPlaying(page), false);
    await page.key('Space');
    await page.waitFor(() => globalThis.tumble.simulation.frame.step > 2, { what: 'playing' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a step, another speed and the other tool by keys are said', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=drop-flat&paused' });
    await page.evaluate(() => document.querySelector('.picture').focus());
    for (const [key, sentence] of [
      ['.', /, step 1$/],
      ['.', /, step 2$/],
      [',', /, step 1$/],
      [']', /^2× of real time$/],
      ['0', /^1× of real time$/],
      ['t', /^What pulling a body does: Drag$/],
      ['t', /^What pulling a body does: Push$/],
    ]) {
      await page.key(key);
      await page.waitFor((wanted) => new RegExp(wanted).test(document.querySelector('[data-part=spoken]').textContent), {
        args: [sentence.source],
        what: `${sentence} after ${key}`,
      });
    }
    await page.close();
  });

  test('Space presses the button that has the focus, once', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    await page.evaluate(() => document.querySelector('[data-part=step]').focus());
    await page.key('Space');
    await page.waitFor(() => globalThis.tumble.simulation.frame?.step === 1, { what: 'one step' });
    assert.equal(await isPlaying(page), false);
    await page.close();
  });

  test('a body is chosen and pushed by keys', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    await page.evaluate(() => document.querySelector('.picture').focus());
    await page.key('n');
    await page.waitFor(() => globalThis.tumble.simulation.frame?.state, { what: 'a selected body' });
    await page.key('ArrowRight');
    const log = await page.waitFor(() => (globalThis.tumble.simulation.log.length > 0 ? globalThis.tumble.simulation.log : null), {
      what: 'a push',
    });
    assert.equal(log[0].command.type, 'impulse');
    assert.ok(Math.hypot(...log[0].command.impulse) > 0);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('in a frame of another page no key leaves the figure of its author', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=drop-flat&embed&paused' });
    await page.evaluate(() => document.querySelector('.picture').focus());
    const [title, address] = await page.evaluate(() => [document.title, location.search]);
    for (const key of ['j', 'k', 'g', 'l', 'i', 't', '?', '1', '5', '9', '0', '[', ']']) await page.key(key);
    await page.key('.');
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 1, { what: 'a step' });
    assert.deepEqual(await page.evaluate(() => [document.title, location.search]), [title, address]);
    assert.equal(await page.evaluate(() => document.querySelectorAll('.panel:not([hidden]), dialog[open]').length), 0);
    assert.equal(await page.evaluate(() => document.querySelector('[data-part="tools"] input:checked').value), 'push');
    await page.key(',');
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 0, { what: 'a step back' });
    await page.key('Space');
    await page.waitFor(() => globalThis.tumble.simulation.frame.playing, { what: 'playing' });
    await page.key('r');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('letters, digits and signs can be switched off as keys, for the next visit too', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=drop-flat&paused' });
    const isHelp = (isOpen) =>
      page.waitFor((wanted) => document.querySelector('#help').open === wanted, { args: [isOpen], what: `help: ${isOpen}` });
    const turn = async () => {
      await page.evaluate(() => document.querySelector('#help-button').click());
      await isHelp(true);
      await page.evaluate(() => {
        document.querySelector('#character-keys').click();
        document.querySelector('#help').close();
        document.querySelector('.picture').focus();
      });
    };
    const pressAll = async () => {
      for (const key of ['.', 'j', '1', 'l', '?']) await page.key(key);
    };
    await turn();
    const { title, address } = await page.evaluate(() => ({ title: document.title, address: location.href }));
    for (const visit of ['this visit', 'the next visit']) {
      await page.evaluate(() => document.querySelector('.picture').focus());
      await pressAll();
      await page.key('Space');
      await page.waitFor(() => globalThis.tumble.simulation.frame?.playing, { what: 'playing' });
      assert.equal(await page.evaluate(() => document.title), title, visit);
      assert.equal(await page.evaluate(() => document.querySelectorAll('#lab:not([hidden]), dialog[open]').length), 0, visit);
      await page.goto(address); // paused
      await page.waitFor(() => Boolean(globalThis.tumble), { what: 'the page again' });
      await page.evaluate(() => globalThis.tumble.ready);
    }
    await turn();
    await page.key('j');
    await page.waitFor((before) => document.title !== before, { args: [title], what: 'the next scene' });
    await page.key('?');
    await isHelp(true);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('the first Tab offers to skip to the picture, and the scene goes on', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=drop-flat&paused' });
    await page.evaluate(() => globalThis.tumble.simulation.step(7));
    await page.key('Tab');
    const [id, place] = await page.evaluate(() => {
      const { id, offsetWidth, offsetHeight } = document.activeElement;
      return [id, [offsetWidth, offsetHeight]];
    });
    assert.equal(id, 'skip');
    assert.ok(place[0] > 60 && place[1] > 20, `to be seen: ${place}`);
    await page.key('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'picture');
    assert.equal(await page.evaluate(() => location.hash), '');
    await waitForStep(page, 7);
    await page.close();
  });

  test('every button without words says what it does', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: 900, height: 760 });
    await page.evaluate(() => {
      for (const button of ['lab', 'numbers']) document.querySelector(`#${button}-button`).click();
    });
    await page.waitFor(() => Boolean(document.querySelector('.plot-button')), { what: 'the numbers' });
    const silent = await page.evaluate(() =>
      [...document.querySelectorAll('button')]
        .filter((button) => {
          button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
          return button.title === '' && !/\p{L}/u.test(button.innerText);
        })
        .map((button) => button.outerHTML.slice(0, 100)),
    );
    assert.deepEqual(silent, []);
    assert.equal(await page.evaluate(() => document.querySelector('[data-part="play"]').title), 'Play');
    assert.equal(await page.evaluate(() => document.querySelector('#lab-button').title), 'Laboratory', 'its word is clipped at this width');
    await page.close();
  });

  test('the help leads to what the program is, which needs no script', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    await page.evaluate(() => document.querySelector('#help-button').click());
    await page.waitFor(() => Boolean(document.querySelector('.help a')), { what: 'the help' });
    await page.goto(await page.evaluate(() => document.querySelector('.help a').href));
    assert.equal(await page.evaluate(() => document.querySelector('h1').textContent), 'Tumble');
    assert.equal(await page.evaluate(() => document.scripts.length), 0);
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    assert.equal(await page.evaluate(() => document.querySelector('dd').textContent), version);
    assert.ok((await page.evaluate(() => document.querySelector('pre').textContent)).includes(`version = {${version}}`));
    assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
    for (const name of ['sbom.cdx.json', 'third-party-notices.txt'])
      assert.equal(await page.evaluate((file) => document.querySelectorAll(`a[href$="${file}"]`).length, name), 1);
    await page.close();
  });
}
