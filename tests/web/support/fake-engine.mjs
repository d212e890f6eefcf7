// A stand-in for the engine's module with the same surface (World of engine/bindings): bodies that fly straight on, and
// some that are made to cause trouble. Its views die at the next call, as those into wasm memory may.
// Scene: { stepsPerSecond?, large?, pull?, bodies: [{ x?, v? }], commands?: [...] }; all bodies gain v by `pull` a second.
// Commands: impulse { body, impulse }, add, remove { body }, trap (the step throws), overload (steps are not taken).

const kNoBody = 0xffffffff;
const own = { Float32Array, Float64Array, Uint32Array }; // tests replace the globals to count what others allocate

export const calls = { afterTrap: 0, live: 0, made: 0, steps: 0 };

class World {
  #slots = [];
  #generations = [];
  #queue = [];
  #step = 0;
  #version = 0;
  #stepsPerSecond = 60;
  #seconds = 0;
  #views = [];
  #trapped = false;
  #deleted = false;
  #slow = 0;
  #large = false; // snapshots of 9 MB
  #overload = false;
  #pull = 0;
  #flags = 0;

  constructor() {
    calls.live += 1;
    calls.made += 1;
  }

  #enter() {
    if (this.#deleted) throw new Error('called after delete()');
    if (this.#trapped) calls.afterTrap += 1; // a trapped module still answers
    for (const view of this.#views) structuredClone(view.buffer, { transfer: [view.buffer] });
    this.#views = [];
  }

  #view(array) {
    this.#views.push(array);
    return array;
  }

  load(scene) {
    this.#enter();
    if (!Array.isArray(scene?.bodies)) return 'bodies: is missing';
    if (scene.trapAtLoad) this.#trap();
    this.#slots = [];
    this.#generations = [];
    this.#step = this.#seconds = 0;
    this.#version += 1;
    this.#overload = false;
    this.#slow = scene.slow ?? 0;
    this.#large = scene.large ?? false;
    this.#pull = scene.pull ?? 0;
    this.#stepsPerSecond = scene.stepsPerSecond ?? 60;
    for (const body of scene.bodies) this.#add(body);
    this.#queue = (scene.commands ?? []).map((command) => ({ ...command }));
    return '';
  }

  #add(body) {
    let slot = this.#slots.indexOf(null);
    if (slot < 0) slot = this.#slots.length;
    const generation = (this.#generations[slot] ?? -1) + 1;
    this.#generations[slot] = generation;
    this.#slots[slot] = { id: slot + 65536 * generation, x: body.x ?? 0, v: body.v ?? 0 };
    this.#version += 1;
  }

  // Bodies that go on keep what `kept` says of their place (1) and velocity (4); ids are their old ones.
  revise(scene, kept) {
    this.#enter();
    if (!Array.isArray(scene?.bodies)) return 'bodies: is missing';
    const before = this.#slots;
    this.#slots = [];
    for (const [entry, body] of scene.bodies.entries()) {
      this.#add(body);
      const [own, old] = [this.#slots[entry], before[kept[2 * entry]]];
      if (!old) continue;
      own.id = old.id;
      if (kept[2 * entry + 1] & 1) own.x = old.x;
      if (kept[2 * entry + 1] & 4) own.v = old.v;
    }
    this.#pull = scene.pull ?? 0;
    this.#stepsPerSecond = scene.stepsPerSecond ?? 60;
    this.#version += 1;
    return '';
  }

  #find(id) {
    return this.#slots.find((body) => body?.id === id);
  }

  command(command) {
    this.#enter();
    if (!['impulse', 'add', 'remove', 'trap', 'overload'].includes(command?.type)) return `type: "${command?.type}" is not a command`;
    if (command.type === 'impulse' && !command.impulse?.every(Number.isFinite)) return 'impulse: is not finite';
    this.#queue.push({ ...command, step: Math.max(command.step ?? this.#step, this.#step) });
    return '';
  }

  step() {
    this.#enter();
    calls.steps += 1;
    for (const end = performance.now() + this.#slow; performance.now() < end; );
    this.#flags = 0;
    for (const command of this.#queue.filter((entry) => (entry.step ?? 0) === this.#step)) this.#apply(command);
    this.#queue = this.#queue.filter((entry) => (entry.step ?? 0) > this.#step);
    if (this.#overload) {
      this.#flags |= 8;
      return this.#flags;
    }
    for (const body of this.#slots) {
      if (!body) continue;
      body.v += this.#pull / this.#stepsPerSecond;
      body.x += body.v / this.#stepsPerSecond;
    }
    this.#step += 1;
    this.#seconds += 1 / this.#stepsPerSecond;
    return this.#flags;
  }

  #apply(command) {
    const body = this.#find(command.body);
    if (command.type === 'trap') this.#trap();
    if (command.type === 'overload') this.#overload = true;
    if (command.type === 'add') this.#add(command);
    if (command.type === 'impulse' || command.type === 'remove') {
      if (!body) this.#flags |= 4;
      else if (command.type === 'impulse') body.v += command.impulse[0];
      else {
        this.#slots[this.#slots.indexOf(body)] = null;
        this.#version += 1;
      }
    }
  }

  #trap() {
    this.#trapped = true;
    throw new WebAssembly.RuntimeError('unreachable');
  }

  get stepCount() {
    this.#enter();
    return this.#step;
  }
  get seconds() {
    this.#enter();
    return this.#seconds;
  }
  get stepsPerSecond() {
    this.#enter();
    return this.#stepsPerSecond;
  }
  get slotCount() {
    this.#enter();
    return this.#slots.length;
  }
  get bodiesVersion() {
    this.#enter();
    return this.#version;
  }

  poses() {
    this.#enter();
    const poses = new own.Float32Array(this.#slots.length * 8);
    this.#slots.forEach((body, slot) => {
      if (body) poses.set([body.x, 0, 0, 0, 0, 0, 0, 1], slot * 8);
    });
    return this.#view(poses);
  }

  ids() {
    this.#enter();
    return this.#view(own.Uint32Array.from(this.#slots, (body) => body?.id ?? kNoBody));
  }

  shapes() {
    this.#enter();
    return this.#view(new own.Float32Array(this.#slots.length * 12));
  }

  snapshot() {
    this.#enter();
    const state = {
      step: this.#step,
      seconds: this.#seconds,
      slots: this.#slots,
      generations: this.#generations,
      queue: this.#queue,
      pull: this.#pull,
      rate: this.#stepsPerSecond,
      overload: this.#overload,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(state));
    if (!this.#large) return bytes;
    const padded = new globalThis.Uint8Array(9 << 20).fill(32);
    padded.set(bytes);
    return padded;
  }

  restore(bytes) {
    this.#enter();
    const state = JSON.parse(new TextDecoder().decode(bytes));
    this.#step = state.step;
    this.#seconds = state.seconds;
    this.#slots = state.slots;
    this.#generations = state.generations;
    this.#queue = state.queue;
    this.#pull = state.pull;
    this.#stepsPerSecond = state.rate;
    this.#overload = state.overload;
    this.#version += 1;
    return '';
  }

  bodyState(id) {
    this.#enter();
    const body = this.#find(id);
    const state = new own.Float64Array(37);
    if (body) state.set([1, body.x, 0, 0, 0, 0, 0, 1, body.v]);
    return this.#view(state);
  }

  pointState() {
    this.#enter();
    return this.#view(new own.Float64Array(22)); // of nobody
  }

  measures() {
    this.#enter();
    return this.#view(new own.Float64Array(9).fill(this.#step));
  }

  recordImpacts() {
    this.#enter();
  }

  impacts() {
    this.#enter();
    return this.#view(new own.Float64Array(0));
  }

  contacts() {
    this.#enter();
    return this.#view(new own.Float32Array(0));
  }

  report() {
    this.#enter();
    return this.#view(
      own.Float64Array.from([this.#flags, this.#slots.filter(Boolean).length, 0, 0, 0, 0, kNoBody, 0, 0, 1, 2, 3, 4, 5, 6]),
    );
  }

  bodyInfo(id) {
    this.#enter();
    const body = this.#find(id);
    return body
      ? {
          id,
          slot: this.#slots.indexOf(body),
          name: '',
          type: 'dynamic',
          mass: 1,
          inertia: [1, 1, 1],
          inertiaTensor: [1, 0, 0, 0, 1, 0, 0, 0, 1],
          centerOfMass: [0, 0, 0],
          motion: 'automatic',
          entry: -1,
        }
      : null;
  }

  hash() {
    this.#enter();
    let hash = 0xcbf29ce484222325n;
    const text = JSON.stringify([this.#step, this.#slots]);
    for (const letter of text) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n);
    return hash.toString(16).padStart(16, '0');
  }

  delete() {
    this.#enter();
    this.#deleted = true;
    calls.live -= 1;
  }
}

export const fakeEngine = { World };
export default async () => fakeEngine;
