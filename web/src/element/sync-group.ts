// Figures on one clock: those whose attribute `sync` has the same word. For the conductor they are one player: they run together, in one Worker
// (lockstep.ts), or stand together. The first of them in the page says how time begins.
import { conductor, type Player } from './conductor';

export type GroupMember = Player & { readonly element: Element };

export const mostInGroup = 4;
const groups = new Map<string, SyncGroup>();

export class SyncGroup implements Player {
  readonly name: string;
  #members: GroupMember[] = [];

  /** Null where the group is full. */
  static join(name: string, member: GroupMember): SyncGroup | null {
    let group = groups.get(name);
    if (!group) groups.set(name, (group = new SyncGroup(name)));
    if (group.#members.length === mostInGroup) return null;
    group.#add(member);
    return group;
  }

  /** The elements of a group, in the order of the page. */
  static elementsOf(name: string): Element[] {
    const group = groups.get(name);
    return group ? group.#members.map(({ element }) => element) : [];
  }

  private constructor(name: string) {
    this.name = name;
  }

  get isVisible(): boolean {
    return this.#members.some(({ isVisible }) => isVisible);
  }

  get first(): Element | undefined {
    return this.#members[0]?.element;
  }

  run(): void {
    for (const member of this.#members) member.run();
  }

  freeze(): void {
    for (const member of this.#members) member.freeze();
  }

  /** It leaves the page, or the group. */
  leave(member: GroupMember): void {
    this.#members = this.#members.filter((other) => other !== member);
    member.freeze();
    if (this.#members.length > 0) return conductor.seen();
    groups.delete(this.name);
    conductor.leave(this);
  }

  #add(member: GroupMember): void {
    this.#members.push(member);
    this.#members.sort(({ element: one }, { element: other }) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    if (conductor.isRunning(this)) member.run();
  }
}
