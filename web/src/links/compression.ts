// Deflate by the platform (CompressionStream).
import { LinkError } from './link';

/** So few bytes become at most 264 kB at once. */
const kPart = 256;

async function feed(bytes: Uint8Array, writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
  for (let at = 0; at < bytes.length; at += kPart) await writer.write(bytes.slice(at, at + kPart));
  await writer.close();
}

async function through(bytes: Uint8Array, stream: GenericTransformStream, most: number): Promise<Uint8Array | null> {
  const writer = (stream.writable as WritableStream<Uint8Array>).getWriter();
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  const writing = feed(bytes, writer);
  writing.catch(() => {}); // the reader tells of it
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      writer.abort().catch(() => {});
      return null;
    }
    parts.push(value);
  }
  await writing; // some platforms tell only here of what follows the end
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  return (await through(bytes, new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY))!;
}

/** Null where more than `most` bytes come out; they are counted while they come. Rejects with LinkError where the bytes are damaged. */
export async function inflate(bytes: Uint8Array, most: number): Promise<Uint8Array | null> {
  let stream: GenericTransformStream;
  try {
    stream = new DecompressionStream('deflate-raw');
  } catch {
    throw new LinkError('This browser is too old to open links that carry a scene.');
  }
  try {
    return await through(bytes, stream, most);
  } catch {
    throw new LinkError('damaged');
  }
}
