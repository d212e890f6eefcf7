// All bodies on the stage: one instanced mesh for what moves, one for what stands still, their colours, their displayed
// poses, and which of them a ray meets.
import { Color, Vector3, type Material, type Ray, type Scene } from 'three';
import { turn } from '../simulation/mechanics';
import { floatsPerShape, type BodyInfo, type Vector, type WorldInfo } from '../simulation/protocol';
import { createBodyMaterial } from './body-material';
import { DisplayedPoses } from './displayed-poses';
import { InstancedBoxes } from './instanced-boxes';
import { bodyColor } from './palette';
import { pickBox } from './picking';
import { findFloor, shapeFields, splitShapes, type Floor, type ShapeGroup } from './shape-table';

const low = new Vector3();
const high = new Vector3();
const kHoverLightening = 0.1; // towards white

export class BodyInstances {
  readonly poses = new DisplayedPoses();
  readonly #bySlot = new Map<number, BodyInfo>();
  readonly #scene: Scene;
  readonly #material: Material;
  readonly #color = new Color();
  #moving: InstancedBoxes | null = null;
  #still: InstancedBoxes | null = null;
  #colors: ReadonlyMap<number, string> = new Map(); // own colours by slot
  #isDark = false;
  #hovered = -1; // slot
  #floorIsOpen = false; // the floor is looked for when the first poses of a world come
  onFloor: (floor: Floor | null) => void = () => {};

  constructor(scene: Scene, isFrugal: boolean) {
    this.#scene = scene;
    this.#material = createBodyMaterial(isFrugal);
  }

  setWorld(info: WorldInfo, colors: ReadonlyMap<number, string>): void {
    this.#moving?.dispose();
    this.#still?.dispose();
    const { moving, still } = splitShapes(info);
    this.#moving = new InstancedBoxes(this.#scene, moving, this.#material);
    this.#still = new InstancedBoxes(this.#scene, still, this.#material);
    this.#bySlot.clear();
    for (const body of info.bodies) this.#bySlot.set(body.slot, body);
    this.#colors = colors;
    this.#hovered = -1;
    this.#floorIsOpen = true;
    this.#colorize();
  }

  /** In empty space nothing takes a shadow, and drawing none saves a third of the work. */
  set castShadows(casts: boolean) {
    for (const boxes of [this.#moving, this.#still]) if (boxes) boxes.mesh.castShadow = casts;
  }

  /** Shapes that move. */
  get movingCount(): number {
    return this.#moving?.group.count ?? 0;
  }

  setTheme(isDark: boolean): void {
    this.#isDark = isDark;
    this.#colorize();
  }

  hover(slot: number): void {
    if (slot === this.#hovered) return;
    this.#moving?.tint(this.#hovered, 0);
    this.#moving?.tint(slot, kHoverLightening);
    this.#hovered = slot;
  }

  showPoses(sets: Float32Array, slotCount: number, alpha: number): void {
    this.poses.blend(sets, slotCount, alpha);
    const floor = this.#floorIsOpen && this.#still ? findFloor(this.#still.group, this.poses) : null;
    if (floor && this.#still) this.#still.hidden = floor.index;
    this.#moving?.write(this.poses);
    this.#still?.write(this.poses);
    if (this.#floorIsOpen) this.onFloor(floor);
    this.#floorIsOpen = false;
  }

  /** The first body that moves and that the ray meets, and where; what stands still hides it. */
  pick(ray: Ray, point: Vector3): BodyInfo | null {
    if (!this.#moving || !this.#still) return null;
    const { index, distance } = pickBox(ray, this.#moving.matrices, this.#moving.group.count);
    if (index < 0 || pickBox(ray, this.#still.matrices, this.#still.group.count, distance).index >= 0) return null;
    ray.at(distance, point);
    return this.#bySlot.get(this.#moving.slotOf(index)) ?? null;
  }

  /** The shapes of a body, each with its matrix: 16 floats, kept up to date while the world stays the same. */
  matricesOf(slot: number): Float32Array[] {
    return [this.#moving, this.#still].flatMap((boxes) => boxes?.matricesOf(slot) ?? []);
  }

  /** Distance from the centre of mass to the farthest corner of the body's shapes. */
  radius(slot: number): number {
    let radius = 0;
    const group = this.#moving?.group;
    for (let index = 0; group && index < group.count; ++index) {
      const at = index * floatsPerShape;
      if (group.table[at] !== slot) continue;
      const [hx, hy, hz, x, y, z] = group.table.subarray(at + shapeFields.halfExtents, at + shapeFields.orientation);
      radius = Math.max(radius, Math.hypot(hx, hy, hz) + Math.hypot(x, y, z));
    }
    return radius;
  }

  /** A corner of the body's first shape: m from its centre of mass, body axes. */
  cornerOf(slot: number): Vector {
    const group = [this.#moving?.group, this.#still?.group].find((each) => each && indexOf(each, slot) >= 0);
    if (!group) return [0, 0, 0];
    const shape = group.table.subarray(indexOf(group, slot) * floatsPerShape);
    const [hx, hy, hz, x, y, z] = shape.subarray(shapeFields.halfExtents, shapeFields.orientation);
    const corner = turn(shape, shapeFields.orientation, [hx, hy, hz]);
    return [corner[0] + x, corner[1] + y, corner[2] + z];
  }

  /** The ball around the smallest box that holds the shapes that move (when there are none, or when asked, also those
   *  that stand still, without the floor): gives its radius and writes its centre. */
  bounds(centre: Vector3, alsoStill = false): number {
    low.setScalar(Infinity);
    high.setScalar(-Infinity);
    this.#moving?.growBounds(low, high);
    if (alsoStill || this.movingCount === 0) this.#still?.growBounds(low, high);
    if (!(high.x >= low.x)) return 0;
    centre.addVectors(low, high).divideScalar(2);
    return high.distanceTo(low) / 2;
  }

  /** Width over height that a view from a place needs to show all that moves: the largest |x| / half height of a picture. */
  aspectFrom(position: Vector3, target: Vector3, fieldOfView: number): number {
    const ahead = new Vector3().subVectors(target, position).normalize();
    const right = new Vector3(-ahead.z, 0, ahead.x).normalize();
    const slope = Math.tan((fieldOfView * Math.PI) / 360);
    const place = new Vector3();
    let widest = 0;
    for (let index = 0; this.#moving && index < this.#moving.group.count; ++index) {
      const { matrices } = this.#moving;
      const at = index * 16;
      const depth = place.fromArray(matrices, at + 12).sub(position).dot(ahead);
      const reach = Math.hypot(matrices[at], matrices[at + 1], matrices[at + 2]);
      if (depth > reach) widest = Math.max(widest, (Math.abs(place.dot(right)) + reach) / (depth * slope));
    }
    return widest;
  }

  dispose(): void {
    this.#moving?.dispose();
    this.#still?.dispose();
    this.#material.dispose();
  }

  #colorize(): void {
    const colorOfSlot = (slot: number): Color => {
      const body = this.#bySlot.get(slot);
      if (!body) return this.#color.set(0x888888);
      const own = this.#colors.get(slot);
      return own ? this.#color.set(own) : bodyColor(body, this.#isDark);
    };
    this.#moving?.colorize(colorOfSlot);
    this.#still?.colorize(colorOfSlot);
  }
}

function indexOf({ table, count }: ShapeGroup, slot: number): number {
  for (let index = 0; index < count; ++index) if (table[index * floatsPerShape + shapeFields.slot] === slot) return index;
  return -1;
}
