// The page in a frame of another origin: with and without an origin of its own, driven by the page around it as far as it was given.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { pathToFileURL } from 'node:url';
import { distRoot } from '../../../build-scripts/lib/paths.mjs';

export function testFrames(context) {
  const hold = async (url, sandbox, query) => {
    const holder = await context.site.under(null);
    const page = await context.browser.open(
      `${holder}holder.html?sandbox=${encodeURIComponent(sandbox)}&src=${encodeURIComponent(`${url}framed.html${query}`)}`,
    );
    const waitForReport = (condition, what, limit = 40_000) =>
      page.waitFor(`(() => { const report = globalThis.report; return report && (${condition}) ? report : null; })()`, { what, limit });
    const answers = async (count, what) => {
      await page.waitFor((wanted) => globalThis.answers.length >= wanted, {
        args: [count],
        what: `${count} answers: ${what}`,
        limit: 40_000,
      });
      return page.evaluate(() => globalThis.answers.splice(0));
    };
    return { page, waitForReport, answers, send: (...messages) => page.evaluate((all) => globalThis.send(all), messages) };
  };

  test('the policy of the page itself holds on a host that sends none', async () => {
    const page = await context.browser.open(`${await context.site.under(null)}probe.html?scene=push-a-cube`);
    await page.waitFor(() => globalThis.tumble?.firstFrameAt, { what: 'a first frame', limit: 60_000 });
    const violations = await page.evaluate(async () => {
      const heard = [];
      addEventListener('securitypolicyviolation', (event) => heard.push(event.effectiveDirective || event.violatedDirective));
      const script = document.createElement('script');
      script.textContent = 'globalThis.wasInjected = true';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'http://127.0.0.1:1/x.png';
      document.body.append(image);
      for (const end = Date.now() + 5000; heard.length < 2 && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 50));
      return { heard, injected: globalThis.wasInjected === true };
    });
    assert.equal(violations.injected, false);
    assert.ok(
      violations.heard.some((directive) => /script-src/.test(directive)) && violations.heard.some((directive) => /img-src/.test(directive)),
      violations.heard.join(),
    );
    await page.close();
  });

  test('in a frame of another origin it runs as ever', async () => {
    const { page, waitForReport } = await hold(context.site.url, 'none', '?scene=drop-flat&embed');
    assert.equal((await waitForReport('report.step > 5', 'steps in the frame')).where, 'worker');
    await page.close();
  });

  test('sandboxed with its origin it runs as ever', async () => {
    const { page, waitForReport } = await hold(context.site.url, 'allow-scripts allow-same-origin', '?scene=drop-flat&embed');
    assert.equal((await waitForReport('report.step > 5', 'steps in the frame')).where, 'worker');
    await page.close();
  });

  // WebKit takes 'self' of a policy for nothing in such a frame: no script and no style of the page loads, whatever the server says.
  const saysWithoutStyle = async (page) => {
    await page.waitFor(() => document.querySelector('iframe') !== null, { what: 'the frame' });
    for (const end = Date.now() + 20_000; ; ) {
      const text = await page.evaluateInFrame(() =>
        [...document.querySelectorAll('.unstyled')]
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => element.textContent)
          .join(),
      );
      if (/Tumble cannot start here.*allow-same-origin/.test(text)) return;
      assert.ok(Date.now() < end, `the frame says ${JSON.stringify(text)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };

  // Whatever stands in the frame: { href, step, where }, or null while there is no simulation.
  const running = (evaluate) =>
    evaluate(() => {
      const { simulation } = globalThis.tumble ?? {};
      return simulation?.frame ? { href: location.href, step: simulation.frame.step, where: simulation.where } : null;
    }).catch(() => null); // between two pages
  const waitForRun = async (evaluate) => {
    for (const end = Date.now() + 40_000; ; ) {
      const run = await running(evaluate);
      if (run?.step > 5) return run;
      assert.ok(Date.now() < end, `no steps: ${JSON.stringify(run)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };

  test('sandboxed without an origin it goes on in one file', async () => {
    const { page } = await hold(context.site.url, 'allow-scripts', '?scene=drop-flat&embed');
    if (context.engine === 'webkit') await saysWithoutStyle(page);
    else {
      const run = await waitForRun(page.evaluateInFrame);
      assert.match(run.href, /tumble-offline\.html\?scene=drop-flat&embed$/);
      context.report(`without an origin, in one file: in the ${run.where}`);
    }
    await page.close();
  });

  test('opened from a disk it goes on in one file, which opens scenes, help and laboratory', async () => {
    const page = await context.browser.open(`${pathToFileURL(distRoot)}/index.html?scene=drop-flat`);
    const run = await waitForRun(page.evaluate);
    assert.match(run.href, /^file:.*tumble-offline\.html\?scene=drop-flat$/);
    context.report(`from a disk: in the ${run.where}`);
    assert.equal(await page.evaluate(() => globalThis.tumble.loadScene('tennis-racket')), true);
    await page.clickOn('#help-button');
    await page.waitFor(() => Boolean(document.querySelector('#help table')), { what: 'the help' });
    await page.evaluate(() => document.querySelector('#help').close());
    await page.clickOn('#lab-button');
    await page.waitFor(() => document.querySelector('#lab-inside').childElementCount > 0, { what: 'the laboratory' });
    if (!context.browser.needsProbe) assert.deepEqual(await page.consoleErrors(), []); // the file has no probe
    await page.close();
  });

  test('sandboxed without an origin it runs where the server lets its files be read, or says why not', async () => {
    const open = await context.site.with({ 'Access-Control-Allow-Origin': '*' });
    const { page, waitForReport } = await hold(open, 'allow-scripts', '?scene=drop-flat&embed');
    if (context.engine === 'webkit') {
      await saysWithoutStyle(page);
      return page.close();
    }
    const report = await waitForReport('report.step > 5', 'steps in the frame');
    context.report(`without an origin: in the ${report.where}; ${report.notes.join(' ')}`);
    assert.ok(report.where === 'worker' || report.notes.some((text) => /No Worker can start here/.test(text)), JSON.stringify(report));
    await page.close();
  });

  test('the page around it drives it as far as the frame was given, and no other', async () => {
    const scene = JSON.stringify({ tumble: 1, title: 'From outside', bodies: [{ size: [1, 1, 1], mass: 2 }], gravity: [0, 0, 0] });
    const drive = await hold(context.site.url, 'none', '?scene=push-a-cube&embed&paused&allow=drive');
    await drive.answers(1, 'ready');
    await drive.send(
      { request: 1, type: 'step', count: 30 },
      { request: 2, type: 'load', scene },
      { request: 3, type: 'hashes', steps: 5 },
      { type: 'step', count: 1e9 },
    );
    const driven = await drive.answers(3, 'a step and two refusals');
    const by = (request) => driven.find((answer) => answer.request === request);
    assert.deepEqual([by(1).type, by(1).step], ['done', 30]);
    assert.match(by(2).message, /may drive the figure, not change its scene/);
    assert.equal(by(3).type, 'refused');
    await drive.page.close();

    const edit = await hold(context.site.url, 'none', '?scene=push-a-cube&embed&paused&allow=edit');
    await edit.answers(1, 'ready');
    await edit.send({ request: 1, type: 'load', scene }, { request: 2, type: 'load', scene: '{"tumble": 1, "tumble": 1}' });
    const edited = await edit.answers(2, 'a scene and a refusal');
    assert.match(edited.find(({ request }) => request === 2)?.message ?? '', /comes twice/);
    await edit.send({ request: 3, type: 'load', scene });
    assert.equal((await edit.answers(1, 'a scene'))[0].type, 'done');
    await edit.waitForReport('/From outside/.test(report.title)', 'its title');
    await edit.send(...Array.from({ length: 1000 }, (_, index) => ({ request: 100 + index, type: 'state' })));
    const flood = await edit.answers(1000, 'of a flood');
    const letIn = flood.filter(({ type }) => type === 'done').length;
    assert.ok(letIn > 0 && letIn < 600, `${letIn} of 1000 let in`);
    await edit.page.close();

    const nothing = await hold(context.site.url, 'none', '?scene=push-a-cube&embed&paused');
    await nothing.waitForReport('report.where', 'the page');
    await nothing.page.evaluate(() => globalThis.knock());
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.deepEqual(await nothing.page.evaluate(() => globalThis.answers), []);
    assert.equal((await nothing.waitForReport('true', 'a report')).step, 0);
    await nothing.page.close();
  });
}
