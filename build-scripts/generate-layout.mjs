// Makes web/src/simulation/layout.ts, where the page finds the fields of packed records, of engine/bindings/layout.h.
// As a command it writes the file; tests/web/layout.test.mjs says when it is not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inProject } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say } from './lib/progress.mjs';

export const layoutHeader = inProject('engine', 'bindings', 'layout.h');
export const layoutModule = inProject('web', 'src', 'simulation', 'layout.ts');

// Numbers a member has, by its type; a record among them takes the place of its own members.
const kNumbers = { float: 1, double: 1, Vec3: 3, Vec3f: 3, Quat: 4 };

// [{ name, comment, stride, fields: [{ name, offset, width, comment }] }] of the structs of a header.
export function recordsOf(header) {
  const records = new Map();
  for (const [, comment, name, body] of header.matchAll(/((?:^\/\/\/[^\n]*\n)*)^struct (\w+) \{\n(.*?)^\};/gms)) {
    const fields = [];
    let stride = 0;
    for (const line of body.split('\n').filter((text) => text.trim() !== '')) {
      const [, type, field, count, remark] = line.match(/^ {2}(\w+) (\w+)(?:\[(\d+)\])?;(?:\s*\/\/ (.*))?$/) ?? [];
      const width = (kNumbers[type] ?? records.get(type)?.stride) * Number(count ?? 1);
      if (!(width > 0)) throw new Problem(`layout.h, ${name}: "${line.trim()}" is no member of a packed record.`);
      fields.push({ name: field, offset: stride, width, comment: remark ?? '' });
      stride += width;
    }
    records.set(name, {
      name,
      comment: comment
        .replaceAll(/^\/\/\/ ?/gm, '')
        .trim()
        .replaceAll('\n', ' '),
      stride,
      fields,
    });
  }
  return [...records.values()];
}

export function layoutSource(header) {
  const tables = recordsOf(header).map(({ name, comment, stride, fields }) => {
    const rows = fields.map(
      (field) =>
        `  ${field.name}: ${field.offset},${` // ${field.width === 1 ? '' : `${field.width} numbers; `}${field.comment}`.replace(/(; | \/\/ )$/, '')}`,
    );
    return `${comment ? `/** ${comment} */\n` : ''}export const ${name[0].toLowerCase()}${name.slice(1)}Layout = {\n${rows.join('\n')}\n  stride: ${stride},\n} as const;\n`;
  });
  return `// Made by build-scripts/generate-layout.mjs of engine/bindings/layout.h: do not edit. Where the fields of packed records begin, and how
// many numbers a record has (stride).\n\n${tables.join('\n')}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    writeFileSync(layoutModule, layoutSource(readFileSync(layoutHeader, 'utf8')));
    say('web/src/simulation/layout.ts is current.');
    return 0;
  });
}
