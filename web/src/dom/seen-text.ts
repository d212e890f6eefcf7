// Invisible letters, and letters that reverse the direction of text, make one name look like another. The engine refuses scenes with
// them, the page refuses files by their name; in text from elsewhere (an address, a refusal) a replacement sign is shown.

// The ranges of the engine (kUnseen of engine/scene/text.cpp says what they are), spelled out: classes like \p{Cf} grow with the browser.
const kUnseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: it is a set of single code points
  /[\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

export const hasUnseen = (text: string): boolean => text.search(kUnseen) >= 0;

export const withoutUnseen = (text: string): string => text.replace(kUnseen, '\ufffd');

/** A text of an author as a sentence about it quotes it. */
export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
