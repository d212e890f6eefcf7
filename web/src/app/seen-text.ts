// Letters that nobody sees, or that turn the direction of what follows them: they make a name look like another one. Scenes with them
// are refused by the engine, files by their name; in what is shown of texts from elsewhere (an address, a refusal) signs stand for them.

// Controls, formats (among them all that change direction) and halves of letters, separators of lines, fillers. Not the joiners that
// some scripts write with.
const kUnseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;

export const hasUnseen = (text: string): boolean => text.search(kUnseen) >= 0;

export const withoutUnseen = (text: string): string => text.replace(kUnseen, '\ufffd');
