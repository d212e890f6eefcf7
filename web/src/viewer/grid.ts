// The faint grid that measures distance: on the floor, or below the bodies in empty space. Lines of one pixel that fade
// away from the middle.
import { BufferGeometry, Color, Float32BufferAttribute, LineBasicMaterial, LineSegments, type Scene, type Vector3 } from 'three';

const kMostCells = 32; // from the middle to the rim; a wider grid has a spacing of 2, 5, 10, … metres
const kStrong = 2.2; // lines at the next power of ten, against the others
const kPieces = 8; // of a line, so that it can fade

export type GridArea = { readonly minX: number; readonly maxX: number; readonly minZ: number; readonly maxZ: number };

export class Grid {
  readonly #lines: LineSegments;
  readonly #material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });

  constructor(scene: Scene) {
    this.#lines = new LineSegments(new BufferGeometry(), this.#material);
    this.#lines.renderOrder = -1;
    this.#lines.frustumCulled = false;
    scene.add(this.#lines);
  }

  set isShown(isShown: boolean) {
    this.#lines.visible = isShown;
  }

  setTheme(color: string, strength: number): void {
    this.#material.color.copy(new Color(color));
    this.#material.opacity = strength;
  }

  /** Around a centre (its height is the grid's) out to a radius, cut to an area. */
  place(centre: Vector3, radius: number, area: GridArea): void {
    const places: number[] = [];
    const colors: number[] = [];
    const spacing = [1, 2, 5, 10, 20].find((metres) => radius / metres <= kMostCells) ?? 50;
    const strong = 10 ** (Math.floor(Math.log10(spacing)) + 1);
    const put = (along: number, across: number, isX: boolean, weight: number): void => {
      const x = isX ? along : across;
      const z = isX ? across : along;
      const away = Math.hypot(x - centre.x, z - centre.z) / radius;
      places.push(x, centre.y, z);
      colors.push(1, 1, 1, weight * Math.max(0, 1 - away) ** 1.5);
    };
    for (const isX of [true, false]) {
      const [middle, low, high] = isX ? [centre.z, area.minZ, area.maxZ] : [centre.x, area.minX, area.maxX];
      const [start, from, to] = isX ? [centre.x, area.minX, area.maxX] : [centre.z, area.minZ, area.maxZ];
      const first = Math.ceil(Math.max(low, middle - radius) / spacing);
      for (let line = first; line * spacing <= Math.min(high, middle + radius); ++line) {
        const across = line * spacing;
        const half = Math.sqrt(Math.max(0, radius * radius - (across - middle) ** 2));
        const begin = Math.max(from, start - half);
        const length = (Math.min(to, start + half) - begin) / kPieces;
        const weight = across % strong === 0 ? kStrong : 1;
        for (let piece = 0; piece < kPieces && length > 0; ++piece) {
          put(begin + piece * length, across, isX, weight);
          put(begin + (piece + 1) * length, across, isX, weight);
        }
      }
    }
    this.#lines.geometry.dispose();
    this.#lines.geometry = new BufferGeometry()
      .setAttribute('position', new Float32BufferAttribute(places, 3))
      .setAttribute('color', new Float32BufferAttribute(colors, 4));
  }
}
