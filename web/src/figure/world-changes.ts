// What becomes of the world: another scene, the same one edited, or other bodies in it.
import type { Simulation } from '../simulation/client';
import { Emitter } from '../simulation/emitter';
import type { WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';

/** A world to draw. */
export type World = { readonly info: WorldInfo; readonly change: WorldChange };

export class WorldChanges {
  readonly changed = new Emitter<World>();
  #origin: object | null = null;
  #scene: unknown = undefined; // the one on display
  #entries = new Map<number, number>(); // of the scene, by the slot of the body

  constructor(simulation: Simulation) {
    simulation.onChanged((info) => {
      const { scene, origin } = simulation;
      const [isOther, isNew] = [origin !== this.#origin, scene !== this.#scene];
      [this.#origin, this.#scene] = [origin, scene];
      this.changed.emit({ info, change: this.#changeTo(info, isOther, isNew || isOther) });
    });
  }

  #changeTo(info: WorldInfo, isOther: boolean, isNew: boolean): WorldChange {
    const ofScene = info.bodies.filter(({ entry }) => entry >= 0);
    const isMoved = ofScene.some(({ slot, entry }) => this.#entries.get(slot) !== entry);
    if (isNew || isMoved) this.#entries = new Map(ofScene.map(({ slot, entry }) => [slot, entry]));
    if (isNew) return isOther ? 'scene' : 'edit';
    return isMoved ? 'slots' : 'bodies';
  }
}
