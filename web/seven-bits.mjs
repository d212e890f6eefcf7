// Bytes as text of a page in UTF-8: seven bits a letter, so that eight letters hold seven bytes, where base64 takes nine and a third. Three values of seven bits
// are no letters, since HTML changes them or reads them as markup: one of these and the value after it are a letter of two bytes together.

const kNoLetters = [0x00, 0x0d, 0x3c]; // NUL, carriage return, <
const kFirstPair = 2; // U+0100, beyond the control characters that follow ASCII

/** The text of these bytes. */
export function lettersOf(bytes) {
  const letters = [];
  let pair = -1; // the value before, where it is no letter: its place in kNoLetters
  const put = (value) => {
    if (pair < 0 && (pair = kNoLetters.indexOf(value)) >= 0) return;
    letters.push(String.fromCharCode(pair < 0 ? value : ((kFirstPair + pair) << 7) | value));
    pair = -1;
  };
  let held = 0;
  let count = 0; // bits held
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0x7fff;
    for (count += 8; count >= 7; count -= 7) put((held >> (count - 7)) & 127);
  }
  if (count > 0) put((held << (7 - count)) & 127);
  if (pair >= 0) put(0);
  return letters.join('');
}

/** The bytes of this text, with up to two bytes of zeros after them. */
export function bytesOf(text) {
  const bytes = new Uint8Array(2 * text.length);
  let size = 0;
  let held = 0;
  let count = 0;
  const put = (value) => {
    held = ((held << 7) | value) & 0x7fff;
    count += 7;
    if (count < 8) return;
    count -= 8;
    bytes[size] = held >> count;
    size += 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter >= 128) put(kNoLetters[(letter >> 7) - kFirstPair]);
    put(letter & 127);
  }
  return bytes.subarray(0, size);
}
