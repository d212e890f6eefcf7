// Which command added which body. The engine gives a body that comes later no entry of the scene, so its ids are counted here as the engine counts them:
// engine/bodies/body_store.cpp, world/apply_commands.cpp and, after an edit, scene/revision.cpp with addBodies in scene/scene_reader.cpp.
import type { RunState } from '../simulation/client';
import type { Kept } from '../simulation/kept-bodies';
import { asList, asObject, copiesOf } from '../simulation/scene-path';

type Loose = Readonly<Record<string, unknown>>;
/** A body that comes, or the id of one that goes. */
type Due = { readonly step: number; readonly isLive: boolean; readonly added?: Loose; readonly removed: number };

const kIndexBits = 20;
const kGenerations = 0xfff;
const kNone = -1;

const firstLater = (queue: readonly Due[], step: number): number => {
  const at = queue.findIndex((due) => due.step > step);
  return at < 0 ? queue.length : at;
};
const stepOf = ({ step }: Loose): number => (typeof step === 'number' && step > 0 ? step : 0);
const changesBodies = ({ type }: Loose): boolean => type === 'addBody' || type === 'removeBody';

class BodyIds {
  readonly found = new Map<number, Loose>();
  #generations: number[] = [];
  #isAlive: boolean[] = [];
  #entries: number[] = []; // of the scene, by index
  #isGone: boolean[] = []; // the body of the scene that had the index
  #free: number[] = []; // the last is used first
  #queue: Due[] = []; // by step

  load(scene: unknown): void {
    const entries = asList(asObject(scene).bodies).flatMap((body, entry) => new Array<number>(copiesOf(body)).fill(entry));
    for (const entry of entries) this.#create(entry);
    this.#queue = this.#commandsOf(scene, [...entries.keys()], 0);
  }

  /** Steps are taken until so many have been. */
  runTo(step: number): void {
    for (const due of this.#queue.splice(0, firstLater(this.#queue, step - 1))) {
      if (due.added) this.found.set(this.#idOf(this.#create(kNone)), due.added);
      else this.#remove(due.removed);
    }
  }

  give(command: Loose, step: number): void {
    if (changesBodies(command)) this.#queue.splice(firstLater(this.#queue, step), 0, this.#due(command, step, Number(command.body), true));
  }

  revise(scene: unknown, kept: Kept, step: number): void {
    const count = this.#isAlive.length;
    const [gone, isAdded] = [this.#isGone, this.#isAlive.map((isAlive, index) => isAlive && this.#isOther(index))];
    const chains: number[][] = []; // indices by entry of the scene before
    let size = count;
    for (let index = count - 1; index >= 0; index -= 1) {
      const entry = this.#entries[index]!;
      if (entry !== kNone) (chains[entry] ??= []).unshift(isAdded[index] ? size++ : index);
    }
    const bodies = asList(asObject(scene).bodies);
    const isUsed = [...isAdded];
    const generations = Array.from({ length: size }, (_, index) => {
      if (index >= count) return 0;
      return isAdded[index] ? this.#generations[index]! : (this.#generations[index]! + 1) & kGenerations;
    });
    const matched = bodies.map((_, entry) => {
      const chain = chains[kept[2 * entry]!] ?? [];
      delete chains[kept[2 * entry]!];
      for (const index of chain) {
        isUsed[index] = true;
        if (index < count) generations[index] = this.#generations[index]!;
      }
      return chain;
    });
    const unused = [...generations.keys()].filter((index) => !isUsed[index] && generations[index] !== 0);
    this.#generations = generations;
    this.#isAlive = generations.map((_, index) => isAdded[index] ?? false);
    this.#entries = generations.map(() => kNone);
    this.#isGone = [];
    const ids = bodies.flatMap((body, entry) =>
      Array.from({ length: copiesOf(body) }, (_, copy) => {
        const index = matched[entry]![copy] ?? unused.shift();
        this.#free = index === undefined ? [] : [index];
        return this.#idOf(this.#create(entry));
      }),
    );
    this.#free = [];
    const live = this.#queue.filter(({ isLive }) => isLive);
    this.#queue = this.#commandsOf(scene, ids, step).filter((due) => due.step >= step);
    for (const due of live) this.#queue.splice(firstLater(this.#queue, due.step), 0, due);
    matched.forEach((chain, entry) => {
      for (const index of chain) {
        if (this.#entries[index] !== entry) break;
        if (index >= count || gone[index]) this.#remove(this.#idOf(index));
      }
    });
  }

  #commandsOf(scene: unknown, ids: readonly number[], step: number): Due[] {
    const { bodies, commands } = asObject(scene);
    const given = asList(commands)
      .map(asObject)
      .filter(changesBodies)
      .sort((a, b) => stepOf(a) - stepOf(b));
    const done = given.filter((command) => command.type === 'addBody' && stepOf(command) < step).length;
    const indexOf = namedIndices(asList(bodies));
    // As readId in engine/scene/body_reference.cpp.
    const idOf = (reference: unknown): number => {
      const number = typeof reference === 'string' ? (indexOf.get(reference) ?? kNone) : Number(reference);
      if (number < ids.length) return ids[number] ?? kNone;
      const isDone = number - ids.length < done;
      return isDone && this.#isAt(number) ? number : number + this.#isAlive.length - ids.length - (isDone ? 0 : done);
    };
    return given.map((command) => this.#due(command, stepOf(command), idOf(command.body), false));
  }

  #due(command: Loose, step: number, removed: number, isLive: boolean): Due {
    return { step, isLive, removed, ...(command.type === 'addBody' && { added: asObject(command.body) }) };
  }

  #create(entry: number): number {
    const index = this.#free.pop() ?? this.#isAlive.length;
    this.#generations[index] ??= 0;
    this.#isAlive[index] = true;
    if (entry !== kNone) this.#entries[index] = entry;
    else this.#entries[index] ??= kNone;
    return index;
  }

  #remove(id: number): void {
    if (!this.#isAt(id)) return;
    const index = id % (1 << kIndexBits);
    const generation = (this.#generations[index]! + 1) & kGenerations;
    this.#generations[index] = generation;
    this.#isAlive[index] = false;
    this.#isGone[index] = true;
    if (generation !== 0) this.#free.push(index);
  }

  #isOther(index: number): boolean {
    return this.#entries[index] === kNone || this.#isGone[index] === true;
  }

  #idOf = (index: number): number => this.#generations[index]! * (1 << kIndexBits) + index;

  #isAt(id: number): boolean {
    const index = id % (1 << kIndexBits);
    return this.#isAlive[index] === true && this.#idOf(index) === id;
  }
}

// Bodies of the scene by name, copies as "name[3]".
function namedIndices(bodies: readonly unknown[]): Map<string, number> {
  const found = new Map<string, number>();
  let first = 0;
  for (const body of bodies) {
    const [{ name }, count] = [asObject(body), copiesOf(body)];
    for (let copy = 0; copy < count; copy += 1) found.set(count > 1 ? `${String(name)}[${copy}]` : String(name), first + copy);
    first += count;
  }
  return found;
}

/** What the commands of a run say of the bodies that they add, by id; also of those that are still to come. It loads with the first of them. */
export function addedBodies({ scene, log }: RunState): ReadonlyMap<number, Loose> {
  const ids = new BodyIds();
  ids.load(scene);
  for (const { issuedAtStep, step, command } of log) {
    if (command.type !== 'revise' && !changesBodies(command)) continue;
    ids.runTo(issuedAtStep);
    if (command.type === 'revise') ids.revise(command.scene, command.kept as Kept, issuedAtStep);
    else ids.give(command, step);
  }
  ids.runTo(Infinity);
  return ids.found;
}
