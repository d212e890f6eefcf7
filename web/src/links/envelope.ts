// The envelope of a link, alike in all formats and for ever: "<format>.<base64url>" of
//
//   count: bytes that follow · major, minor, patch of the engine: counts · the rest, by format
//
// so that any version of Tumble can say of any link how long it was and who made it. The last character is a letter or a digit, because
// chat programs leave out punctuation at an end; what stands behind the counted bytes is not looked at, because they add some.
import { inThousands } from '../simulation/problems';
import { base64UrlLength, fromBase64Url, toBase64Url } from './base64url';
import { ByteReader, ByteWriter } from './bytes';
import { LinkError, linkLimits } from './link';

export type Envelope = { readonly format: number; readonly engine: string; readonly rest: Uint8Array };
type Version = readonly [number, number, number];

export function versionOf(engine: string): Version {
  const [major, minor, patch] = (/^(\d+)\.(\d+)\.(\d+)/.exec(engine)?.slice(1) ?? ['0', '0', '0']).map(Number);
  return [major!, minor!, patch!];
}

/** Above 0 where the first is the newer one. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [versionOf(a), versionOf(b)];
  for (const place of [0, 1, 2] as const) if (one[place] !== other[place]) return one[place] - other[place];
  return 0;
}

export function closeEnvelope({ format, engine, rest }: Envelope): string {
  const inside = new ByteWriter();
  for (const part of versionOf(engine)) inside.count(part);
  inside.raw(rest);
  const whole = new ByteWriter();
  whole.count(inside.bytes.length);
  whole.raw(inside.bytes);
  const text = `${format}.${toBase64Url(whole.bytes)}`;
  return /[-_]$/.test(text) ? `${text}0` : text;
}

/** What programs do to a text on its way is taken back: percent-encoding (also twice), line breaks, characters of no width. */
export function cleanText(text: string): string {
  let clean = text;
  for (let times = 0; times < 3 && /%[0-9a-f]{2}/i.test(clean); times += 1)
    clean = clean.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return clean.replace(/[\s\u0000-\u001f\u007f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]/g, '').replace(/^.*#/, '');
}

/** `ours`: the version of this Tumble, `newest`: the newest format that it reads. Throws LinkError with the sentence. */
export function openEnvelope(given: string, ours: string, newest: number): Envelope {
  if (given.length > linkLimits.characters)
    throw new LinkError(
      `This link has ${inThousands(given.length)} characters; the longest that is read has ${inThousands(linkLimits.characters)}.`,
    );
  const text = cleanText(given);
  const [, format, payload] = /^(\d{1,3})\.(.*)$/s.exec(text) ?? [];
  if (!format || payload === undefined) throw new LinkError('This is no link of Tumble: it does not begin with the number of its format.');
  const bytes = fromBase64Url(payload);
  const letters = /^[\w-]*/.exec(payload)![0].length;
  const reader = new ByteReader(bytes);
  let length: number;
  let version: number[];
  try {
    length = reader.count();
  } catch {
    throw cutOff(given.length);
  }
  const start = reader.at;
  if (length > linkLimits.characters) throw new LinkError(kDamaged);
  if (length > reader.left) {
    const foreign = payload[letters];
    const place = format.length + 1 + letters + 1;
    if (foreign !== undefined)
      throw new LinkError(`This link is damaged: its character ${inThousands(place)}, “${foreign}”, is of no link.`);
    throw cutOff(text.length, format.length + 1 + base64UrlLength(start + length));
  }
  try {
    version = [reader.count(), reader.count(), reader.count()];
  } catch {
    throw new LinkError(kDamaged);
  }
  const engine = version.join('.');
  const isNewer = compareVersions(engine, ours) > 0;
  if (Number(format) > newest || Number(format) < 1 || isNewer) {
    if (isNewer) throw new LinkError(`This link was made by Tumble ${engine}, and this is ${ours}, which cannot read it.`);
    throw new LinkError(`This link is damaged: its format would be ${Number(format)}, which Tumble ${engine} did not write.`);
  }
  return { format: Number(format), engine, rest: bytes.subarray(reader.at, start + length) };
}

export const kDamaged =
  'This link is damaged: its checksum does not agree with its content. A character was changed, lost or added on its way.';

const cutOff = (present: number, whole?: number): LinkError =>
  new LinkError(
    `This link was cut off after ${inThousands(present)} characters${whole === undefined ? '' : `; it had ${inThousands(whole)}`}. Copy it again as a whole.`,
  );
