// Exercises: a number is checked against the right one, and what is nearly right is told how.

/** The number in what somebody wrote: 5.1e-3, 5,1 · 10^-3, −2; a unit may follow. NaN where there is none. */
export function numberIn(text) {
  const plain = text
    .trim()
    .replace(/[−–]/g, '-')
    .replace(/,/g, '.')
    .replace(/\s*[·×*x]\s*10\s*\^?\s*([+-]?\d+)/, 'e$1');
  const found = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(?![\d.])/i.exec(plain);
  return found ? Number(found[0]) : Number.NaN;
}

// What a factor between two numbers tends to mean.
const kFactors = [
  [-1, 'The size is right; look at the sign again.'],
  [2, 'It is twice the right one.'],
  [0.5, 'It is half the right one.'],
  [4, 'It is four times the right one.'],
  [0.25, 'It is a quarter of the right one.'],
  [2 * Math.PI, 'It is 2π times the right one: turns, or radians?'],
  [1 / (2 * Math.PI), 'The right one is 2π times as large: turns, or radians?'],
  [1000, 'It is a thousand times the right one: look at the units.'],
  [0.001, 'It is a thousandth of the right one: look at the units.'],
  [100, 'It is a hundred times the right one: look at the units.'],
  [0.01, 'It is a hundredth of the right one: look at the units.'],
  [10_000, 'It is ten thousand times the right one: square centimetres?'],
];

/** { isRight, text } for an answer, which may be off by `within` percent. */
export function judge(text, value, within) {
  const answer = numberIn(text);
  if (Number.isNaN(answer)) return { isRight: false, text: 'This is not a number: write it as 0.0051 or 5.1e-3.' };
  const isAt = (wanted) => Math.abs(answer - wanted) <= Math.abs(wanted) * (within / 100);
  if (isAt(value)) return { isRight: true, text: `Right: ${Number(value.toPrecision(3))}.` };
  const near = kFactors.find(([factor]) => isAt(value * factor));
  return { isRight: false, text: near?.[1] ?? `Not yet: it is too ${answer < value ? 'small' : 'large'}.` };
}

export function watchAnswers() {
  for (const form of document.querySelectorAll('form.answer')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const [input, output] = [form.querySelector('input'), form.querySelector('output')];
      const { isRight, text } = judge(input.value, Number(form.dataset.value), Number(form.dataset.within));
      form.dataset.result = isRight ? 'right' : 'wrong';
      output.textContent = text;
    });
  }
}
