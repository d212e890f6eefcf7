// Who of the figures of a page runs. At most two have an engine; the others stand still at their last picture. Who is out of sight gives way first,
// then who was woken longest ago, and only to a person.
const kMostRunning = 2;

export interface Player {
  readonly isVisible: boolean;
  run(): void;
  freeze(): void;
}

class Conductor {
  readonly #running: Player[] = []; // woken longest ago first
  readonly #waiting = new Set<Player>();

  isRunning(player: Player): boolean {
    return this.#running.includes(player);
  }

  /** A figure wants to run. True when it does. `insists`: a person, or the page around, asks for it. */
  ask(player: Player, insists: boolean): boolean {
    const at = this.#running.indexOf(player);
    if (at >= 0) {
      if (insists) this.#running.push(...this.#running.splice(at, 1));
      return true;
    }
    if (this.#running.length >= kMostRunning) {
      const hidden = this.#running.find(({ isVisible }) => !isVisible);
      const leaver = hidden ?? (insists ? this.#running[0] : undefined);
      if (!leaver) {
        this.#waiting.add(player);
        return false;
      }
      this.#running.splice(this.#running.indexOf(leaver), 1);
      leaver.freeze();
    }
    this.#waiting.delete(player);
    this.#running.push(player);
    player.run();
    return true;
  }

  /** A figure came into view, or left it: another one may have its place. */
  seen(): void {
    for (const player of [...this.#waiting]) if (player.isVisible) this.ask(player, false);
  }

  /** A figure left the page, or cannot run. */
  leave(player: Player): void {
    this.#waiting.delete(player);
    const at = this.#running.indexOf(player);
    if (at < 0) return;
    this.#running.splice(at, 1);
    player.freeze();
    this.seen();
  }
}

export const conductor = new Conductor();
