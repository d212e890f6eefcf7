// Links as text, and back. Formats are read by what stands in a folder of their own; the newest is written.
//
// The rest of an envelope of format 1: checksum of version and body, 8 bytes · count: 2 × bytes of digits, + 1 if the rest is deflated · digits · rest.
import { isCheckpoints } from '../simulation/checkpoints';
import { inThousands } from '../simulation/problems';
import { ByteReader, ByteWriter } from './bytes';
import { checksum } from './checksum';
import { deflate, inflate } from './compression';
import { closeEnvelope, kDamaged, openEnvelope, versionOf } from './envelope';
import { checkSize, readBody, writeBody, type Body } from './format-1/body';
import { LinkError, linkLimits, type DecodedLink, type Link, type SceneOf } from './link';

const kFormat = 1;
const kChecksumBytes = 8;

function checksumOf(engine: string, { bytes: body, dense }: Body): Uint8Array {
  const writer = new ByteWriter();
  for (const part of versionOf(engine)) writer.count(part);
  writer.count(dense.length);
  writer.raw(dense);
  writer.raw(body);
  const [low, high] = checksum(writer.bytes);
  const bytes = new DataView(new ArrayBuffer(kChecksumBytes));
  bytes.setUint32(0, low, true);
  bytes.setUint32(4, high, true);
  return new Uint8Array(bytes.buffer);
}

/** The text behind "#". Rejects with LinkError where the run fits into no link. */
export async function encodeLink(link: Link, engine: string, sceneOf: SceneOf = () => null): Promise<string> {
  checkLimits(link);
  const body = await writeBody(link, (id) => sceneOf(id, engine));
  const { bytes, dense } = body;
  if (bytes.length + dense.length > linkLimits.bytes) throw tooLong(bytes.length + dense.length);
  const deflated = await deflate(bytes);
  const isShorter = deflated.length < bytes.length;
  const writer = new ByteWriter();
  writer.raw(checksumOf(engine, body));
  writer.count(2 * dense.length + (isShorter ? 1 : 0));
  writer.raw(dense);
  writer.raw(isShorter ? deflated : bytes);
  const text = closeEnvelope({ format: kFormat, engine, rest: writer.bytes });
  if (text.length > linkLimits.characters) throw tooLong(text.length);
  await decodeLink(text, engine, sceneOf); // what cannot be opened is not given away
  return text;
}

/** Rejects with LinkError and its sentence; a damaged link is never another one. `engine`: the version of this Tumble. */
export async function decodeLink(text: string, engine: string, sceneOf: SceneOf = () => null): Promise<DecodedLink> {
  const { format, engine: madeBy, rest } = openEnvelope(text, engine, kFormat);
  if (rest.length < 1 + kChecksumBytes) throw new LinkError(kDamaged);
  const body = await bodyOf(rest.subarray(kChecksumBytes));
  const expected = rest.subarray(0, kChecksumBytes);
  if (checksumOf(madeBy, body).some((byte, index) => byte !== expected[index])) throw new LinkError(kDamaged);
  try {
    const link = await readBody(body, (id) => sceneOf(id, madeBy));
    checkSize(link);
    return { ...link, format, engine: madeBy };
  } catch (error) {
    if (error instanceof LinkError && error.message !== 'damaged') throw error;
    throw new LinkError('This link is not as Tumble writes them: its content has no meaning.');
  }
}

async function bodyOf(content: Uint8Array): Promise<Body> {
  let whole: Uint8Array | null;
  let dense: Uint8Array;
  try {
    const reader = new ByteReader(content);
    const lengths = reader.count();
    dense = reader.raw(Math.floor(lengths / 2));
    const rest = reader.raw(reader.left);
    whole = lengths % 2 === 0 ? rest : await inflate(rest, linkLimits.bytes);
  } catch (error) {
    throw error instanceof LinkError && error.message !== 'damaged' ? error : new LinkError(kDamaged);
  }
  if (!whole) throw new LinkError(`This link holds more than ${inThousands(linkLimits.bytes)} bytes, which is more than a link may.`);
  return { bytes: whole, dense };
}

function checkLimits({ log, step, hash, checkpoints = '' }: Link): void {
  if (!Number.isSafeInteger(step) || step < 0 || step > linkLimits.steps)
    throw new LinkError(`A link goes as far as step ${inThousands(linkLimits.steps)}; this is step ${step}.`);
  if (log.length > linkLimits.commands)
    throw new LinkError(`A link holds at most ${inThousands(linkLimits.commands)} commands; these are ${inThousands(log.length)}.`);
  if (hash !== null && !/^[0-9a-f]{16}$/.test(hash)) throw new LinkError('The hash of a link is 16 hexadecimal digits.');
  if (!isCheckpoints(checkpoints)) throw new LinkError('The checkpoints of a link are at most 16, of two hexadecimal digits.');
}

const tooLong = (length: number): LinkError =>
  new LinkError(`This run is too long for a link (${inThousands(length)} characters): share it as a file.`);
