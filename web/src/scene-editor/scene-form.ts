// A scene by fields: the scene itself, one of its bodies with shapes and copies, its forces and commands. A change makes a new
// scene; the fields are kept while the scene has the same form, so that the focus stays where it is.
import { make } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import { choiceText, makeField } from './form-field';
import { framesChoice, jointChoice } from './joint-choices';
import { asList, asObject, copiesOf, pathText, valueAt, withValue, type Path } from '../simulation/scene-path';
import { withJoint, withJointName, withoutJoint } from './joint-edit';
import { fieldsOfJoint } from './joint-fields';
import { inFrames } from './joint-frames';
import { withBody, withBodyCopy, withCopy, withName, withNested, withoutBody, withoutItem, withSet } from './scene-edit';
import { bodyFields, commandFields, forceFields, newCommands, newForces, sceneFields, tensorField, type Field } from './scene-fields';
import { arrangementFields, asShape, newArrangements, newShapesOf, shapeFields } from './shape-fields';

/** A new scene; `path` is what was changed, as the engine writes it; `added`: the entry of a body that is new; `joint`: the index of a joint that is. */
export type Edit = { readonly scene: unknown; readonly path: string; readonly added?: number; readonly joint?: number };

/** What a body is that is added beside another one, and name and place of a copy. */
export interface NewBodies {
  make(scene: unknown, entry: number): object;
  copyOf(scene: unknown, entry: number): object;
}

type FieldsByType = Readonly<Record<string, readonly Field[]>>;

export class SceneForm {
  readonly element = make('div', { class: 'scene-form' });
  readonly edits = new Emitter<Edit>();
  /** What is written in the field of this key is no number. */
  readonly unread = new Emitter<string>();
  /** A joint is to be made in the picture. */
  readonly connects = new Emitter<void>();
  /** The fields of another joint are in sight, or (null) of none. */
  readonly jointShown = new Emitter<number | null>();
  /** The scene that the next change starts from; the fields may show a refused one. */
  scene: unknown = null;
  readonly #newBodies: NewBodies;
  readonly #jointTools: readonly HTMLElement[];
  #entry = 0; // of the bodies
  #joint = 0; // its index
  #shape = ''; // which fields there are
  #writers: (() => void)[] = []; // put the scene's values into the fields
  #choices: (() => void)[] = []; // of these those of lists
  #fields = new Map<string, HTMLElement>();

  /** `jointTools`: what stands among the joints, before the fields of the chosen one. */
  constructor(newBodies: NewBodies, jointTools: readonly HTMLElement[]) {
    this.#newBodies = newBodies;
    this.#jointTools = jointTools;
  }

  show(scene: unknown): void {
    this.scene = scene;
    const bodies = asList(asObject(scene).bodies);
    this.#entry = Math.min(this.#entry, Math.max(0, bodies.length - 1));
    const joints = asList(asObject(scene).joints);
    this.#joint = Math.min(this.#joint, Math.max(0, joints.length - 1));
    const own = this.#own;
    const typesOf = (list: unknown): string =>
      asList(list)
        .map((item) => String(asObject(item).type))
        .join();
    const lists = [asObject(scene).forces, asObject(scene).commands, own.shapes].map(typesOf);
    const kinds = joints.map((one) => `${String(asObject(one).type)} ${String(asObject(one).name)}`);
    const ofJoint = fieldsOfJoint(asObject(joints[this.#joint]), scene, this.#joint).map(({ key }) => key);
    const names = bodies.map((body) => String(asObject(body).name)).join();
    const shape = [
      names,
      this.#entry,
      Object.keys(own).join(),
      isTensor(own),
      String(asObject(own.arrangement).type),
      ...lists,
      ...kinds,
      this.#joint,
      ...ofJoint,
    ].join('|');
    if (shape !== this.#shape) this.#build(shape);
    for (const write of this.#writers) write();
  }

  /** Shows the fields of a body. */
  selectEntry(entry: number): void {
    if (entry < 0 || entry === this.#entry) return;
    this.#entry = entry;
    if (this.scene) this.show(this.scene);
  }

  /** Shows the fields of a joint. `isOpened`: its section opens, and they are scrolled to, too. */
  selectJoint(index: number, isOpened = false): void {
    this.#joint = index;
    if (this.scene) this.show(this.scene);
    if (!isOpened) return;
    const section = this.element.querySelector<HTMLDetailsElement>('[data-part=joints]');
    if (section) section.open = true;
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('[aria-label="Which joint"]')?.focus({ preventScroll: true });
  }

  /** The focus goes to the button “Connect…”. */
  focusConnect(): void {
    this.element.querySelector<HTMLElement>('.form-connect')?.focus();
  }

  /** Adds a joint behind all others. */
  addJoint(joint: Readonly<Record<string, unknown>>): void {
    const index = asList(asObject(this.scene).joints).length;
    this.scene = withJoint(this.scene, joint);
    this.edits.emit({ scene: this.scene, path: pathText(['joints', index]), joint: index });
  }

  /** Marks the refused field; null: none. */
  markRefused(path: string | null): void {
    for (const [own, field] of this.#fields) {
      const isIt = path !== null && (path === own || path.startsWith(`${own}[`) || path.startsWith(`${own}.`));
      for (const input of field.querySelectorAll('input, select, textarea')) input.toggleAttribute('data-refused', isIt);
    }
  }

  /** After a refusal: lists show again what the scene says, as the fields beside them do; numbers and texts stay, to be corrected. */
  restoreChoices(): void {
    for (const write of this.#choices) write();
  }

  get #own(): Record<string, unknown> {
    return asObject(valueAt(this.scene, this.#at()));
  }

  // The path of the chosen body, or of a key of it.
  #at(...inside: Path): Path {
    return ['bodies', this.#entry, ...inside];
  }

  #change(scene: unknown, path: Path): void {
    this.scene = scene;
    this.edits.emit({ scene, path: pathText(path) });
  }

  // The last body is new.
  #changeAdded(scene: unknown): void {
    this.scene = scene;
    this.#entry = asList(asObject(scene).bodies).length - 1;
    this.edits.emit({ scene, path: pathText(this.#at()), added: this.#entry });
  }

  #set(path: Path, value: unknown): void {
    const isName = path.length === 3 && path[0] === 'bodies' && path[2] === 'name';
    this.#change(isName ? withName(this.scene, this.#entry, value as string | undefined) : withSet(this.scene, path, value), path);
  }

  #build(shape: string): void {
    this.#shape = shape;
    this.#writers = [];
    this.#choices = [];
    this.#fields.clear();
    const { bodies, forces, commands, joints } = asObject(this.scene);
    const open = new Set([...this.element.querySelectorAll<HTMLDetailsElement>('details[open]')].map((each) => each.dataset.part));
    const isFirst = this.element.childElementCount === 0;
    const section = (part: string, title: string, ...children: HTMLElement[]): HTMLElement => {
      const details = make(
        'details',
        { class: 'form-section', 'data-part': part },
        make('summary', {}, title),
        ...children,
      ) as HTMLDetailsElement;
      details.open = isFirst ? part === 'body' : open.has(part);
      return details;
    };
    const list = (
      part: 'forces' | 'commands',
      title: string,
      items: unknown,
      fields: FieldsByType,
      starts: Readonly<Record<string, object>>,
    ): HTMLElement =>
      section(
        part,
        `${title} (${asList(items).length})`,
        ...asList(items).map((_, index) => this.#item([part, index], fields, true)),
        this.#adder(part, starts, [part], (type) => this.#aimed(type)),
      );
    const own = this.#own;
    const usable = fieldsOfBody(own);
    const all = [section('scene', 'The scene', ...sceneFields.map((field) => this.#field([], field)))];
    if (asList(bodies).length === 0)
      all.push(
        section(
          'body',
          'A body',
          this.#button('Add a body', () => this.#addBody()),
        ),
      );
    else {
      all.push(
        section(
          'body',
          'A body',
          this.#bodyChoice(asList(bodies)),
          ...usable.map((field) => this.#field(this.#at(), field)),
          this.#otherKeys(own),
        ),
        section('shapes', `Its shapes (${Math.max(1, asList(own.shapes).length)})`, ...this.#shapes(own)),
        section('arrangement', `Its copies (${copiesOf(own)})`, ...this.#arrangement(own)),
      );
    }
    const jointSection = section('joints', `Joints (${asList(joints).length})`, ...this.#joints(asList(joints)));
    jointSection.addEventListener('toggle', () => this.#announceJoint());
    all.push(jointSection);
    all.push(list('forces', 'Forces', forces, forceFields, newForces), list('commands', 'Commands', commands, commandFields, newCommands));
    const focused = document.activeElement;
    const hadFocus = this.element.contains(focused);
    this.element.replaceChildren(...all);
    if (hadFocus && focused instanceof HTMLElement) this.#refocus(focused);
    this.#announceJoint();
  }

  // What had the focus has it again, or what stands in its place.
  #refocus(focused: HTMLElement): void {
    const name = focused.getAttribute('aria-label');
    const again = this.element.contains(focused)
      ? focused
      : name
        ? this.element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`)
        : this.#buttonLike(focused);
    if (again) again.focus({ preventScroll: true });
  }

  // In the same section, with the same text, at the same place among those; else the head of the section.
  #buttonLike(old: HTMLElement): HTMLElement | null {
    const section = old.closest<HTMLElement>('[data-part]');
    const now = this.element.querySelector(`[data-part="${section?.dataset.part ?? ''}"]`);
    const like = (inside: Element | null): HTMLElement[] =>
      [...(inside?.querySelectorAll('button') ?? [])].filter(({ textContent }) => textContent === old.textContent);
    const [before, after] = [like(section), like(now)];
    return after[before.indexOf(old)] ?? after.at(-1) ?? now?.querySelector('summary') ?? null;
  }

  // ---- the joints ----

  #joints(joints: readonly unknown[]): HTMLElement[] {
    const connect = this.#button('Connect…', () => this.connects.emit());
    connect.classList.add('form-connect');
    connect.title = 'Two bodies, or a body and the world, by a new joint';
    if (joints.length === 0) return [make('div', { class: 'lab-row form-choice' }, connect), ...this.#jointTools];
    const select = jointChoice(joints, this.#joint, (index) => this.selectJoint(index));
    const path: Path = ['joints', this.#joint];
    const joint = asObject(joints[this.#joint]);
    const fields = fieldsOfJoint(joint, this.scene, this.#joint);
    return [
      make('div', { class: 'lab-row form-choice' }, select, connect),
      ...this.#jointTools,
      make(
        'fieldset',
        { class: 'form-item form-joint' },
        make('legend', {}, entryText(path, String(joint.type))),
        ...fields.flatMap((field) => [this.#field(path, field), ...(field.key === 'b' ? this.#frames(joint, path) : [])]),
        make(
          'div',
          { class: 'lab-row' },
          this.#button('Copy', () => this.#copyJoint()),
          this.#button('Remove', () => this.#change(withoutJoint(this.scene, this.#joint), path)),
        ),
      ),
    ];
  }

  #frames(joint: Record<string, unknown>, path: Path): HTMLElement[] {
    const choice = framesChoice(joint, this.scene, (frames) => {
      const other = inFrames(asObject(valueAt(this.scene, path)), this.scene, frames);
      if (other) this.#change(withValue(this.scene, path, other), path);
    });
    return choice ? [choice] : [];
  }

  // No two joints have the same name.
  #copyJoint(): void {
    const { name: _, ...own } = structuredClone(asObject(valueAt(this.scene, ['joints', this.#joint])));
    this.addJoint(own);
  }

  #announceJoint(): void {
    const isOpen = this.element.querySelector<HTMLDetailsElement>('[data-part=joints]')?.open ?? false;
    this.jointShown.emit(isOpen && asList(asObject(this.scene).joints).length > 0 ? this.#joint : null);
  }

  // ---- the body ----

  #bodyChoice(bodies: readonly unknown[]): HTMLElement {
    const select = make('select', { 'aria-label': 'Which body' }) as HTMLSelectElement;
    bodies.forEach((body, index) =>
      select.append(make('option', { value: String(index) }, String(asObject(body).name ?? `body ${index}`))),
    );
    select.value = String(this.#entry);
    select.addEventListener('change', () => this.selectEntry(Number(select.value)));
    const copy = this.#button('Copy', () =>
      this.#changeAdded(withBodyCopy(this.scene, this.#entry, this.#newBodies.copyOf(this.scene, this.#entry))),
    );
    const remove = this.#button('Remove', () => this.#change(withoutBody(this.scene, this.#entry), this.#at()));
    return make(
      'div',
      { class: 'lab-row form-choice' },
      select,
      this.#button('Add', () => this.#addBody()),
      copy,
      remove,
    );
  }

  #addBody(): void {
    this.#changeAdded(withBody(this.scene, this.#newBodies.make(this.scene, this.#entry)));
  }

  #otherKeys(body: Record<string, unknown>): HTMLElement {
    const known = new Set([...fieldsOfBody(body).map(({ key }) => key), 'shapes', 'arrangement']);
    const others = Object.keys(body).filter((key) => !known.has(key));
    return make('p', { class: 'form-note' }, others.length > 0 ? `Also has ${others.join(', ')}: edit these as text.` : '');
  }

  #shapes(own: Record<string, unknown>): HTMLElement[] {
    const at = this.#at('shapes');
    if (!('shapes' in own)) {
      const part = this.#button('Make it a compound', () => {
        const { size, ...rest } = this.#own;
        this.#change(withSet(this.scene, this.#at(), { ...rest, shapes: [{ type: 'box', size }] }), at);
      });
      return [make('p', { class: 'form-note' }, 'One box, with the edges above.'), part];
    }
    const shapes = asList(own.shapes);
    return [
      ...shapes.map((shape, index) =>
        this.#item([...at, index], shapeFields, shapes.length > 1, this.#shapeChoice([...at, index], String(asObject(shape).type))),
      ),
      this.#adder('shapes', newShapesOf(own.type), at, () => ({})),
    ];
  }

  #shapeChoice(path: Path, type: string): HTMLElement {
    const select = make('select', { 'aria-label': `Which shape, ${pathText(path)}` }) as HTMLSelectElement;
    for (const kind of new Set([...Object.keys(newShapesOf(this.#own.type)), type]))
      select.append(make('option', { value: kind }, choiceText(kind)));
    this.#chosen(() => (select.value = type));
    select.addEventListener('change', () => this.#set(path, asShape(select.value, asObject(valueAt(this.scene, path)))));
    return make('div', { class: 'lab-row form-choice' }, select);
  }

  #arrangement(own: Record<string, unknown>): HTMLElement[] {
    const at = this.#at('arrangement');
    const { type } = asObject(own.arrangement);
    const select = make('select', { 'aria-label': 'How the copies are arranged' }) as HTMLSelectElement;
    select.append(
      make('option', { value: '' }, '(one body, no copies)'),
      ...Object.keys(newArrangements).map((kind) => make('option', {}, kind)),
    );
    this.#chosen(() => (select.value = typeof type === 'string' ? type : ''));
    select.addEventListener('change', () => {
      const [x = 1, y = 1, z = 1] = asList(this.#own.size) as number[];
      this.#set(at, select.value === '' ? undefined : { type: select.value, ...newArrangements[select.value]!(x, y, z) });
    });
    const fields = arrangementFields[String(type)] ?? [];
    return [make('div', { class: 'lab-row form-choice' }, select), ...fields.map((field) => this.#field(at, field))];
  }

  // ---- lists ----

  #item(path: Path, fieldsOf: FieldsByType, mayGo: boolean, ...choice: HTMLElement[]): HTMLElement {
    const type = String(asObject(valueAt(this.scene, path)).type);
    const fields = fieldsOf[type] ?? [];
    const note = fields.length === 0 ? [make('p', { class: 'form-note' }, 'Edit it as text.')] : [];
    const buttons = [this.#button('Copy', () => this.#change(withCopy(this.scene, path), path))];
    if (mayGo) buttons.push(this.#button('Remove', () => this.#change(withoutItem(this.scene, path), path)));
    return make(
      'fieldset',
      { class: 'form-item' },
      make('legend', {}, entryText(path, type)),
      ...choice,
      ...fields.map((field) => this.#field(path, field)),
      ...note,
      make('div', { class: 'lab-row' }, ...buttons),
    );
  }

  #adder(list: string, starts: Readonly<Record<string, object>>, path: Path, more: (type: string) => object): HTMLElement {
    const select = make('select', { 'aria-label': `Kind of what is added to ${list}` }) as HTMLSelectElement;
    for (const type of Object.keys(starts)) select.append(make('option', { value: type }, choiceText(type)));
    const add = this.#button('Add', () => {
      this.#set([...path, asList(valueAt(this.scene, path)).length], {
        type: select.value,
        ...more(select.value),
        ...starts[select.value],
      });
    });
    return make('div', { class: 'lab-row form-choice' }, select, add);
  }

  // A new force or command names the chosen body, or the first that moves, if one does.
  #aimed(type: string): object {
    if (type === 'explosion') return {};
    const bodies = asList(asObject(this.scene).bodies);
    const mover = bodies.findIndex((body) => asObject(body).type !== 'static');
    const entry = this.#own.type === 'static' && mover >= 0 ? mover : this.#entry;
    const { name } = asObject(bodies[entry]);
    if (typeof name === 'string') return { body: copiesOf(bodies[entry]) > 1 ? `${name}[0]` : name };
    return { body: bodies.slice(0, entry).reduce<number>((sum, body) => sum + copiesOf(body), 0) };
  }

  #chosen(write: () => void): void {
    this.#writers.push(write);
    this.#choices.push(write);
  }

  #button(text: string, act: () => void): HTMLElement {
    const button = make('button', { type: 'button', class: 'button button-outlined' }, text);
    button.addEventListener('click', act);
    return button;
  }

  #field(at: Path, field: Field): HTMLElement {
    const path = [...at, ...field.key.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
    const change = (value: unknown): void => {
      if (at[0] !== 'joints') this.#set(path, value);
      else if (field.key === 'name') this.#change(withJointName(this.scene, this.#joint, value as string | undefined), path);
      else this.#change(withNested(this.scene, path, value), path);
    };
    const { row, write } = makeField(field, pathText(path), change, () => this.unread.emit(pathText(path)));
    const put = (): void => write(valueAt(this.scene, path));
    if (row.querySelector('select')) this.#chosen(put);
    else this.#writers.push(put);
    this.#fields.set(pathText(path), row);
    return row;
  }
}

// An entry of a list: "shape 0: box". It is counted as the engine does where it refuses something.
function entryText(path: Path, type: string): string {
  const [list, index] = path.slice(-2);
  return `${String(list).slice(0, -1)} ${index}: ${choiceText(type)}`;
}

// A compound has no size of its own; a whole inertia tensor replaces the field of the three moments.
const fieldsOfBody = (body: Record<string, unknown>): readonly Field[] =>
  bodyFields
    .filter(({ key }) => !(key === 'size' && 'shapes' in body))
    .map((field) => (field.key === 'inertia' && isTensor(body) ? tensorField : field));
const isTensor = (body: Record<string, unknown>): boolean => Array.isArray(asList(body.inertia)[0]);
