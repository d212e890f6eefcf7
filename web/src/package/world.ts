// The worlds of the package (engine-api.ts) over the engine's own, which hands out views into its memory: what leaves here is copied.
import { revision } from '../simulation/kept-bodies';
import { bodySampleLayout, bodyStateLayout, contactLayout, measuresLayout } from '../simulation/layout';
import type { EngineModule, World as EngineWorld } from '../simulation/load-engine';
import { causeOf, EngineError, SceneError } from '../simulation/problems';
import { stepFlags, stepNotTaken } from '../simulation/protocol';
import { parseScene } from '../simulation/read-scene';
import { WorldDescriber } from '../simulation/world-info';
import type {
  BodyInfo,
  BodyReference,
  BodyState,
  Command,
  Contact,
  Energy,
  Scene,
  StepProblem,
  StepResult,
  Vector,
  World as WorldApi,
} from './engine-api';

/** What the worlds of an instance share. */
export type Instance = { readonly engine: EngineModule /** The sentence about the fault that ended it. */; fault: string | null };

const { sample } = bodyStateLayout;

const problemNames = Object.keys(stepFlags) as StepProblem[];
const problemsOf = (flags: number): StepProblem[] => problemNames.filter((name) => flags & stepFlags[name]);

const vectorAt = (numbers: ArrayLike<number>, at: number): Vector => [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];

function copyInto<Numbers extends Float32Array | Float64Array>(view: Numbers, target: Numbers | undefined): Numbers {
  if (!target || target.length < view.length) return view.slice() as Numbers;
  target.set(view);
  return target;
}

export class World implements WorldApi {
  readonly #instance: Instance;
  readonly #describer = new WorldDescriber();
  #world: EngineWorld | null;
  #scene: unknown;
  #bodies: readonly BodyInfo[] = [];
  #byName = new Map<string, BodyInfo>();
  #byId = new Map<number, BodyInfo>();
  #described = -1; // the version of the bodies that are described

  constructor(instance: Instance, scene: Scene | string) {
    this.#instance = instance;
    this.#world = instance.fault === null ? new instance.engine.World() : null;
    try {
      this.load(scene);
    } catch (error) {
      if (instance.fault === null) this.dispose();
      throw error;
    }
  }

  load(scene: Scene | string): void {
    const document = documentOf(scene);
    refuse(this.#ask((world) => world.load(document)));
    this.#begin(document);
  }

  revise(scene: Scene): void {
    const document = documentOf(scene);
    const { kept } = revision(this.#scene, document);
    refuse(this.#ask((world) => world.revise(document, kept)));
    this.#begin(document);
  }

  reset(): void {
    refuse(this.#ask((world) => world.load(this.#scene)));
    this.#begin(this.#scene);
  }

  step(count = 1): StepResult {
    let flags = 0;
    let taken = 0;
    this.#ask((world) => {
      while (taken < count) {
        flags |= world.step();
        if (flags & stepNotTaken) break;
        taken += 1;
      }
    });
    return { taken, problems: flags === 0 ? [] : problemsOf(flags) };
  }

  get stepCount(): number {
    return this.#ask((world) => world.stepCount);
  }

  get time(): number {
    return this.#ask((world) => world.seconds);
  }

  get stepsPerSecond(): number {
    return this.#ask((world) => world.stepsPerSecond);
  }

  get bodies(): readonly BodyInfo[] {
    this.#describe();
    return this.#bodies;
  }

  body(body: BodyReference): BodyInfo {
    this.#describe();
    const info = typeof body === 'number' ? this.#byId.get(body) : this.#byName.get(body);
    if (!info) throw new SceneError(`body: there is no body ${JSON.stringify(body)} in this world.`);
    return info;
  }

  get bodiesVersion(): number {
    return this.#ask((world) => world.bodiesVersion);
  }

  get slotCount(): number {
    return this.#ask((world) => world.slotCount);
  }

  poses(target?: Float32Array): Float32Array {
    return this.#ask((world) => copyInto(world.poses(), target));
  }

  states(target?: Float64Array): Float64Array {
    return this.#ask((world) => copyInto(world.states(), target));
  }

  state(body: BodyReference): BodyState {
    const { id } = this.body(body);
    const numbers = this.#ask((world) => world.bodyState(id).slice(sample, sample + bodySampleLayout.stride));
    const { orientation } = bodySampleLayout;
    const at = (place: number): Vector => vectorAt(numbers, place);
    return {
      position: at(bodySampleLayout.position),
      orientation: [...at(orientation), numbers[orientation + 3]!],
      velocity: at(bodySampleLayout.velocity),
      angularVelocity: at(bodySampleLayout.angularVelocity),
      momentum: at(bodySampleLayout.momentum),
      angularMomentum: at(bodySampleLayout.angularMomentum),
      linearEnergy: numbers[bodySampleLayout.linearEnergy]!,
      rotationalEnergy: numbers[bodySampleLayout.rotationalEnergy]!,
      potentialEnergy: numbers[bodySampleLayout.potentialEnergy]!,
    };
  }

  energy(): Energy {
    const sums = this.#measures();
    const [linear, rotational, potential] = [
      measuresLayout.linearEnergy,
      measuresLayout.rotationalEnergy,
      measuresLayout.potentialEnergy,
    ].map((at) => sums[at]!) as [number, number, number];
    return { linear, rotational, potential, total: linear + rotational + potential };
  }

  momentum(): Vector {
    return vectorAt(this.#measures(), measuresLayout.momentum);
  }

  angularMomentum(): Vector {
    return vectorAt(this.#measures(), measuresLayout.angularMomentum);
  }

  contacts(): readonly Contact[] {
    const rows = this.#ask((world) => world.contacts().slice());
    return Array.from({ length: rows.length / contactLayout.stride }, (_, index) => {
      const at = index * contactLayout.stride;
      return {
        point: vectorAt(rows, at + contactLayout.point),
        normal: vectorAt(rows, at + contactLayout.normal),
        impulse: rows[at + contactLayout.impulse]!,
        slotA: rows[at + contactLayout.slotA]!,
        slotB: rows[at + contactLayout.slotB]!,
      };
    });
  }

  push(body: BodyReference, impulse: Vector, point?: Vector): void {
    this.command({ type: 'impulse', body, impulse, ...(point && { point }) });
  }

  command(command: Command): void {
    const known = typeof command.body === 'string' ? { ...command, body: this.body(command.body).id } : command;
    refuse(this.#ask((world) => world.command(known)));
  }

  hash(): string {
    return this.#ask((world) => world.hash());
  }

  snapshot(): Uint8Array<ArrayBuffer> {
    return this.#ask((world) => world.snapshot().slice()) as Uint8Array<ArrayBuffer>;
  }

  restore(snapshot: Uint8Array): void {
    refuse(this.#ask((world) => world.restore(snapshot)));
    this.#described = -1;
  }

  dispose(): void {
    if (this.#instance.fault === null) this.#world?.delete();
    this.#world = null;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  // A trapped instance still answers, but its answers mean nothing: none of its worlds is asked again.
  #ask<Answer>(question: (world: EngineWorld) => Answer): Answer {
    const { fault } = this.#instance;
    if (fault !== null) throw new EngineError(fault);
    if (!this.#world) throw new EngineError('This world was disposed of.');
    try {
      return question(this.#world);
    } catch (error) {
      this.#instance.fault = `The physics engine stopped: ${causeOf(error)}.`;
      throw new EngineError(this.#instance.fault, { cause: error });
    }
  }

  #begin(scene: unknown): void {
    this.#scene = scene;
    this.#described = -1;
  }

  #describe(): void {
    const version = this.bodiesVersion;
    if (version === this.#described) return;
    if (this.#described < 0) this.#describer.forget();
    this.#bodies = this.#ask((world) => this.#describer.describe(world)).bodies;
    this.#byName = new Map([...this.#bodies].reverse().map((body) => [body.name, body])); // of equal names the first
    this.#byId = new Map(this.#bodies.map((body) => [body.id, body]));
    this.#described = version;
  }

  #measures(): Float64Array {
    return this.#ask((world) => world.measures().slice());
  }
}

// A copy, so that what a page does to its own object later is not done to ours.
function documentOf(scene: unknown): unknown {
  if (typeof scene === 'string') {
    const { scene: document, problem } = parseScene(scene);
    refuse(problem);
    return document;
  }
  try {
    return structuredClone(scene);
  } catch {
    throw new SceneError('scene: is not plain data.');
  }
}

function refuse(problem: string): void {
  if (problem !== '') throw new SceneError(problem);
}
