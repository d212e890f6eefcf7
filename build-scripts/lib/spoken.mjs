// What a page and an engine agree on: the version of the protocol, and where the fields of packed records lie. A frozen engine speaks as it did on the
// day of its release, so a page that reads otherwise would show nonsense of it.
import { readFileSync } from 'node:fs';
import { layoutHeader, recordsOf } from '../generate-layout.mjs';
import { inProject } from './paths.mjs';

/** { protocol, records: { <record>: { <field>: place, stride } } } of this tree. */
export function spokenToday() {
  const [, protocol] = /protocolVersion = (\d+);/.exec(readFileSync(inProject('web', 'src', 'simulation', 'protocol.ts'), 'utf8'));
  const placesOf = ({ fields, stride }) => ({ ...Object.fromEntries(fields.map(({ name, offset }) => [name, offset])), stride });
  const records = recordsOf(readFileSync(layoutHeader, 'utf8')).map((record) => [record.name, placesOf(record)]);
  return { protocol: Number(protocol), records: Object.fromEntries(records) };
}

/** Sentences on what `today` reads otherwise than a frozen engine says it; none for what it alone has. */
export function misread(frozen, today) {
  const found = [];
  if (frozen.protocol !== today.protocol) found.push(`it speaks version ${frozen.protocol} of the protocol, the page ${today.protocol}`);
  for (const [name, places] of Object.entries(today.records)) {
    const before = frozen.records[name];
    if (before === undefined) continue;
    for (const [field, place] of Object.entries(places))
      if (before[field] !== place) found.push(`${name}.${field} lies at ${before[field] ?? 'no place'} there, at ${place} here`);
  }
  return found;
}
