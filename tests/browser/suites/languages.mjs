// Figures speak the language of the page around them, and another one when that changes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from '../support/browser-test.mjs';

const german = JSON.parse(readFileSync(new URL('../../../web/src/words/de.json', import.meta.url), 'utf8'));

async function open(context, file = 'german.html', options = { width: 900, height: 800 }) {
  const page = await context.browser.open(`${context.site.url}elements/${file}`, options);
  await page.waitFor(() => globalThis.heard.fig?.ready?.length > 0, { what: 'the figure', limit: 60_000 });
  return page;
}

// A part of the figure: its text or an attribute, and the language that it is marked with.
const partOf = (page, selector, attribute = null) =>
  page.evaluate(
    ([wanted, name]) => {
      const element = globalThis.of('fig').shadowRoot.querySelector(wanted);
      return { text: name ? element.getAttribute(name) : element.textContent, lang: element.closest('[lang]')?.lang };
    },
    [selector, attribute],
  );
const waitForPart = (page, selector, text, attribute = null) =>
  page.waitFor(
    ([wanted, said, name]) => {
      const element = globalThis.of('fig').shadowRoot.querySelector(wanted);
      return (name ? element?.getAttribute(name) : element?.textContent) === said;
    },
    { args: [[selector, text, attribute]], what: `${selector}: ${text}`, limit: 30_000 },
  );

export function testLanguages(context) {
  test('on a German page a figure is German: controls, live region, description, and what is wrong', async () => {
    const page = await open(context);
    for (const [selector, text, attribute] of [
      ['[data-part=play]', 'Abspielen', 'aria-label'],
      ['[data-part=step-back]', 'Ein Schritt zurück', 'aria-label'],
      ['[data-part=speed-reset]', '1×, zurück zum normalen Tempo', 'aria-label'],
      ['[data-part=hint]', 'Körper anfassen, ziehen, loslassen.', null],
      ['.clock-step', 'Schritt 0', null],
      ['summary', 'Regler', null],
      ['.controls-list label span', 'Masse', null],
      ['figcaption', 'Energie, J', null],
      ['.trouble span', 'rate: „1e3“ ist keine Zahl von 0.01 bis 4.', null],
    ]) {
      await waitForPart(page, selector, text, attribute); // some are loaded after the figure is there
      assert.deepEqual(await partOf(page, selector, attribute), { text, lang: 'de' }, selector);
    }
    assert.deepEqual(await page.evaluate(() => globalThis.heard.fig.error.map(({ message }) => message)), [
      'rate: „1e3“ ist keine Zahl von 0.01 bis 4.',
    ]);
    await page.evaluate(() => globalThis.of('fig').running.focus());
    await page.key('n');
    await waitForPart(page, '[data-part=spoken]', 'Ausgewählt: Würfel');
    await page.key('ArrowRight');
    await page.waitFor(
      () => /^Würfel gestoßen mit [\d.]+ N s$/.test(globalThis.of('fig').shadowRoot.querySelector('[data-part=spoken]').textContent),
      { what: 'a sentence about the push' },
    );
    await waitForPart(page, '[data-part=undo]', 'Rückgängig machen: Stoß', 'aria-label');
    const told = await partOf(page, '[data-part=notes] p');
    assert.deepEqual(told, { text: german['Time stands still: this acts when it goes on.'], lang: 'de' });
    await page.waitFor(
      () =>
        /^Ein Würfel: angehalten, 0\.0 s, 1 Körper\. Ausgewählt: Würfel: Ort .* m, Geschwindigkeit .* m\/s, Winkelgeschwindigkeit .* rad\/s\.$/.test(
          globalThis.of('fig').shadowRoot.querySelector('canvas.picture').getAttribute('aria-label'),
        ),
      { what: 'a German description' },
    );
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a figure follows another language of its page where it stands; one without words is English, until the page adds some', async () => {
    const page = await open(context);
    const before = await page.evaluate(async () => {
      const figure = globalThis.of('fig');
      await figure.push({ body: 'Würfel', impulse: [0, 3, 0] });
      return figure.step(30);
    });
    await page.evaluate(() => (document.documentElement.lang = 'fr-CA'));
    await waitForPart(page, '[data-part=play]', 'Lecture', 'aria-label');
    await waitForPart(page, '.clock-step', 'pas 30');
    assert.equal((await partOf(page, '[data-part=play]')).lang, 'fr');
    assert.deepEqual(await page.evaluate(() => globalThis.of('fig').pause()), before);
    await page.evaluate(() => (globalThis.of('fig').lang = 'ja'));
    await waitForPart(page, '[data-part=play]', 'Play', 'aria-label');
    assert.equal((await partOf(page, '[data-part=play]')).lang, 'en');
    await waitForPart(page, 'summary', 'Controls');
    assert.equal((await partOf(page, 'summary')).lang, 'en');
    assert.equal((await partOf(page, '.controls-list label span')).lang, 'ja', 'what the author wrote is in the language of the page');
    assert.match((await partOf(page, '.trouble span')).text, /is not a number from 0\.01 to 4/);
    await page.evaluate(() => customElements.get('tumble-scene').addWords('ja', { Play: '再生' }));
    await waitForPart(page, '[data-part=play]', '再生', 'aria-label');
    assert.equal((await partOf(page, '[data-part=play]')).lang, 'ja');
    assert.deepEqual(await page.evaluate(() => globalThis.of('fig').pause()), before);
    assert.equal(await page.evaluate(() => globalThis.heard.fig.ready.length), 1);
    assert.equal(await page.evaluate(() => globalThis.heard.fig.error.length), 1);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('plots, meters and prose are German on a German page, follow another language with their lines, and leave labels alone', async () => {
    const page = await open(context, 'german-instruments.html', { width: 900, height: 2600 });
    const waitForIn = (id, selector, text, name = null) =>
      page.waitFor(
        ([of, wanted, said, attribute]) => {
          const element = globalThis.of(of).shadowRoot.querySelector(wanted);
          return (attribute ? element?.getAttribute(attribute) : element?.textContent) === said;
        },
        { args: [[id, selector, text, name]], what: `${id}: ${text}`, limit: 30_000 },
      );
    const langOf = (id, selector) =>
      page.evaluate(([of, wanted]) => globalThis.of(of).shadowRoot.querySelector(wanted).closest('[lang]')?.lang, [id, selector]);
    const legendOf = (id) =>
      page.evaluate(
        (of) => [...globalThis.of(of).shadowRoot.querySelectorAll('.u-series th .u-label')].map(({ textContent }) => textContent),
        id,
      );
    const endOf = (id) => page.evaluate((of) => globalThis.of(of).shadowRoot.querySelector('[role=slider]').ariaValueMax, id);
    await waitForIn('plot', '.plot-title', 'Drehimpuls von Würfel');
    await waitForIn('plot', '[role=slider]', 'Drehimpuls von Würfel über der Zeit', 'aria-label');
    await waitForIn('energies', '.plot-title', 'Energie aller Körper');
    await waitForIn('named', '[role=slider]', 'So fällt der Ball über der Zeit', 'aria-label');
    await waitForIn('meter', '.meter-name', '|ω| von Würfel');
    await waitForIn('meter', '.meter:nth-child(2) .meter-name', 'Rotationsenergie');
    await waitForIn('energy', '.energy-column:nth-child(2) > span', german.moving);
    await waitForIn('nobody', '.trouble', 'Auf dieser Seite gibt es keine Abbildung mit der id „keine“.');
    await waitForIn('number', '.trouble', 'min: „viel“ ist keine Zahl.');
    await page.waitFor(() => globalThis.of('energies').shadowRoot.querySelectorAll('.u-series').length > 4, { what: 'a legend' });
    assert.deepEqual((await legendOf('energies')).slice(1), ['trans.', 'rot.', 'pot.', 'gesamt']);
    assert.match(
      await page.evaluate(() => globalThis.of('meter').shadowRoot.querySelector('.meter-value').textContent),
      /^4\.00\u00a0rad\/s \(Ziel 15\.0\)$/,
    );
    assert.match(
      await page.evaluate(() => globalThis.of('energy').shadowRoot.querySelector('[role=meter]').ariaValueText),
      /^trans\. [\d.]+, rot\. [\d.]+, pot\. [\d.]+, gesamt [\d.]+ J$/,
    );
    assert.equal(await langOf('plot', '.plot-title'), 'de');
    await page.waitFor(() => globalThis.of('plot').shadowRoot.querySelector('[role=slider]').ariaValueMax === '0.50', {
      what: 'the record',
    });
    await page.evaluate(() => globalThis.of('wrong').click());
    await page.waitFor(() => /^„#fig\?stp=3“ verlangt „stp“, das keines von /.test(globalThis.of('wrong').title), {
      what: 'about the link',
    });
    await page.waitFor(() => /: Ein Vektor hat die Teile norm, x, y und z, nicht „w“\.$/.test(globalThis.of('lost').title), {
      what: 'about the number',
    });

    await page.evaluate(() => (document.documentElement.lang = 'fr-CA'));
    await waitForIn('plot', '[role=slider]', 'Moment cinétique de Würfel en fonction du temps', 'aria-label');
    await waitForIn('energies', '.plot-title', 'Énergie de tous les corps');
    await waitForIn('named', '.plot-title', 'So fällt der Ball');
    await waitForIn('meter', '.meter:nth-child(2) .meter-name', 'Énergie de rotation');
    await waitForIn('nobody', '.trouble', 'Il n’y a pas de figure avec l’id «\u00a0keine\u00a0» dans cette page.');
    assert.deepEqual([await langOf('plot', '.plot-title'), await langOf('named', '.plot-title')], ['fr', 'fr-CA']);
    await page.waitFor(() => globalThis.of('plot').shadowRoot.querySelector('[role=slider]').ariaValueMax === '0.50', {
      what: 'the record again',
    });
    assert.equal(await endOf('energies'), '0.50');
    await page.evaluate(() => customElements.get('tumble-scene').addWords('ja', { '{title} over time': '{title} — 時間' }));
    await page.evaluate(() => (globalThis.of('plot').lang = 'ja'));
    await waitForIn('plot', '[role=slider]', 'Angular momentum of Würfel — 時間', 'aria-label');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('nothing is cut in a figure of 320, 390 or 680 pixels, in any language', async () => {
    const page = await open(context);
    for (const lang of ['en', 'de', 'fr', 'es']) {
      await page.evaluate((wanted) => (document.documentElement.lang = wanted), lang);
      await page.waitFor(
        (wanted) => globalThis.of('fig').running && globalThis.of('fig').shadowRoot.querySelector('.element').lang === wanted,
        {
          args: [lang],
          what: lang,
          limit: 30_000,
        },
      );
      for (const width of [320, 390, 680]) {
        const cut = await page.evaluate(async (wide) => {
          const figure = globalThis.of('fig');
          figure.style.cssText = `width: ${wide}px; aspect-ratio: auto; height: 420px`;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const root = figure.shadowRoot;
          const more = root.querySelector('[data-part=more]');
          if (more.getBoundingClientRect().width > 0 && more.getAttribute('aria-expanded') === 'false') more.click();
          const whole = root.querySelector('.element').getBoundingClientRect();
          const bad = [];
          for (const one of root.querySelectorAll('.time *, .hint, .energy-bars *, .controls *')) {
            const own = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
            if (!own || one.closest('.unseen, [hidden], svg') || one.getClientRects().length === 0) continue;
            const range = document.createRange();
            range.selectNodeContents(one);
            const { left, right } = range.getBoundingClientRect();
            const isCut = getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
            if (left < whole.left - 1 || right > whole.right + 1 || isCut) bad.push(one.textContent);
          }
          for (const one of root.querySelectorAll('.time button, .time input, .tools'))
            if (one.getBoundingClientRect().bottom > whole.bottom + 1) bad.push(`${one.dataset.part} below`);
          const labels = [...root.querySelectorAll('.energy-column > span')].map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return range.getBoundingClientRect();
          });
          for (const [index, { left }] of labels.entries())
            if (index > 0 && left < labels[index - 1].right) bad.push(`label ${index} of the energies over another`);
          return bad;
        }, width);
        assert.deepEqual(cut, [], `${lang}, ${width} pixels`);
      }
    }
    await page.close();
  });
}
