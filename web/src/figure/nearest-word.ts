// The known word that somebody meant, as the engine finds it (nearestWord in engine/scene/text.cpp).

const kLongest = 40; // letters
const kShortest = 3; // beginning of a word that counts as the word

// Number of letters to insert, remove, replace, or swap with the next, to make b of a.
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? before[j - 2]! + 1 : Infinity;
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(a[i - 1] !== b[j - 1]), swapped);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

const begins = (word: string, beginning: string): boolean => beginning.length >= kShortest && word.startsWith(beginning);

/** The first of the nearest, whatever its case; undefined where none is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > kLongest) return undefined;
  const own = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.floor((own.length + 1) / 3) + 1; // the first one that is too far
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const distance = Math.min(editDistance(own, other), begins(own, other) || begins(other, own) ? 1 : Infinity);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
