// axe in a page: what it finds against the rules of WCAG 2.2 A and AA that a program can judge, and the best practices, as sentences.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Brings it into the page, where the policy allows no script of others. */
export const bringAxe = (page) => page.evaluate(`(() => {${source}\n})()`);

/** What it finds in the page that has it. */
export const audit = (page) =>
  page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any, all }) => {
        const why = [...any, ...all].map(({ message }) => message).join('; ');
        return `${id} (${help}): ${target.join(' ')}: ${why}`;
      }),
    );
  });

export async function auditOf(page) {
  await bringAxe(page);
  return audit(page);
}
