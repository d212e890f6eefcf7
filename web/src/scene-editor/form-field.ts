// One field of a form: label, inputs, unit, and the value of the scene that the inputs stand for.
import { make } from '../dom/elements';
import { formatFixed, formatShort } from '../instruments/number-format';
import { lineFor, motionSchemes, wordFor } from '../instruments/scheme-names';
import { quaternionOf } from './orientation';
import type { Field } from './scene-fields';

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export type FormField = {
  readonly row: HTMLElement /** Puts a value of the scene into the inputs. */;
  readonly write: (value: unknown) => void;
};

/** A word of the scene format as a choice of a form: "height field" of `heightField`. */
export function choiceText(word: string): string {
  const name = wordFor(word);
  return name === word ? word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : name;
}

/** A line of a form. */
export const formRow = (label: string, unit: string, ...inputs: readonly HTMLElement[]): HTMLElement =>
  make(
    'div',
    { class: 'form-field' },
    make('span', { class: 'form-label' }, label),
    make('span', { class: 'form-inputs' }, ...inputs),
    make('span', { class: 'form-unit' }, unit),
  );

/** `path`: the key as the engine writes it; `change` gets the new value, or undefined for an empty field: then the default holds; `refuse`: what is
 *  written there is no number. */
export function makeField(field: Field, path: string, change: (value: unknown) => void, refuse: () => void): FormField {
  const inputs = makeInputs(field, path);
  const row = formRow(field.label, field.unit ?? '', ...inputs);
  row.classList.add(`form-${field.kind}`);
  row.title = aboutText(field);
  if (field.hint) {
    row.firstElementChild!.classList.add('has-hint');
    for (const input of inputs) input.setAttribute('aria-description', row.title);
  }
  const line = make('small', { class: 'form-line' }); // what the chosen scheme is
  if (field.choices === motionSchemes) row.append(line);
  let isFilled = false;
  let stored: unknown; // for its numbers that are functions of time: these are edited as text
  const read = (): unknown => {
    const value = readInputs(field, inputs);
    return Array.isArray(value) && Array.isArray(stored) ? value.map((part, index) => partOfTime(stored, index) ?? part) : value;
  };
  // A field for numbers gives nothing for what is none, as where it is empty: no change of an empty one.
  const isUnread = (): boolean => inputs.some(({ validity }) => validity.badInput);
  for (const input of inputs) {
    input.addEventListener('change', () => (isUnread() ? refuse() : change(read())));
    input.addEventListener('blur', () => isUnread() && refuse());
  }
  const write = (given: unknown): void => {
    stored = given;
    const value = field.kind === 'quaternion' ? quaternionOf(given) : given;
    inputs.forEach((input, index) => {
      const isText = input instanceof HTMLTextAreaElement || (input instanceof HTMLInputElement && input.type === 'text');
      if (document.activeElement === input && isText && isFilled) return; // it is being written
      const isOfTime = (field.kind === 'number' || field.kind === 'vector') && partOfTime(value, index) !== undefined;
      input.disabled = isOfTime;
      input.title = isOfTime ? 'A function of time: edit it as text' : '';
      writeInto(input, field, isOfTime ? undefined : value, index);
    });
    isFilled = true;
    line.textContent = lineFor(String(value));
  };
  return { row, write };
}

// The part of a value that is a function of time, if it is one.
function partOfTime(value: unknown, index: number): unknown {
  const part: unknown = Array.isArray(value) ? value[index] : value;
  return typeof part === 'object' && part !== null && !Array.isArray(part) ? part : undefined;
}

function makeInputs(field: Field, path: string): Input[] {
  const named = (part: string): Record<string, string> => ({
    'aria-label': `${field.kind === 'quaternion' ? field.key : field.label}${part}, ${path}${field.unit ? `, ${field.unit}` : ''}`,
  });
  if (field.kind === 'choice' || field.kind === 'joint') {
    const isJoint = field.kind === 'joint';
    const select = make('select', named('')) as HTMLSelectElement;
    if (!isJoint) select.append(make('option', { value: '' }, `(${String(field.absent)})`));
    for (const choice of field.choices ?? [])
      select.append(make('option', { value: choice }, isJoint ? jointLabel(choice) : choiceText(choice)));
    return [select];
  }
  if (field.kind === 'switch') return [make('input', { type: 'checkbox', ...named('') }) as HTMLInputElement];
  if (field.kind === 'rows')
    return [make('textarea', { rows: '4', spellcheck: 'false', wrap: 'off', ...named('') }) as HTMLTextAreaElement];
  const isNumber = field.kind === 'number' || field.kind === 'vector' || field.kind === 'quaternion';
  return partsOf(field).map((part, index) => {
    const input = make('input', { type: isNumber ? 'number' : 'text', ...named(part && ` ${part}`) }) as HTMLInputElement;
    if (isNumber) Object.assign(input, { min: String(field.low ?? ''), max: String(field.high ?? ''), step: field.whole ? '1' : 'any' });
    if (field.kind === 'color') input.placeholder = '#rrggbb';
    if (field.absent) input.placeholder = typeof field.absent === 'string' ? field.absent : (field.absent[index] ?? '');
    return input;
  });
}

function partsOf({ kind, parts }: Field): readonly string[] {
  if (kind === 'quaternion') return ['x', 'y', 'z', 'w'];
  return kind === 'vector' || kind === 'rows' ? (parts ?? ['x', 'y', 'z']) : [''];
}

// What the field is, its limits, and what holds where it is empty.
function aboutText({ low, high, unit = '', absent, kind, hint = '' }: Field): string {
  const range = low === undefined || high === undefined || kind === 'quaternion' ? '' : `${limitText(low)} to ${limitText(high)} ${unit}`;
  const words = [absent ?? ''].flat().join(' ').trim();
  const preset = kind === 'switch' ? { true: 'on', false: 'off' }[words] : wordFor(words);
  return [hint, range.trim(), preset ? `default ${preset}` : ''].filter(Boolean).join('; ');
}

const limitText = (limit: number): string =>
  Number.isInteger(limit) && Math.abs(limit) < 1e6 ? formatFixed(limit, 0) : formatShort(limit);

// An empty input of a list counts as 0.
function readInputs(field: Field, inputs: readonly Input[]): unknown {
  const [input] = inputs;
  const texts = inputs.map(({ value }) => value.trim());
  if (field.kind === 'switch') {
    const isOn = (input as HTMLInputElement).checked;
    return isOn === (field.absent === 'true') ? undefined : isOn;
  }
  if (texts.every((text) => text === '')) return undefined;
  if (field.kind === 'rows') return rowsOf(texts[0]!, partsOf(field).length === 1);
  if (field.kind === 'number') return Number(texts[0]);
  if (field.kind === 'vector') return texts.map(Number);
  if (field.kind === 'quaternion') {
    const parts = texts.map(Number);
    const length = Math.hypot(...parts);
    return length > 0 ? parts.map((part) => part / length) : undefined;
  }
  const isIndex = (field.kind === 'body' || field.kind === 'joint') && /^\d+$/.test(texts[0]!);
  return isIndex ? Number(texts[0]) : texts[0];
}

/** A joint by its name, or by its index. */
export const jointLabel = (reference: string): string => (/^\d+$/.test(reference) ? `joint ${reference}` : reference);

// A word that is no number stays as it was written: the engine refuses it with its place. One mass for all points is a number, not a
// list.
function rowsOf(text: string, areSingle: boolean): unknown {
  const numberOf = (word: string): number | string => (Number.isFinite(Number(word)) ? Number(word) : word);
  const lines = text
    .split('\n')
    .map((line) =>
      line
        .split(/[\s,;]+/)
        .filter((word) => word !== '')
        .map(numberOf),
    )
    .filter((line) => line.length > 0);
  if (!areSingle) return lines;
  const list = lines.flat();
  return list.length === 1 ? list[0] : list;
}

function writeInto(input: Input, field: Field, value: unknown, index: number): void {
  if (field.kind === 'switch') (input as HTMLInputElement).checked = value === undefined ? field.absent === 'true' : value === true;
  else if (field.kind === 'rows')
    input.value =
      value === undefined
        ? ''
        : [value]
            .flat()
            .map((line) => [line].flat().join('  '))
            .join('\n');
  else {
    const part = Array.isArray(value) ? value[index] : field.kind === 'vector' || field.kind === 'quaternion' ? undefined : value;
    if (input.validity.badInput) input.value = '0'; // what is no number stays in sight where nothing is put in its place
    input.value = part === undefined ? '' : String(part);
  }
}
