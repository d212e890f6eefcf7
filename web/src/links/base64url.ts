// Bytes as letters, digits, "-" and "_" (RFC 4648, section 5), without padding.
const kAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const kValues = new Int8Array(128).fill(-1);
for (let value = 0; value < 64; value += 1) kValues[kAlphabet.charCodeAt(value)] = value;

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    const count = Math.min(3, bytes.length - at) + 1;
    for (let place = 0; place < count; place += 1) text += kAlphabet[(bits >> (18 - 6 * place)) & 63];
  }
  return text;
}

/** The bytes of the longest beginning that is base64url. */
export function fromBase64Url(text: string): Uint8Array {
  const length = /^[\w-]*/.exec(text)![0].length;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let at = 0;
  for (let place = 0; place < length; place += 1) {
    bits = ((bits << 6) | kValues[text.charCodeAt(place)]!) & 0xffffff;
    if (place % 4 > 0 && at < bytes.length) bytes[at++] = (bits >> (6 - 2 * (place % 4))) & 255;
  }
  return bytes;
}

/** The number of characters of so many bytes. */
export const base64UrlLength = (byteCount: number): number => Math.ceil((byteCount * 4) / 3);
