// Lists of hashes: [at step 0, after step 1, …].

/** The first step at which two runs differ, or null. */
export function firstDifference(a, b) {
  for (let step = 0; step < Math.max(a.length, b.length); step += 1) if (a[step] !== b[step]) return step;
  return null;
}

/** Sentences on expected hashes ({ step: hash }) up to step `last` that a run does not have. */
export const missedHashes = (expected, hashes, last) =>
  Object.entries(expected)
    .filter(([step, hash]) => Number(step) <= last && hashes[step] !== hash)
    .map(([step, hash]) => `after step ${step} the hash is ${hashes[step] ?? 'missing'}, expected ${hash}`);
