// What a link fits into, by its length.

/** A QR code that a phone reads from a screen holds no more. */
export const longestForQrCode = 1000;
const kLongestForDiscord = 2000;
/** RFC 9110 asks every program to take addresses of 8,000 octets; longer ones are cut off somewhere. */
export const longestSafe = 8000;

const format = new Intl.NumberFormat('en');

/** One line about a link of so many characters. */
export function fitOf(length: number): string {
  const count = `${format.format(length)} characters`;
  if (length <= longestForQrCode) return `${count}: fits a QR code and any message`;
  if (length <= kLongestForDiscord) return `${count}: fits a message of Discord (2,000) and an e-mail, too long for a QR code`;
  if (length <= longestSafe) return `${count}: fits an e-mail and most messages, too long for Discord (2,000) and a QR code`;
  return `${count}: longer than every program takes (8,000). Send the file instead: dropped into the page it opens the same`;
}
