// The worst of many errors: the JavaScript twin of worst.h.
import assert from 'node:assert/strict';

/** Largest size of what a list holds. NaN stays NaN, and a list without anything fails, where Math.max() would be -Infinity. */
export function worst(errors) {
  assert.ok(errors.length > 0, 'nothing was measured');
  return Math.max(...errors.map(Math.abs));
}
