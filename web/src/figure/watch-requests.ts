// What the parts of a figure, and of the page around it, want of the simulation beside the picture: joined to one Watch, which is sent
// when it changes.
import type { Simulation } from '../simulation/client';
import type { Watch } from '../simulation/protocol';

const nothing: Watch = { bodies: [], joints: [], jointStates: false, details: false, moments: [] };

export class WatchRequests {
  readonly #simulation: Simulation;
  readonly #requests = new Map<string | object, Watch>(); // by owner
  #sent = nothing;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** What `owner` wants from now on, in place of what it wanted before. One owner at a time asks for bodies and joints. */
  set(owner: string | object, request: Partial<Watch>): void {
    this.#requests.set(owner, { ...nothing, ...request });
    this.#update();
  }

  /** `owner` is gone, and wants nothing. */
  drop(owner: string | object): void {
    if (this.#requests.delete(owner)) this.#update();
  }

  /** Another scene: no body and no joint is what it was. */
  forgetBodies(): void {
    for (const [owner, request] of this.#requests) this.#requests.set(owner, { ...request, bodies: [], joints: [] });
    this.#sent = nothing;
    this.#simulation.watch(null);
    this.#update();
  }

  #update(): void {
    const all = [...this.#requests.values()];
    const watch: Watch = {
      bodies: all.flatMap(({ bodies }) => bodies),
      joints: all.flatMap(({ joints }) => joints),
      jointStates: all.some(({ jointStates }) => jointStates),
      details: all.some(({ details }) => details),
      moments: all.flatMap(({ moments = [] }) => moments),
    };
    if (JSON.stringify(watch) === JSON.stringify(this.#sent)) return;
    this.#sent = watch;
    this.#simulation.watch(watch);
  }
}
