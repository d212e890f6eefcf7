// A scene by fields: the scene itself, one of its bodies, its forces and commands. A change makes a new scene; the fields are
// kept while the scene has the same form, so that the focus stays where it is.
import { bodyFields, commandFields, forceFields, newCommands, newForces, sceneFields, type Field } from './scene-fields';
import { make } from './elements';

type Loose = Record<string, unknown>;
type Path = readonly (string | number)[];

export type FormActions = {
  /** A new scene; `path` is what was changed, as the engine writes it. */
  readonly change: (scene: unknown, path: string) => void;
};

const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const pathText = (path: Path): string => path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part), '');

export class SceneForm {
  readonly element = make('div', { class: 'scene-form' });
  readonly #actions: FormActions;
  #scene: unknown = null;
  #entry = 0; // of the bodies
  #shape = ''; // which fields there are
  #writers: (() => void)[] = []; // put the scene's values into the fields
  #fields = new Map<string, HTMLElement>();

  constructor(actions: FormActions) {
    this.#actions = actions;
  }

  show(scene: unknown): void {
    this.#scene = scene;
    const bodies = asList(asObject(scene).bodies);
    this.#entry = Math.min(this.#entry, Math.max(0, bodies.length - 1));
    const typesOf = (key: string): string => asList(asObject(scene)[key]).map((item) => String(asObject(item).type)).join();
    const shape = [bodies.length, this.#entry, Object.keys(asObject(bodies[this.#entry])).join(), typesOf('forces'), typesOf('commands')].join('|');
    if (shape !== this.#shape) this.#build(shape);
    for (const write of this.#writers) write();
  }

  /** Goes to the fields of a body. */
  selectEntry(entry: number): void {
    if (entry < 0 || entry === this.#entry) return;
    this.#entry = entry;
    if (this.#scene) this.show(this.#scene);
  }

  /** Marks the field that a refusal speaks of; null: none. */
  markRefused(path: string | null): void {
    for (const [own, field] of this.#fields) {
      const isIt = path !== null && (path === own || path.startsWith(`${own}[`) || path.startsWith(`${own}.`));
      for (const input of field.querySelectorAll('input, select')) input.toggleAttribute('data-refused', isIt);
    }
  }

  #build(shape: string): void {
    this.#shape = shape;
    this.#writers = [];
    this.#fields.clear();
    const { bodies, forces, commands } = asObject(this.#scene);
    const open = new Set([...this.element.querySelectorAll<HTMLDetailsElement>('details[open]')].map((each) => each.dataset.part));
    const isFirst = this.element.childElementCount === 0;
    const section = (part: string, title: string, ...children: HTMLElement[]): HTMLElement => {
      const details = make('details', { class: 'form-section', 'data-part': part }, make('summary', {}, title), ...children) as HTMLDetailsElement;
      details.open = isFirst ? part === 'body' : open.has(part);
      return details;
    };
    const own = asObject(asList(bodies)[this.#entry]);
    const usable = bodyFields.filter(({ key }) => key !== 'size' || !('shapes' in own));
    this.element.replaceChildren(
      section('scene', 'The scene', ...sceneFields.map((field) => this.#field([], field))),
      section('body', 'A body', this.#bodyChoice(asList(bodies)), ...usable.map((field) => this.#field(['bodies', this.#entry], field)), this.#note(own)),
      section('forces', `Forces (${asList(forces).length})`, ...asList(forces).map((item, index) => this.#item('forces', index, item, forceFields)), this.#adder('forces', newForces)),
      section('commands', `Commands (${asList(commands).length})`, ...asList(commands).map((item, index) => this.#item('commands', index, item, commandFields)), this.#adder('commands', newCommands)),
    );
  }

  #note(body: Loose): HTMLElement {
    const others = Object.keys(body).filter((key) => !bodyFields.some((field) => field.key === key) || (key === 'size' && 'shapes' in body));
    return make('p', { class: 'form-note' }, others.length > 0 ? `Also has ${others.join(', ')}: edit these as text.` : '');
  }

  #bodyChoice(bodies: readonly unknown[]): HTMLElement {
    const select = make('select', { 'aria-label': 'Which body' }) as HTMLSelectElement;
    bodies.forEach((body, index) => select.append(make('option', { value: String(index) }, String(asObject(body).name ?? `body ${index}`))));
    select.value = String(this.#entry);
    select.addEventListener('change', () => this.selectEntry(Number(select.value)));
    const copy = this.#button('Copy', () => {
      const own = structuredClone(asObject(asList(asObject(this.#scene).bodies)[this.#entry]));
      delete own.name;
      const [x = 0, y = 0, z = 0] = asList(own.position) as number[];
      own.position = [x + 1, y + 1, z];
      this.#entry = bodies.length;
      this.#set(['bodies', bodies.length], own);
    });
    const remove = this.#button('Remove', () => {
      const next = structuredClone(asObject(this.#scene));
      asList(next.bodies).splice(this.#entry, 1);
      this.#actions.change(next, `bodies[${this.#entry}]`);
    });
    return make('div', { class: 'lab-row form-choice' }, select, copy, remove);
  }

  #item(list: 'forces' | 'commands', index: number, item: unknown, fieldsOf: Readonly<Record<string, readonly Field[]>>): HTMLElement {
    const type = String(asObject(item).type);
    const remove = this.#button('Remove', () => {
      const next = structuredClone(asObject(this.#scene));
      asList(next[list]).splice(index, 1);
      if (asList(next[list]).length === 0) delete next[list];
      this.#actions.change(next, list);
    });
    const fields = fieldsOf[type] ?? [];
    const rest = fields.length === 0 ? [make('p', { class: 'form-note' }, 'Edit this one as text.')] : [];
    return make('fieldset', { class: 'form-item' }, make('legend', {}, `${list}[${index}]: ${type}`), ...fields.map((field) => this.#field([list, index], field)), ...rest, remove);
  }

  #adder(list: 'forces' | 'commands', starts: Readonly<Record<string, object>>): HTMLElement {
    const select = make('select', { 'aria-label': `Kind of what is added to ${list}` }) as HTMLSelectElement;
    for (const type of Object.keys(starts)) select.append(make('option', {}, type));
    const add = this.#button('Add', () => {
      const { bodies } = asObject(this.#scene);
      const first = asList(bodies).findIndex((body) => asObject(body).type !== 'static');
      const chosen = asObject(asList(bodies)[this.#entry]).type === 'static' ? first : this.#entry;
      this.#set([list, asList(asObject(this.#scene)[list]).length], { type: select.value, ...(select.value === 'explosion' ? {} : { body: nameOf(bodies, chosen) }), ...starts[select.value] });
    });
    return make('div', { class: 'lab-row form-choice' }, select, add);
  }

  #button(text: string, act: () => void): HTMLElement {
    const button = make('button', { type: 'button', class: 'button button-outlined' }, text);
    button.addEventListener('click', act);
    return button;
  }

  #field(at: Path, field: Field): HTMLElement {
    const path = [...at, field.key];
    const text = pathText(path);
    const label = make('span', { class: 'form-label' }, field.label);
    const row = make('div', { class: `form-field form-${field.kind}`, title: rangeText(field) }, label);
    const inputs = this.#inputs(field, text);
    const read = (): unknown => asObject(at.reduce<unknown>((value, part) => (value as Loose | undefined)?.[part as string], this.#scene))[field.key];
    inputs.forEach((input, index) => {
      input.addEventListener('change', () => this.#set(path, valueOf(field, inputs)));
      this.#writers.push(() => {
        if (document.activeElement === input && input instanceof HTMLInputElement && input.type === 'text') return;
        writeInto(input, field, read(), index);
      });
    });
    row.append(make('span', { class: 'form-inputs' }, ...inputs), make('span', { class: 'form-unit' }, field.unit ?? ''));
    this.#fields.set(text, row);
    return row;
  }

  #inputs(field: Field, path: string): (HTMLInputElement | HTMLSelectElement)[] {
    const named = (part: string): Record<string, string> => ({ 'aria-label': `${field.label}${part}, ${path}${field.unit ? `, ${field.unit}` : ''}` });
    if (field.kind === 'choice') {
      const select = make('select', named('')) as HTMLSelectElement;
      select.append(make('option', { value: '' }, `(${String(field.absent)})`), ...(field.choices ?? []).map((choice) => make('option', { value: choice }, choice)));
      return [select];
    }
    if (field.kind === 'switch') return [make('input', { type: 'checkbox', ...named('') }) as HTMLInputElement];
    const isNumber = field.kind === 'number' || field.kind === 'vector' || field.kind === 'quaternion';
    const parts = field.kind === 'vector' ? ['x', 'y', 'z'] : field.kind === 'quaternion' ? ['x', 'y', 'z', 'w'] : [''];
    return parts.map((part, index) => {
      const input = make('input', { type: isNumber ? 'number' : 'text', ...named(part && ` ${part}`) }) as HTMLInputElement;
      if (isNumber) Object.assign(input, { min: String(field.low ?? ''), max: String(field.high ?? ''), step: field.whole ? '1' : 'any' });
      if (field.kind === 'color') input.placeholder = '#rrggbb';
      if (field.absent) input.placeholder = typeof field.absent === 'string' ? field.absent : field.absent[index] ?? '';
      return input;
    });
  }

  // Sets (or with undefined removes) a value in a copy of the scene.
  #set(path: Path, value: unknown): void {
    const next = structuredClone(asObject(this.#scene));
    let place: Loose = next;
    path.slice(0, -1).forEach((part, index) => {
      place[part] ??= typeof path[index + 1] === 'number' ? [] : {};
      place = place[part] as Loose;
    });
    const last = path.at(-1) as string;
    if (value === undefined) delete place[last];
    else place[last] = value;
    this.#actions.change(next, pathText(path));
  }
}

const nameOf = (bodies: unknown, index: number): string | number => {
  const { name } = asObject(asList(bodies)[index]);
  return typeof name === 'string' ? name : index;
};

function rangeText({ low, high, unit = '', absent, kind }: Field): string {
  const range = low === undefined || high === undefined || kind === 'quaternion' ? '' : `${low} to ${high} ${unit}`.trim();
  return [range, absent ? `default ${[absent].flat().join(' ')}` : ''].filter(Boolean).join('; ');
}

// What the fields say; undefined: nothing, so that the default holds. A list with one empty field has 0 there.
function valueOf(field: Field, inputs: readonly (HTMLInputElement | HTMLSelectElement)[]): unknown {
  const [input] = inputs;
  const texts = inputs.map(({ value }) => value.trim());
  if (field.kind === 'switch') return (input as HTMLInputElement).checked ? undefined : false;
  if (texts.every((text) => text === '')) return undefined;
  if (field.kind === 'number') return Number(texts[0]);
  if (field.kind === 'vector') return texts.map(Number);
  if (field.kind === 'quaternion') {
    const parts = texts.map(Number);
    const length = Math.hypot(...parts);
    return length > 0 ? parts.map((part) => part / length) : undefined;
  }
  return field.kind === 'body' && /^\d+$/.test(texts[0]!) ? Number(texts[0]) : texts[0];
}

function writeInto(input: HTMLInputElement | HTMLSelectElement, field: Field, value: unknown, index: number): void {
  if (field.kind === 'switch') (input as HTMLInputElement).checked = value !== false;
  else {
    const part = Array.isArray(value) ? value[index] : field.kind === 'vector' || field.kind === 'quaternion' ? undefined : value;
    input.value = part === undefined ? '' : String(part);
  }
}
