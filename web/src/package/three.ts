// The adapter for three.js (three-api.ts): meshes are bodies of a world, and follow them. A body is added at the start of the next step, so what is
// done to it before is done to its description.
import { InstancedMesh, Matrix4, Quaternion, Vector3, type BufferGeometry, type Mesh, type Object3D } from 'three';
import { init, poseLayout } from 'tumble-physics';
import type { BodyInfo, World } from './engine-api';
import type { TumblePhysicsObject, TumblePhysicsOptions, XYZ } from './three-api';

const kMostSteps = 4;

type Triple = [number, number, number];
type Description = { name: string; position: Triple; velocity?: Triple; [key: string]: unknown };
/** A body of a mesh; `info` is null until its first step. */
type Entry = { readonly description: Description; readonly mass: number; readonly scale: Vector3; info: BodyInfo | null };

const triple = ({ x, y, z }: XYZ): Triple => [x, y, z];

function shapeOf(geometry: BufferGeometry, scale: Vector3): object {
  const { parameters = {} } = geometry as BufferGeometry & { parameters?: Partial<Record<string, number>> };
  if (geometry.type === 'BoxGeometry') {
    const { width = 1, height = 1, depth = 1 } = parameters;
    return { type: 'box', size: [width * scale.x, height * scale.y, depth * scale.z] };
  }
  if (geometry.type === 'SphereGeometry' || geometry.type === 'IcosahedronGeometry') {
    if (Math.abs(scale.x - scale.y) + Math.abs(scale.x - scale.z) > 1e-6 * Math.abs(scale.x)) {
      throw new Error('TumblePhysics: a sphere has to be scaled alike in all directions.');
    }
    return { type: 'sphere', radius: (parameters.radius ?? 1) * scale.x };
  }
  throw new Error(`TumblePhysics: ${geometry.type} has no shape here that collides; boxes and spheres do.`);
}

class Physics implements TumblePhysicsObject {
  readonly world: World;
  alpha = 0;
  readonly #entries = new Map<Mesh, Entry[]>();
  readonly #timeStep: number;
  #names = 0;
  #waiting: Entry[] = []; // bodies to add
  #older: Float32Array = new Float32Array(0); // poses at the last step but one
  #newer: Float32Array = new Float32Array(0);
  #bodiesVersion = -1;
  #rest = 0; // s, beyond the last step
  readonly #matrix = new Matrix4();
  readonly #position = new Vector3();
  readonly #orientation = new Quaternion();
  readonly #turned = new Quaternion();

  constructor(world: World) {
    this.world = world;
    this.#timeStep = 1 / world.stepsPerSecond;
  }

  addScene(scene: Object3D): void {
    scene.traverse((child) => {
      const { physics } = child.userData;
      if ((child as Mesh).isMesh && physics) this.addMesh(child as Mesh, physics.mass, physics.restitution, physics.friction);
    });
  }

  addMesh(mesh: Mesh, mass = 0, restitution = 0, friction?: number): void {
    if (this.#entries.has(mesh)) throw new Error('TumblePhysics: this mesh was added before.');
    const entries = Array.from({ length: mesh instanceof InstancedMesh ? mesh.count : 1 }, (_, index) => {
      const scale = new Vector3();
      this.#read(mesh, index, scale);
      this.#names += 1;
      const description: Description = {
        name: `mesh ${this.#names}`,
        shapes: [shapeOf(mesh.geometry, scale)],
        position: triple(this.#position),
        orientation: this.#orientation.toArray(),
        restitution,
        ...(friction !== undefined && { friction }),
        ...(mass > 0 ? { mass } : { type: 'static' }),
      };
      return { description, mass, scale, info: null };
    });
    this.#entries.set(mesh, entries);
    this.#waiting.push(...entries);
  }

  removeMesh(mesh: Mesh): void {
    const entries = this.#entries.get(mesh) ?? [];
    this.#entries.delete(mesh);
    this.#waiting = this.#waiting.filter((entry) => !entries.includes(entry));
    for (const { info } of entries) if (info) this.world.command({ type: 'removeBody', body: info.id });
  }

  setMeshPosition(mesh: Mesh, position: XYZ, index = 0): void {
    const { description, info } = this.#entry(mesh, index);
    if (info) this.world.command({ type: 'pose', body: info.id, position: triple(position) });
    else description.position = triple(position);
  }

  setMeshVelocity(mesh: Mesh, velocity: XYZ, index = 0): void {
    const { description, info } = this.#entry(mesh, index);
    if (info) this.world.command({ type: 'velocity', body: info.id, velocity: triple(velocity) });
    else description.velocity = triple(velocity);
  }

  applyImpulse(mesh: Mesh, impulse: XYZ, index = 0): void {
    const { description, info, mass } = this.#entry(mesh, index);
    if (info) this.world.push(info.id, triple(impulse));
    else if (mass > 0) description.velocity = triple(impulse).map((j, axis) => (description.velocity?.[axis] ?? 0) + j / mass) as Triple;
  }

  step(dt: number): number {
    this.#rest += Math.max(0, dt);
    const due = Math.floor(this.#rest / this.#timeStep + 1e-9);
    const count = Math.min(due, kMostSteps);
    for (let taken = 0; taken < count; taken += 1) this.#stepOnce();
    this.#rest = Math.max(0, this.#rest - due * this.#timeStep);
    this.alpha = this.#rest / this.#timeStep;
    if (this.#newer.length > 0) this.#show();
    return count;
  }

  dispose(): void {
    this.#entries.clear();
    this.world.dispose();
  }

  #stepOnce(): void {
    for (const { description } of this.#waiting) this.world.command({ type: 'addBody', body: description });
    this.world.step();
    for (const entry of this.#waiting) entry.info = this.world.body(entry.description.name);
    this.#waiting = [];
    // A slot whose body is another one now has no past.
    const isSame = this.world.bodiesVersion === this.#bodiesVersion;
    this.#bodiesVersion = this.world.bodiesVersion;
    [this.#older, this.#newer] = [this.#newer, this.world.poses(this.#older.length === this.#newer.length ? this.#older : undefined)];
    if (!isSame) this.#older = this.#newer.slice();
  }

  // Between the last two steps.
  #show(): void {
    for (const [mesh, entries] of this.#entries) {
      entries.forEach(({ info, scale }, index) => {
        if (!info || info.type === 'static') return;
        const at = info.slot * poseLayout.stride;
        const turn = at + poseLayout.orientation;
        this.#position.fromArray(this.#older, at).lerp(new Vector3().fromArray(this.#newer, at), this.alpha);
        this.#orientation.fromArray(this.#older, turn).slerp(this.#turned.fromArray(this.#newer, turn), this.alpha);
        if (mesh instanceof InstancedMesh) {
          mesh.setMatrixAt(index, this.#matrix.compose(this.#position, this.#orientation, scale));
        } else {
          mesh.position.copy(this.#position);
          mesh.quaternion.copy(this.#orientation);
        }
      });
      if (mesh instanceof InstancedMesh) {
        mesh.instanceMatrix.needsUpdate = true;
        mesh.computeBoundingSphere();
      }
    }
  }

  #read(mesh: Mesh, index: number, scale: Vector3): void {
    if (mesh instanceof InstancedMesh) mesh.getMatrixAt(index, this.#matrix);
    else this.#matrix.compose(mesh.position, mesh.quaternion, mesh.scale);
    this.#matrix.decompose(this.#position, this.#orientation, scale);
  }

  #entry(mesh: Mesh, index: number): Entry {
    const entry = this.#entries.get(mesh)?.[index];
    if (!entry) throw new Error(`TumblePhysics: this mesh has no body ${index}; addMesh comes first.`);
    return entry;
  }
}

export async function TumblePhysics(options: TumblePhysicsOptions = {}): Promise<TumblePhysicsObject> {
  const { engine = await init(options), gravity, stepsPerSecond = 60 } = options;
  const world = engine.createWorld({ tumble: 1, stepsPerSecond, ...(gravity && { gravity: triple(gravity) }), bodies: [] });
  return new Physics(world);
}
