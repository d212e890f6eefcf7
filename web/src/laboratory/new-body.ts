// Where a body that is added stands, how large it is and what it is called: beside the chosen one, of its size, in the free part of the
// picture, where nothing is yet.
import { Vector3 } from 'three';
import type { Figure } from '../figure/figure';
import { freeName } from '../scene-editor/free-name';
import type { NewBodies } from '../scene-editor/scene-form';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo, Vector } from '../simulation/protocol';
import { asList, asObject, valueAt } from '../simulation/scene-path';

const kPartOfRadius = 0.6; // edge of a cube beside a body that is not one box
const kPartOfView = 0.2; // of the free part of the picture: edge where nothing moves
const kGap = 1.15; // of both radii, between the centres
const kFarther = [1, 1.5, 2, 3]; // times that
const kDigits = 2; // of the edge; places have one more
const directions: readonly Vector[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 0, -1],
  [0, -1, 0],
];

export class BodiesBeside implements NewBodies {
  readonly #figure: Figure;
  readonly #place = new Vector3();

  constructor(figure: Figure) {
    this.#figure = figure;
  }

  /** A box beside a body of the scene: as large as one that moves, or, where none does, a part of the view. */
  make(scene: unknown, entry: number): object {
    const bodies = asList(asObject(scene).bodies);
    const beside = this.#movingOf(entry);
    const own = beside ? asObject(bodies[beside.entry]) : {};
    const edge = Number((beside ? kPartOfRadius * this.#radius(beside) : this.#edgeInView()).toPrecision(kDigits));
    const isBox = Array.isArray(own.size);
    const size = isBox ? (own.size as Vector) : ([edge, edge, edge] as const);
    const weight = typeof own.mass === 'number' ? { mass: own.mass } : typeof own.density === 'number' ? { density: own.density } : {};
    const name = freeName(bodies, isBox && typeof own.name === 'string' ? own.name : 'cube');
    return { name, size: [...size], ...weight, position: this.#freePlace(beside, Math.hypot(...size) / 2) };
  }

  /** Name and place of a copy. */
  copyOf(scene: unknown, entry: number): object {
    const { name } = asObject(asList(asObject(scene).bodies)[entry]);
    const beside = this.#movingOf(entry) ?? this.#figure.simulation.info?.bodies[0];
    return {
      ...(typeof name === 'string' && { name: freeName(asList(asObject(scene).bodies), name) }),
      ...(beside && { position: this.#freePlace(beside, this.#radius(beside)) }),
    };
  }

  // The first moving body of an entry, else of the scene.
  #movingOf(entry: number): BodyInfo | undefined {
    const moving = (this.#figure.simulation.info?.bodies ?? []).filter(({ type }) => type === 'dynamic');
    return moving.find((body) => body.entry === entry) ?? moving[0];
  }

  #edgeInView(): number {
    const camera = this.#figure.viewer?.camera;
    if (!camera) return 1;
    const { left, top, right, bottom } = camera.freeArea;
    return kPartOfView * Math.max(1, Math.min(right - left, bottom - top)) * camera.metresPerPixel(camera.target);
  }

  #radius({ slot }: BodyInfo): number {
    return this.#figure.viewer?.bodies.radius(slot) ?? 1;
  }

  // No frame shows a body yet that was added just now: it stands where the scene says.
  #centre({ slot, entry }: BodyInfo): Vector {
    const { frame, scene } = this.#figure.simulation;
    if (!frame || slot >= frame.slotCount) return (valueAt(scene, ['bodies', entry, 'position']) as Vector | undefined) ?? [0, 0, 0];
    const at = (frame.slotCount + slot) * poseLayout.stride + poseLayout.position; // the newest poses come second
    return [frame.poses[at]!, frame.poses[at + 1]!, frame.poses[at + 2]!];
  }

  // Beside the body, or where the camera looks.
  #freePlace(beside: BodyInfo | undefined, radius: number): Vector {
    const target = this.#figure.viewer?.camera.target.toArray() ?? [0, 0, 0];
    const digits = kDigits - Math.floor(Math.log10(radius)); // a hundredth of it or finer
    const rounded = (value: number): number => Number(value.toFixed(Math.max(0, Math.min(9, digits)))) + 0;
    const at = (centre: Vector, distance: number, way: Vector): Vector =>
      centre.map((part, axis) => rounded(part + distance * way[axis]!)) as unknown as Vector;
    const around = (centre: Vector, extent: number): Vector[] =>
      kFarther.flatMap((far) => directions.map((way) => at(centre, kGap * far * extent, way)));
    const besideIt = beside ? around(this.#centre(beside), this.#radius(beside) + radius) : [];
    const places = [...besideIt, ...around(target, radius)];
    return (
      places.find((place) => this.#isSeen(place, radius) && this.#isFree(place, radius)) ?? besideIt[2] ?? at(target, radius, [0, 1, 0])
    );
  }

  // In the part of the picture that nothing covers, as a whole.
  #isSeen(place: Vector, radius: number): boolean {
    const camera = this.#figure.viewer?.camera;
    if (!camera) return true;
    const { left, top, right, bottom } = camera.freeArea;
    const pixels = radius / camera.metresPerPixel(this.#place.set(...place));
    this.#place.project(camera.camera);
    const [x, y] = [((this.#place.x + 1) / 2) * camera.width, ((1 - this.#place.y) / 2) * camera.height];
    return this.#place.z < 1 && x - pixels > left && x + pixels < right && y - pixels > top && y + pixels < bottom;
  }

  #isFree(place: Vector, radius: number): boolean {
    const { simulation, viewer } = this.#figure;
    if (place[1] - radius < (viewer?.camera.floorHeight ?? -Infinity)) return false;
    return (simulation.info?.bodies ?? []).every((body) => {
      if (body.type === 'static') return true; // a floor is far larger than the room it takes
      const [x, y, z] = this.#centre(body);
      return Math.hypot(place[0] - x, place[1] - y, place[2] - z) > radius + this.#radius(body);
    });
  }
}
