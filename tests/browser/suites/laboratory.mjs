// The laboratory: instruments over the picture, plots, the push explained, a scene edited, runs compared; what they cost, and that
// nothing of it is left behind.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { audit, bringAxe } from '../support/axe.mjs';
import { loadScene, openTumble, waitForFrame, waitForStep } from '../support/tumble-page.mjs';
import { isWhole } from '../support/whole.mjs';

const top = {
  tumble: 1,
  title: 'A top',
  gravity: [0, 0, 0],
  camera: { position: [0, 1, 6], target: [0, 0, 0] },
  bodies: [{ name: 'top', size: [1, 1, 1], mass: 2, inertia: [1, 2, 2.5], angularVelocity: [0.8, 1.1, 0.6] }],
};

const fifty = {
  tumble: 1,
  title: 'Fifty',
  bodies: [
    { type: 'static', size: [60, 2, 60], position: [0, -1, 0] },
    ...Array.from({ length: 50 }, (_, i) => ({
      size: [1, 0.6, 0.4],
      mass: 1,
      position: [(i % 10) * 1.5 - 7, 0.3 + 0.62 * (i % 2), Math.floor(i / 10) * 1.5],
      velocity: [1, 0, 0],
      angularVelocity: [1, 2, 3],
    })),
  ],
  forces: Array.from({ length: 50 }, (_, i) => ({ type: 'force', body: i + 1, force: [0, 1, 0.5], point: [0.3, 0, 0] })),
};

const switches = '#mark-rows input, #body-rows input, #point-rows input';
const openNumbers = async (page) => {
  await page.evaluate(() => document.querySelector('#body-next').click());
  await page.waitFor((wanted) => document.querySelectorAll(wanted).length > 10, { args: [switches], what: 'the instruments' });
};
const openLab = async (page, tab) => {
  if (await page.evaluate(() => document.querySelector('#lab').hidden))
    await page.evaluate(() => document.querySelector('#lab-button').click());
  await page.waitFor((id) => Boolean(document.querySelector(id)), { args: [`#lab-tab-${tab}`], what: 'the laboratory' });
  await page.evaluate((id) => document.querySelector(id).click(), `#lab-tab-${tab}`);
};

export function testLaboratory(context) {
  // Standing still at step 0.
  const start = async (scene = top, size = { width: 1200, height: 760 }) => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', ...size });
    assert.equal(await loadScene(page, scene), true);
    await page.evaluate(async () => {
      globalThis.tumble.simulation.pause();
      await globalThis.tumble.simulation.reset();
    });
    return page;
  };

  test('all instruments at once: numbers beside each, and no error', async () => {
    const page = await start();
    await openNumbers(page);
    await page.waitFor(() => /^[1-9]\d* bod/.test(document.querySelector('#world-counts').textContent), {
      what: 'bodies, before the first step',
    });
    await page.evaluate((wanted) => document.querySelectorAll(wanted).forEach((box) => box.checked || box.click()), switches);
    await page.evaluate(() => globalThis.tumble.simulation.play());
    await waitForStep(page, 30);
    await page.waitFor(() => globalThis.tumble.simulation.frame?.details?.states.length > 0, { what: 'details' });
    const text = await page.waitFor(
      () => {
        const shown = document.querySelector('#numbers').innerText.replace(/\s+/g, ' ');
        return /1\.00, 2\.00, 2\.50/.test(shown) && /angular momentum/.test(shown) ? shown : null;
      },
      { what: 'the moments of inertia' },
    );
    assert.match(text, /1 m ≙ [\d.]+ rad\/s/);
    const wide = await page.evaluate(() => {
      const panel = document.querySelector('#numbers');
      for (const part of panel.querySelectorAll('details')) part.open = true;
      const edge = panel.getBoundingClientRect().left + panel.clientWidth;
      return [...panel.querySelectorAll('table')]
        .filter((table) => table.getBoundingClientRect().right > edge - 6)
        .map((table) => table.ariaLabel);
    });
    assert.deepEqual(wide, [], 'tables under the scroll bar');
    const broken = await page.evaluate(() => {
      const { renderer } = globalThis.tumble.viewer.stage;
      const gl = renderer.getContext();
      return renderer.info.programs.filter(({ program }) => !gl.getProgramParameter(program, gl.LINK_STATUS)).map(({ name }) => name);
    });
    assert.deepEqual(broken, [], 'shaders that do not link');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('the scale of an arrow is told as it is; what a body at rest has no arrow for has no scale', async () => {
    const page = await start({ ...top, bodies: [{ size: [1, 1, 1], mass: 100, velocity: [1, 0, 0], angularVelocity: [0, 1, 0] }] });
    await openNumbers(page);
    await page.evaluate(() => document.querySelectorAll('#body-rows input').forEach((box) => box.checked || box.click()));
    const scales = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#body-rows .readout-row')].flatMap((row) => {
          const [symbol, scale] = ['.readout-symbol', '.readout-scale'].map((part) => row.querySelector(part).textContent);
          return scale === '' ? [] : [`${symbol}: ${scale}`];
        }),
      );
    await page.waitFor(() => /≙/.test(document.querySelector('#body-rows').textContent), { what: 'the scales' });
    await page.evaluate(() => globalThis.tumble.simulation.step(3));
    await page.waitFor(() => globalThis.tumble.simulation.frame?.step === 3, { what: 'the third step' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.deepEqual(await scales(), ['v: 1 m ≙ 1 m/s', 'p: 1 m ≙ 100 kg m/s', 'ω: 1 m ≙ 1 rad/s', 'L: 1 m ≙ 20 kg m²/s']);
    assert.equal(await loadScene(page, 'stack-of-ten'), true);
    await page.evaluate(() => globalThis.tumble.simulation.step(60)); // before it falls asleep
    await waitForStep(page, 60);
    await page.evaluate(() => document.querySelector('#body-next').click());
    await page.waitFor(() => document.querySelector('#body-rows .readout-row:nth-of-type(3) .readout-value').textContent === '0.00', {
      what: 'a speed of 0',
    });
    assert.deepEqual(await scales(), []);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('all instruments of fifty bodies are drawn in every frame, and what a frame costs is told', async () => {
    const page = await start(fifty, { width: 480, height: 400 });
    await openNumbers(page);
    await page.evaluate((wanted) => {
      document.querySelectorAll(wanted).forEach((box) => box.checked || box.click());
      document.querySelector('#all-bodies').click();
    }, switches);
    const times = await page.evaluate(async () => {
      const { instruments } = globalThis.tumble.viewer;
      const show = instruments.show.bind(instruments);
      const taken = [];
      instruments.show = (scene) => {
        const begin = performance.now();
        show(scene);
        taken.push(performance.now() - begin);
      };
      globalThis.tumble.simulation.play();
      for (const end = performance.now() + 20_000; taken.length < 40 && performance.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, 50));
      return taken.slice(taken.length / 2).sort((a, b) => a - b); // the first ones are compiled meanwhile
    });
    const median = times[Math.floor(times.length / 2)];
    context.report(`instruments of 50 bodies: ${median.toFixed(2)} ms a frame (median of ${times.length})`);
    assert.ok(times.length > 10, `${times.length} frames`);
    await page.close();
  });

  test('a plot records each step and has a table behind it, at 3,600 points', async () => {
    const page = await start();
    await openNumbers(page);
    await page.evaluate(() => document.querySelector('[aria-label="Plot: angular velocity"]').click());
    await page.waitFor(() => Boolean(document.querySelector('.plot canvas')), { what: 'a plot' });
    await page.evaluate(() => globalThis.tumble.simulation.step(3600));
    await page.waitFor(() => globalThis.tumble.simulation.frame?.step === 3600, { what: 'a minute', limit: 60_000 });
    await page.evaluate(() => document.querySelector('.plot summary').click());
    const rows = await page.waitFor(
      () => {
        const found = [...document.querySelectorAll('.plot-table tr')];
        return found.length > 30 ? found.map((row) => row.innerText.split('\t')) : null;
      },
      { what: 'the table' },
    );
    assert.match(rows[0][0], /^t, s/);
    assert.equal(Number(rows[1][0]), 0);
    assert.ok(Number(rows.at(-1)[0]) > 55, rows.at(-1)[0]);
    // The size of omega at the start: |(0.8, 1.1, 0.6)|.
    assert.ok(Math.abs(Number(rows[1].at(-1)) - Math.hypot(0.8, 1.1, 0.6)) < 0.01, rows[1].join(' '));
    const redraw = await page.evaluate(() => {
      const select = document.querySelector('[aria-label="How much of the time is shown"]');
      const begin = performance.now();
      for (const value of ['10', '60', 'all', '10', 'all']) {
        select.value = value;
        select.dispatchEvent(new Event('change'));
      }
      return (performance.now() - begin) / 5;
    });
    context.report(`a plot of 3,600 points: ${redraw.toFixed(1)} ms to draw anew`);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a plot that is opened later shows the past', async () => {
    const page = await start();
    await page.evaluate(() => globalThis.tumble.simulation.step(120));
    await openNumbers(page);
    await page.evaluate(() => document.querySelector('[aria-label="Plot: angular momentum"]').click());
    await page.waitFor(() => Boolean(document.querySelector('[aria-label^="Close the plot: angular momentum"]')), { what: 'a plot' });
    await page.evaluate(() => [...document.querySelectorAll('.plot summary')].at(-1).click());
    const rows = await page.waitFor(
      () => {
        const found = [...[...document.querySelectorAll('.plot')].at(-1).querySelectorAll('.plot-table tr')];
        return found.length > 30 ? found.map((row) => row.innerText.split('\t')) : null;
      },
      { what: 'the table' },
    );
    assert.equal(Number(rows[1][0]), 0);
    assert.ok(Number(rows.at(-1)[0]) > 1.9, rows.at(-1)[0]);
    // |L| = |I omega| = |(0.8, 2.2, 1.5)|, all the time.
    for (const row of [rows[1], rows.at(-1)]) assert.ok(Math.abs(Number(row.at(-1)) - Math.hypot(0.8, 2.2, 1.5)) < 0.01, row.join(' '));
    await page.close();
  });

  test('the push explained: its numbers are what the engine does, changed ones too', async () => {
    const page = await start();
    await openLab(page, 'push');
    await page.evaluate(() => globalThis.tumble.simulation.push({ body: 0, impulse: [0, 0, -3], point: [0.5, 0.25, 0.5] }));
    const read = (formula) =>
      page.evaluate((wanted) => {
        const row = [...document.querySelectorAll('.vector-table tr')].find((one) => one.querySelector('th')?.textContent === wanted);
        return [...row.querySelectorAll('td')]
          .slice(0, 3)
          .map((cell) => Number((cell.querySelector('input')?.value ?? cell.textContent).replace('−', '-')));
      }, formula);
    await page.waitFor(() => document.querySelector('.vector-table')?.checkVisibility() === true, { what: 'the table' });
    const close = (actual, expected, what) =>
      actual.forEach((value, axis) => assert.ok(Math.abs(value - expected[axis]) < 0.006, `${what}: ${actual} is not ${expected}`));
    close(await read('Δv = J / m'), [0, 0, -1.5], 'velocity');
    close(await read('ΔL = r × J'), [-0.75, 1.5, 0], 'angular momentum');
    close(await read('Δω = I⁻¹ (r × J)'), [-0.75, 0.75, 0], 'angular velocity');
    const [color, unit] = await page.evaluate(() => {
      const row = [...document.querySelectorAll('.vector-table tr')].find((one) => one.textContent.startsWith('ΔL'));
      return [row.querySelector('th').style.color, row.querySelector('.vector-unit').textContent];
    });
    assert.deepEqual([color, unit], ['var(--angular-momentum)', 'kg m²/s'], 'the same quantity as L everywhere');
    await page.evaluate(() => {
      const input = document.querySelector('.vector-table [aria-label^="J, x"]');
      input.value = '4';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      [...document.querySelectorAll('#lab-inside button')].find((button) => /Push again/.test(button.textContent)).click();
    });
    await page.waitFor(() => globalThis.tumble.simulation.log.at(-1)?.command.impulse[0] === 4, { what: 'the changed push' });
    await page.evaluate(async () => {
      globalThis.tumble.simulation.select(0);
      await globalThis.tumble.simulation.step(1);
    });
    const velocity = await page.waitFor(
      () => (globalThis.tumble.simulation.frame?.step === 1 ? globalThis.tumble.simulation.frame.state?.velocity : null),
      { what: 'the state after it' },
    );
    close([...velocity], [2, 0, -1.5], 'what the engine did');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a scene is edited by fields and as text, mistakes are marked, undo takes them back', async () => {
    const page = await start();
    await openLab(page, 'scene');
    const field = (label, value) =>
      page.evaluate(
        ([wanted, text]) => {
          const input = document.querySelector(`.scene-form [aria-label^="${wanted}"]`);
          input.value = text;
          input.dispatchEvent(new Event('change', { bubbles: true }));
        },
        [label, value],
      );
    await field('mass', '5');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 5, { what: 'a mass of 5 kg' });
    await field('mass', '-5');
    await page.waitFor(() => /bodies\[0\]\.mass: -5/.test(document.querySelector('.form-refusal').textContent), { what: 'the refusal' });
    assert.equal(await page.evaluate(() => document.querySelector('.scene-form [aria-label^="mass"]').hasAttribute('data-refused')), true);
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.info.bodies[0].mass), 5, 'what ran before runs on');
    await page.evaluate(() => [...document.querySelectorAll('.scene-bar button')].find((button) => button.textContent === 'Undo').click());
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 2, { what: 'the mass as it was' });
    await page.evaluate(() => {
      document.querySelector('.scene-bar input').click();
      const area = document.querySelector('.editor-text');
      area.value = area.value.replace('"mass": 2', '"mass": 0');
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const problem = await page.waitFor(() => document.querySelector('.editor-problem').textContent, { what: 'the problem' });
    assert.match(problem, /^Line \d+: bodies\[0\]\.mass: /);
    assert.equal(await page.evaluate(() => document.querySelector('.editor-mark').hidden), false);
    await page.evaluate(() => {
      const area = document.querySelector('.editor-text');
      area.value = area.value.replace('"mass": 0', '"mass": 7');
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 7, { what: 'a mass of 7 kg' });
    assert.equal(await page.evaluate(() => document.querySelector('.editor-problem').hidden), true);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('each mark has a symbol of its own, and none looks like the box that stands for a letter without a glyph, or is an emoji', async () => {
    const page = await start();
    await openNumbers(page);
    const symbols = await page.evaluate(() =>
      [...document.querySelectorAll('#mark-rows .readout-symbol')].map((symbol) => symbol.textContent),
    );
    assert.ok(symbols.length >= 10, symbols.join(' '));
    assert.equal(new Set(symbols).size, symbols.length, symbols.join(' '));
    for (const symbol of symbols) assert.doesNotMatch(symbol, /^$|[□▢▫▭▯◻◽⬜]|\p{Emoji}/u);
  });

  test('what a hard word means is read by keyboard, by touch and by a screen reader, and the Tab key does not stop at every word', async () => {
    const page = await start();
    await openNumbers(page);
    // The hint that is to be seen in the window; what gets the focus is scrolled there first.
    const seen = () =>
      page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const tip = document.querySelector('.hint-tip');
        const { left, top, right, bottom } = tip?.getBoundingClientRect() ?? {};
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return tip && right > left && isInside ? tip.textContent : null;
      });
    const described = () =>
      page.evaluate(() => document.activeElement.ariaDescription ?? document.activeElement.getAttribute('aria-description'));
    const focus = (selector) => page.evaluate((wanted) => document.querySelector(wanted).focus(), selector);
    const ellipsoid = /long where the body turns easily/;
    await page.key('Shift'); // not the mouse
    await focus('#mark-rows tr:has(.has-hint) input');
    assert.match(await seen(), ellipsoid);
    assert.match(await described(), ellipsoid);
    await page.key('Escape');
    assert.equal(await seen(), null);
    assert.equal(await page.evaluate(() => document.querySelector('#numbers').hidden), false, 'the panel stays');
    await focus('#mark-rows tr:has(.has-hint) ~ tr:has(.has-hint) input');
    await bringAxe(page);
    assert.deepEqual(await audit(page), [], 'with a hint');
    // A word that has no control is a stop of its own.
    await focus('#body-rows .has-hint[tabindex="0"]');
    assert.match(await seen(), /one turn about one axis/);
    await page.evaluate(() => document.activeElement.blur());
    assert.equal(await seen(), null);
    // A finger, and elsewhere.
    const tap = (selector) =>
      page.evaluate((wanted) => {
        const element = document.querySelector(wanted);
        element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
        element.click();
      }, selector);
    await tap('#body-rows .has-hint[tabindex="0"]');
    assert.match(await seen(), /one turn about one axis/);
    await tap('#numbers h2');
    assert.equal(await seen(), null);
    // The mouse has the title, and nothing over the fields.
    await page.evaluate(() => {
      const input = document.querySelector('#mark-rows tr:has(.has-hint) input');
      input.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
      input.focus();
    });
    assert.equal(await seen(), null);
    await page.key('Shift');
    // Heads of a table are one stop; arrow keys go on.
    await openLab(page, 'compare');
    await page.evaluate(() => document.querySelector('.compare-start').click());
    await page.waitFor(() => document.querySelectorAll('.compare-table tbody tr').length > 0, { what: 'the drifts', limit: 30_000 });
    const heads = '.compare-table:has(.has-hint) th';
    assert.equal(await page.evaluate((all) => document.querySelectorAll(`${all}[tabindex="0"]`).length, heads), 1);
    await focus(`${heads}[tabindex="0"]`);
    assert.match(await seen(), /by which scheme/);
    await page.key('ArrowRight');
    assert.match(await seen(), /energy, since the start/);
    assert.equal(await page.evaluate((all) => document.querySelectorAll(`${all}[tabindex="0"]`).length, heads), 1);
    await page.evaluate(() => document.querySelector('.compare-start').click());
    // Fields of the scene.
    await openLab(page, 'scene');
    const field = '.scene-form .form-field:has(.has-hint) :is(input, select)';
    await page.waitFor((one) => document.querySelector(one) !== null, { args: [field], what: 'a field' });
    await page.evaluate(() => document.querySelectorAll('.scene-form details').forEach((details) => (details.open = true)));
    await focus(field);
    assert.ok((await seen()) !== null);
    assert.equal(await seen(), await described());
    await page.close();
  });

  test('arrows of a point have their symbols, unless those of the body have them', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=four-bar&paused', width: 1366, height: 768 });
    await page.evaluate(() => globalThis.tumble.simulation.step(60));
    const symbols = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.label-symbol:not([hidden])')]
          .map(({ textContent }) => textContent)
          .sort()
          .join(' '),
      );
    await page.waitFor(() => [...document.querySelectorAll('.label-symbol:not([hidden])')].length === 2, { what: 'two symbols' });
    assert.equal(await symbols(), 'a v');
    const places = () =>
      page.evaluate(() => [...document.querySelectorAll('.label-symbol')].find(({ textContent }) => textContent === 'v').style.transform);
    const before = await places();
    await openNumbers(page);
    await page.evaluate(() => {
      const rows = [...document.querySelectorAll('#body-rows .readout-row')];
      rows
        .find((row) => /^v velocity/.test(row.textContent))
        .querySelector('input')
        .click();
    });
    await page.waitFor(
      (was) => [...document.querySelectorAll('.label-symbol')].find(({ textContent }) => textContent === 'v').style.transform !== was,
      { args: [before], what: 'the symbol at the arrow of the body' },
    );
    await page.close();
  });

  test('runs are compared by one clock, and go away again', async () => {
    const page = await start();
    await openLab(page, 'compare');
    await page.evaluate(() => {
      const select = document.querySelector('[aria-label="Ready comparisons"]');
      select.value = '1';
      select.dispatchEvent(new Event('change'));
    });
    await page.waitFor(() => document.querySelector('.compare-start').textContent === 'Stop', { what: 'the runs', limit: 30_000 });
    await page.evaluate(() => globalThis.tumble.simulation.play());
    const rows = await page.waitFor(
      () => {
        const found = [...document.querySelectorAll('.compare-table')[0].querySelectorAll('tr')].map((row) =>
          [...row.children].map((cell) => cell.textContent),
        );
        return found.length === 5 && globalThis.tumble.simulation.frame.step > 60 && found.slice(1).every((row) => row[1] !== '—')
          ? found
          : null;
      },
      { what: 'the drifts', limit: 30_000 },
    );
    assert.deepEqual(
      rows.slice(1).map((row) => row[0]),
      ['as it is', 'explicit Euler', 'explicit Euler, Gram–Schmidt', 'exact'],
    );
    assert.match(rows[2][3], /^(?!0$)[\d.]+(×10⁻[²³])?$/, 'a matrix that drifts');
    assert.match(rows[3][3], /^0$|10⁻¹\d?[⁰¹²³⁴⁵⁶⁷⁸⁹]/, 'and one that is repaired');
    const lines = await page.evaluate(() => [...document.querySelectorAll('.compare-line')].map(({ textContent }) => textContent));
    assert.match(lines[0], /^adds hω̃A to the rotation matrix/, 'what a scheme is, is to be read');
    await page.evaluate(() => document.querySelector('.compare-orders button').click());
    const measured = await page.waitFor(
      () => {
        const names = [...document.querySelectorAll('.compare-orders th[scope=row]')].map(({ textContent }) => textContent);
        return names.length > 0 ? names : null;
      },
      { what: 'the orders of accuracy', limit: 60_000 },
    );
    assert.deepEqual(measured, ['explicit Euler', 'explicit Euler, Gram–Schmidt', 'exact']);
    await page.evaluate(() => document.querySelector('.compare-start').click());
    await page.waitFor(() => document.querySelector('.compare-start').textContent === 'Compare', { what: 'the end' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a scene that compares has its ghosts with their names, which the page “Compare” takes over; the next scene has none', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tilde-operator&paused', width: 1280, height: 800 });
    const names = () => [...document.querySelectorAll('.compared-names:not([hidden]) li')].map(({ textContent }) => textContent);
    await page.waitFor(() => document.querySelectorAll('.compared-names:not([hidden]) li').length === 1, { what: 'a name', limit: 30_000 });
    assert.deepEqual(await page.evaluate(names), ['exact']);
    await page.evaluate(() => globalThis.tumble.simulation.play());
    await waitForStep(page, 25);
    await page.evaluate(() => globalThis.tumble.simulation.pause());
    // The cube stretches, its ghost does not: half lengths of the first edge as they are drawn.
    const edges = () => {
      const meshes = globalThis.tumble.viewer.stage.scene.children.filter((part) => part.isInstancedMesh && part.count === 1);
      const edge = (isGhost) => {
        const m = meshes.find(({ material }) => material.opacity < 1 === isGhost && material.type.startsWith('Mesh'))?.instanceMatrix.array;
        return m ? Math.hypot(m[0], m[1], m[2]) : 0;
      };
      return [edge(false), edge(true)];
    };
    const [own, ghost] = await page.evaluate(edges);
    assert.ok(own > 0.55 && Math.abs(ghost - 0.5) < 1e-5, `${own} m and ${ghost} m`);
    await openLab(page, 'compare');
    await page.waitFor(() => document.querySelector('.compare-start')?.textContent === 'Stop', {
      what: 'the runs of the scene',
      limit: 30_000,
    });
    assert.equal(await page.evaluate(() => document.querySelector('.compare-row select').value), 'exact');
    await page.evaluate(() => globalThis.tumble.loadScene('drop-flat'));
    await page.waitFor(() => document.querySelector('.compare-start').textContent === 'Compare', { what: 'the end of the runs' });
    assert.deepEqual(await page.evaluate(names), []);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  if (context.engine !== 'chromium') return;

  test('200 changes of scene with everything open leave nothing behind', async (here) => {
    if (!isWhole) return here.skip('npm run test:browsers takes the time');
    const page = await start();
    await openNumbers(page);
    await page.evaluate((wanted) => document.querySelectorAll(wanted).forEach((box) => box.checked || box.click()), switches);
    await page.evaluate(() => document.querySelector('[aria-label="Plot: angular velocity"]').click());
    await page.waitFor(() => Boolean(document.querySelector('.plot canvas')), { what: 'a plot' });
    await waitForFrame(page).catch(() => {});
    const change = (count) =>
      page.evaluate(
        async ([number, a, b]) => {
          for (let index = 0; index < number; index += 1) {
            await globalThis.tumble.loadScene(index % 2 === 0 ? { ...b } : { ...a });
            document.querySelector('#body-next').click();
            await new Promise((resolve) => requestAnimationFrame(resolve));
          }
          // Until the last scene is drawn with all its instruments: how soon that is depends on the machine.
          const isDrawn = () => globalThis.tumble.simulation.frame?.details?.states.length > 0;
          for (let frames = 0; frames < 5; frames += isDrawn() ? 1 : 0) await new Promise((resolve) => requestAnimationFrame(resolve));
          globalThis.gc?.();
          await new Promise((resolve) => setTimeout(resolve, 200));
          globalThis.gc?.();
          const { memory } = globalThis.tumble.viewer.stage.renderer.info;
          return {
            heap: performance.memory.usedJSHeapSize,
            geometries: memory.geometries,
            textures: memory.textures,
            nodes: document.querySelectorAll('*').length,
          };
        },
        [count, top, fifty],
      );
    const before = await change(20);
    const after = await change(200);
    context.report(
      `200 changes of scene: heap ${((after.heap - before.heap) / 1024).toFixed(0)} kB more, ${after.geometries} geometries, ${after.nodes} elements`,
    );
    assert.equal(after.geometries, before.geometries, 'geometries');
    assert.equal(after.textures, before.textures, 'textures');
    assert.ok(Math.abs(after.nodes - before.nodes) < 20, `elements: ${before.nodes}, ${after.nodes}`);
    assert.ok(after.heap - before.heap < 4_000_000, `heap: ${before.heap}, ${after.heap}`);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
