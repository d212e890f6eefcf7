// All bodies on the stage, moving and static, each as one instanced mesh a kind of shape: their colours, their displayed poses, and
// ray casts against them.
import { Color, Vector3, type Material, type Ray, type Scene } from 'three';
import { Emitter } from '../simulation/emitter';
import { turn } from '../simulation/mechanics';
import { shapeLayout } from '../simulation/layout';
import type { BodyInfo, Frame, Vector, WorldInfo } from '../simulation/protocol';
import { createBodyMaterial } from './body-material';
import { DisplayedPoses } from './displayed-poses';
import { BodyShapes } from './body-shapes';
import { bodyColor } from './palette';
import { pickShape } from './picking';
import { createRoundMaterial } from './round-material';
import type { BodyLook, FigureMaker, FigureName } from './look-names';
import type { PartOfBody } from './selection-outline';
import { findFloor, splitShapes, type Floor, type Looks, type ShapeGroup } from './shape-table';

const low = new Vector3();
const high = new Vector3();
const kUsualAspect = 1.4; // width over height: what stands still and reaches farther is the ground, or a track
const kHoverLightening = 0.1; // towards white

export class BodyInstances {
  readonly poses = new DisplayedPoses();
  readonly #bySlot = new Map<number, BodyInfo>();
  readonly #scene: Scene;
  readonly #material: Material; // of boxes
  readonly #roundMaterial: Material;
  readonly #color = new Color();
  #figureMaterial: Material | null = null;
  readonly #softwareRendering: boolean;
  #maker: FigureMaker | null = null;
  #moving: BodyShapes | null = null;
  #still: BodyShapes | null = null;
  #looks: readonly BodyLook[] = []; // by entry of the scene
  #addedLooks: ReadonlyMap<number, BodyLook> = new Map(); // by id
  #figures: Looks = new Map(); // that are drawn
  #isDark = false;
  #hovered = -1; // slot
  #floorIsOpen = false; // the floor is looked for when the first poses of a world come
  /** The floor of a world is found, or is none: with its first poses. */
  readonly floors = new Emitter<Floor | null>();
  floor: Floor | null = null;

  constructor(scene: Scene, softwareRendering: boolean) {
    this.#scene = scene;
    this.#softwareRendering = softwareRendering;
    this.#material = createBodyMaterial(softwareRendering);
    this.#roundMaterial = createRoundMaterial(softwareRendering);
  }

  /** What draws figures; until it is there bodies with a look are drawn as their shapes. */
  set figureMaker(maker: FigureMaker) {
    this.#maker = maker;
    this.#figureMaterial ??= maker.figureMaterial(this.#softwareRendering);
  }

  /** Takes the looks of bodies that came later, by id. False where other figures are to be drawn now: the world has to be set anew. */
  dressAdded(looks: ReadonlyMap<number, BodyLook>): boolean {
    this.#addedLooks = looks;
    this.#colorize();
    const figures = this.#figuresNow();
    return figures.size === this.#figures.size && [...figures].every(([slot, figure]) => this.#figures.get(slot) === figure);
  }

  /** `looks`: by entry of the scene. */
  setWorld(info: WorldInfo, looks: readonly BodyLook[]): void {
    this.#moving?.dispose();
    this.#still?.dispose();
    this.#bySlot.clear();
    for (const body of info.bodies) this.#bySlot.set(body.slot, body);
    const { moving, still } = splitShapes(info);
    this.#looks = looks;
    const figures = (this.#figures = this.#figuresNow());
    const drawn = (groups: ShapeGroup[]): ShapeGroup[] => (figures.size > 0 ? this.#maker!.withFigures(groups, figures) : groups);
    const material = ({ kind, figure }: ShapeGroup): Material =>
      kind === 'box' ? this.#material : figure && this.#figureMaterial ? this.#figureMaterial : this.#roundMaterial;
    this.#moving = new BodyShapes(this.#scene, drawn(moving), material, info, this.#maker);
    this.#still = new BodyShapes(this.#scene, drawn(still), material, info, this.#maker);
    this.#hovered = -1;
    this.#floorIsOpen = true;
    this.#colorize();
  }

  /** Without a floor nothing receives a shadow, and drawing none saves a third of the work. */
  set castShadows(casts: boolean) {
    for (const shapes of [this.#moving, this.#still]) if (shapes) shapes.castsShadows = casts;
  }

  /** False where an illustration replaces the bodies; they can be grabbed all the same. */
  set areDrawn(drawn: boolean) {
    for (const shapes of [this.#moving, this.#still]) if (shapes) shapes.isDrawn = drawn;
  }

  /** Shapes that move. */
  get movingCount(): number {
    return this.#moving?.count ?? 0;
  }

  /** Whether the ball around any shape that moves is as `holds` says. */
  someMoving(holds: (centre: Vector3, radius: number) => boolean): boolean {
    return this.#moving?.some(holds) ?? false;
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

  showPoses({ poses, slotCount, alpha, matrices }: Frame): void {
    this.poses.blend(poses, slotCount, alpha, matrices);
    const boxes = this.#floorIsOpen ? this.#still?.boxes : undefined;
    const floor = boxes ? findFloor(boxes.group, this.poses) : null;
    if (floor && boxes) boxes.hidden = floor.index;
    this.#moving?.write(this.poses);
    this.#still?.write(this.poses);
    if (this.#floorIsOpen) this.floors.emit((this.floor = floor));
    this.#floorIsOpen = false;
  }

  /** The first moving body on the ray, and the point; static bodies hide it. */
  pick(ray: Ray, point: Vector3): BodyInfo | null {
    if (!this.#moving || !this.#still) return null;
    const found = pickShape(ray, this.#moving.parts);
    if (!found || pickShape(ray, this.#still.parts, found.distance)) return null;
    ray.at(found.distance, point);
    return this.#bySlot.get(found.part.slotOf(found.index)) ?? null;
  }

  /** The shapes of a body; good while the world stays the same. */
  partsOf(slot: number): PartOfBody[] {
    return [this.#moving, this.#still]
      .flatMap((shapes) => shapes?.parts ?? [])
      .map((part) => ({ part, indices: part.indicesOf(slot) }))
      .filter(({ indices }) => indices.length > 0);
  }

  /** Distance from the centre of mass to the farthest corner of the body's shapes. */
  radius(slot: number): number {
    let radius = 0;
    for (const part of this.#moving?.parts ?? []) {
      const { group } = part;
      for (const index of part.indicesOf(slot)) {
        const at = index * shapeLayout.stride;
        const [hx, hy, hz, x, y, z] = group.table.subarray(at + shapeLayout.dimensions, at + shapeLayout.orientation);
        const own = group.kind === 'ball' ? hx : Math.hypot(hx, hy, hz);
        radius = Math.max(radius, own + Math.hypot(x, y, z));
      }
    }
    return radius;
  }

  /** A corner of the body's first shape: m from its centre of mass, body axes. */
  cornerOf(slot: number): Vector {
    const [first] = this.partsOf(slot);
    if (!first) return [0, 0, 0];
    const shape = first.part.group.table.subarray(first.indices[0]! * shapeLayout.stride);
    const [hx, hy, hz, x, y, z] = shape.subarray(shapeLayout.dimensions, shapeLayout.orientation);
    const corner = turn(shape, shapeLayout.orientation, [hx, hy, hz]);
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

  /** The aspect (width over height) that a view from a place needs to show all moving bodies, and what stands still within a usual picture: the largest
   *  |x| / half height. */
  aspectFrom(position: Vector3, target: Vector3, fieldOfView: number): number {
    const ahead = new Vector3().subVectors(target, position).normalize();
    const right = new Vector3(-ahead.z, 0, ahead.x).normalize();
    const slope = Math.tan((fieldOfView * Math.PI) / 360);
    const corner = new Vector3();
    const half = new Vector3();
    let widest = 0;
    for (const shapes of [this.#moving, this.#still])
      for (const { matrices, group, hidden } of shapes?.parts ?? []) {
        for (let index = 0; index < group.count; ++index) {
          if (index === hidden) continue;
          const at = index * 16;
          let wide = 0;
          for (let which = 0; which < 8; which += 1) {
            corner.fromArray(matrices, at + 12).sub(position);
            for (const axis of [0, 1, 2]) corner.addScaledVector(half.fromArray(matrices, at + 4 * axis), which & (1 << axis) ? 1 : -1);
            const depth = corner.dot(ahead);
            wide = Math.max(wide, depth > 0 ? Math.abs(corner.dot(right)) / (depth * slope) : shapes === this.#still ? Infinity : 0);
          }
          if (shapes === this.#moving || wide < kUsualAspect) widest = Math.max(widest, wide);
        }
      }
    return widest;
  }

  dispose(): void {
    this.#moving?.dispose();
    this.#still?.dispose();
    this.#material.dispose();
    this.#roundMaterial.dispose();
    this.#figureMaterial?.dispose();
  }

  // A body that came later may have the slot of one of the scene.
  #lookOf({ id, entry }: BodyInfo): BodyLook | undefined {
    return entry < 0 ? this.#addedLooks.get(id) : this.#looks[entry];
  }

  #figuresNow(): Map<number, FigureName> {
    const figures = new Map<number, FigureName>();
    if (!this.#maker) return figures;
    for (const [slot, body] of this.#bySlot) {
      const figure = this.#lookOf(body)?.figure;
      if (figure) figures.set(slot, figure);
    }
    return figures;
  }

  #colorize(): void {
    const colorOf = (slot: number, ordinal: number): Color => {
      const body = this.#bySlot.get(slot);
      if (!body) return this.#color.set(0x888888);
      const own = this.#lookOf(body)?.colors;
      const color = own?.[ordinal] ?? own?.[0];
      return color ? this.#color.set(color) : bodyColor(body, this.#isDark);
    };
    this.#moving?.colorize(colorOf);
    this.#still?.colorize(colorOf);
  }
}
