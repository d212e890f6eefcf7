// Numbers to check are read live beside their targets, and a click opens what is behind them. No instrument opens empty.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { openTumble, waitForStep } from '../support/tumble-page.mjs';

const check = (page) => page.evaluate(() => document.querySelector('#check').textContent);

export function testChecks(context) {
  test('a number to check comes to its target, gets its tick, and opens its plot', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=one-engine-out&paused', width: 1440, height: 900 });
    await page.waitFor(() => /0\.00 \/ 1\.92\u00a0rad\/s$/.test(document.querySelector('#check').textContent), {
      what: 'the number at the start',
    });
    await page.evaluate(() => globalThis.tumble.simulation.step(120));
    await waitForStep(page, 120);
    await page.waitFor(() => document.querySelector('#check').textContent.endsWith('✓'), { what: 'the tick' });
    assert.equal(await check(page), 'ω after 2 s 1.92 / 1.92\u00a0rad/s ✓');
    await page.clickOn('#check button');
    await page.waitFor(() => /angular velocity/.test(document.querySelector('#lab .plots')?.textContent ?? ''), { what: 'its plot' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a number to check whose moment was past when the scene opened says so, and leads there', async () => {
    const page = await openTumble(context.browser, context.site.url, {
      query: '?scene=car-over-a-ramp&paused&step=300',
      width: 1440,
      height: 900,
    });
    await waitForStep(page, 300);
    await page.waitFor(() => /… \/ 6\.08\u00a0m\/s: go to 2\.2 s$/.test(document.querySelector('#check button')?.textContent ?? ''), {
      what: 'the moment that is past',
    });
    await page.clickOn('#check button');
    await page.waitFor(() => document.querySelector('#check button').textContent.endsWith('6.08 / 6.08\u00a0m/s ✓'), { what: 'the tick' });
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.run.step), 132);
    await page.clickOn('#check button');
    await page.waitFor(() => /velocity/.test(document.querySelector('#lab .plots')?.textContent ?? ''), { what: 'its plot' });
    await page.close();
  });

  test('the impulse of an impact is read wherever one goes in the run', async () => {
    const page = await openTumble(context.browser, context.site.url, {
      query: '?scene=heckers-j&paused&step=240',
      width: 1440,
      height: 900,
    });
    const reads = (end, what) =>
      page.waitFor((wanted) => document.querySelector('#check').textContent.endsWith(wanted), { args: [end], what });
    await reads('j 3.74 / 3.74\u00a0N s ✓', 'the impulse of an impact that nobody saw');
    await page.evaluate(() => globalThis.tumble.simulation.seek(0));
    await reads('j … / 3.74\u00a0N s', 'nothing before the impact');
    await page.evaluate(() => globalThis.tumble.simulation.seek(239));
    await reads('j 3.74 / 3.74\u00a0N s ✓', 'the impulse again');
    const impacts = () => page.evaluate(() => document.querySelector('[data-part=scrub-impacts]').getAttribute('d'));
    assert.notEqual(await impacts(), '');
    await page.evaluate(() => globalThis.tumble.loadScene('off-centre-push'));
    await page.evaluate(() => globalThis.tumble.simulation.seek(240));
    await waitForStep(page, 240);
    assert.equal(await impacts(), '', 'those of the scene before are not marked');
    await page.close();
  });

  test('how far a body came is read from where the scene puts it, however late it is looked at', async () => {
    const page = await openTumble(context.browser, context.site.url, {
      query: '?scene=blocked-door&paused&step=120',
      width: 1440,
      height: 900,
    });
    await page.waitFor(() => /moved 0\.000\d \/ 0\.0000\u00a0m ✓$/.test(document.querySelector('#check').textContent), {
      what: 'the tick',
    });
    await page.close();
  });

  test('numbers to check that take more lines later push the picture down', async (here) => {
    const [width, height] = [390, 844];
    if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=newtons-cradle&paused', width, height });
    const has = (text) =>
      page.waitFor(
        (wanted) => {
          const line = document.querySelector('#check');
          const { camera } = globalThis.tumble.viewer;
          return line.textContent.endsWith(wanted) && camera.freeArea.top >= line.getBoundingClientRect().bottom - 1;
        },
        { args: [text], what: `a picture below “${text}”` },
      );
    const high = () => page.evaluate(() => document.querySelector('#check').offsetHeight);
    await has('0.00 / 3.03\u00a0m/s');
    const before = await high();
    await page.evaluate(() => globalThis.tumble.simulation.seek(70));
    await has('go to 0.75 s');
    const after = await high();
    assert.ok(after > before, `${before} and ${after} px`);
    // The picture stays where it is when they are short again.
    await page.evaluate(() => globalThis.tumble.simulation.seek(0));
    await has('/ 3.03\u00a0m/s');
    assert.equal(await high(), after);
    await page.close();
  });

  test('a line of numbers to check does not begin with the dot between them', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=four-bar&paused', width: 1440, height: 900 });
    await page.waitFor(() => document.querySelectorAll('.check-reading').length === 2, { what: 'two numbers' });
    const dots = await page.evaluate(() =>
      [...document.querySelectorAll('.check-reading')].map((one) =>
        ['::before', '::after'].map((part) => getComputedStyle(one, part).content),
      ),
    );
    assert.deepEqual(
      dots.map((two) => two.map((content) => /·/.test(content))),
      [
        [false, true],
        [false, false],
      ],
    );
    await page.close();
  });

  test('numbers to check that have no text yet go with their scene', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=one-engine-out&paused', width: 1440, height: 900 });
    await page.evaluate(async () => {
      document.querySelector('#check').replaceChildren(document.createElement('button'));
      await globalThis.tumble.loadScene('tumbler');
    });
    await page.waitFor(() => document.querySelector('#title').textContent !== '' && document.title !== '', { what: 'the heading' });
    assert.equal(await page.evaluate(() => document.querySelector('#check').childNodes.length), 0);
    await page.close();
  });

  test('numbers are those of the first body that moves; pages of pushes and impacts offer to run the scene', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=stack-of-ten&paused', width: 1440, height: 900 });
    await page.clickOn('#numbers-button');
    await page.waitFor(() => /kg/.test(document.querySelector('#body-about').textContent), { what: 'the numbers of a body' });
    assert.doesNotMatch(await page.evaluate(() => document.querySelector('#body-name').textContent), /No body/);
    await page.clickOn('#lab-button');
    await page.waitFor(() => document.querySelector('#lab-tab-collision') !== null, { what: 'the laboratory' });
    await page.clickOn('#lab-tab-collision');
    await page.clickOn('#lab-inside button');
    await page.waitFor(() => document.querySelector('[aria-label="Which impact"]').options.length > 0, {
      what: 'an impact',
      limit: 60_000,
    });
    await page.clickOn('#lab-tab-push');
    await page.clickOn('#lab-inside button');
    await page.waitFor(() => /at t = /.test(document.querySelector('#lab-inside').textContent), { what: 'the numbers of a push' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
