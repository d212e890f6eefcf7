// Numbers as people read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { ArrowScale, driftText, formatOnce, formatShort, plottedText } = await importWebModules(
  'instruments/number-format.ts',
  'viewer/arrow-scale.ts',
);

// What a person reads, as a number again.
const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const numberOf = (text) => {
  const [mantissa, power = ''] = text.replaceAll('−', '-').split('×10');
  const exponent = [...power.replace('⁻', '-')].map((letter) => (letter === '-' ? '-' : superscripts.indexOf(letter))).join('');
  return Number(`${mantissa}e${exponent || 0}`);
};

test('a short number has the value it stands for, in every magnitude, and no zeros behind its point', () => {
  for (let power = -20; power <= 20; power += 1) {
    for (const digit of [1, 1.5, 2, 2.55, 5, 9.99]) {
      for (const sign of [1, -1]) {
        const value = sign * Number(`${digit}e${power}`);
        const text = formatShort(value);
        assert.ok(Math.abs(numberOf(text) / value - 1) < 1e-12, `${value} reads ${text}`);
        assert.doesNotMatch(text, /\.\d*0(×|$)/, `${value}`);
      }
    }
  }
  assert.deepEqual([0, 100, 0.5, -20, 99_999, 100_000, 2e-6, 1e-17, NaN, Infinity].map(formatShort), [
    '0',
    '100',
    '0.5',
    '−20',
    '1×10⁵',
    '1×10⁵',
    '2×10⁻⁶',
    '1×10⁻¹⁷',
    '—',
    '—',
  ]);
});

test('the scale of an arrow reads as the round number it is: 1, 2 or 5 times a power of ten', () => {
  for (let power = -12; power <= 12; power += 0.37) {
    const scale = new ArrowScale();
    assert.ok(scale.update(10 ** power, 0.5, 100));
    const text = formatShort(scale.perMetre);
    assert.ok(Math.abs(numberOf(text) / scale.perMetre - 1) < 1e-9, `${scale.perMetre} reads ${text}`);
    assert.match(text, /^(0\.0*)?[125]0*(×10⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?$/, `${scale.perMetre}`);
  }
});

test('a number that is read once has three significant digits', () => {
  assert.deepEqual([0, 1, 12.345, 123.45, 1234.5, 0.012345, 100_000, -3].map(formatOnce), [
    '0.00',
    '1.00',
    '12.3',
    '123',
    '1230',
    '0.0123',
    '1.00×10⁵',
    '−3.00',
  ]);
});

test('drifts have two digits, and no power of ten where none is needed', () => {
  assert.deepEqual([0, 79.13, -1.6, 0.012, 0.0012, 2.2e-13, 79_130, NaN].map(driftText), [
    '0',
    '79',
    '−1.6',
    '0.012',
    '1.2×10⁻³',
    '2.2×10⁻¹³',
    '7.9×10⁴',
    '—',
  ]);
});

test('what is plotted is written alike in legends and tables, small or not', () => {
  assert.deepEqual([0, 6, 1.014e-5, -4.06e-4, 123_400, null, undefined].map(plottedText), [
    '0.00',
    '6.00',
    '1.01×10⁻⁵',
    '−4.06×10⁻⁴',
    '1.23×10⁵',
    '—',
    '—',
  ]);
});
