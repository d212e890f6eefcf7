// A mesh put together of surfaces: triangles with a normal and a tone for each corner. A tone is a colour and how much of it covers the
// body's own.
import { cross, dot, size, sum, times } from '../simulation/mechanics';
import type { Vector } from '../simulation/protocol';

export type Tone = readonly [red: number, green: number, blue: number, share: number]; // linear

/** The body's own colour. */
export const plain: Tone = [0, 0, 0, 0];

const kRound = 24; // sides of what is round

const unit = (v: Vector): Vector => times(v, 1 / (size(v) || 1));

type Corner = { readonly place: Vector; readonly normal: Vector };

// Two directions across a third one.
function across(along: Vector): readonly [Vector, Vector] {
  const one = unit(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]));
  return [one, cross(along, one)];
}

// Directions around an axis.
const around = (along: Vector, sides: number): Vector[] => {
  const [one, other] = across(along);
  const angle = (side: number): number => (2 * Math.PI * side) / sides;
  return Array.from({ length: sides }, (_, side) => sum(times(one, Math.cos(angle(side))), other, Math.sin(angle(side))));
};

export class FigureMesh {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly tones: number[] = [];
  /** Corners before these have an outline; what comes later is too fine for one. */
  outlined = Infinity;

  get count(): number {
    return this.positions.length / 3;
  }

  /** All that was added has an outline, and what comes has none. */
  endOutline(): void {
    this.outlined = this.count;
  }

  /** A surface of revolution about an axis through `base`. `profile` lists [distance along the axis, radius], from its low end; it is smooth
   *  around and has an edge at each of its corners. */
  turned(base: Vector, axis: Vector, profile: readonly (readonly [number, number])[], tone: Tone, sides = kRound): void {
    const along = unit(axis);
    const outward = around(along, sides);
    for (let piece = 0; piece + 1 < profile.length; piece += 1) {
      const [[from, inner], [to, outer]] = [profile[piece]!, profile[piece + 1]!];
      const ring = (at: number, radius: number): Corner[] =>
        outward.map((out) => ({
          place: sum(sum(base, along, at), out, radius),
          normal: unit(sum(times(out, to - from), along, inner - outer)),
        }));
      this.#join(ring(from, inner), ring(to, outer), () => tone);
    }
  }

  /** A round tube through points; `isClosed`: the last one is joined to the first. `tone` by the direction of the surface. */
  tube(points: readonly Vector[], radius: number, isClosed: boolean, tone: (normal: Vector) => Tone, sides = 10): void {
    const count = points.length;
    const rings = points.map((place, index) => {
      const before = points[isClosed ? (index + count - 1) % count : Math.max(0, index - 1)]!;
      const after = points[isClosed ? (index + 1) % count : Math.min(count - 1, index + 1)]!;
      return around(unit(sum(after, before, -1)), sides).map((normal): Corner => ({ place: sum(place, normal, radius), normal }));
    });
    if (isClosed) rings.push(rings[0]!);
    rings.slice(1).forEach((ring, index) => this.#join(rings[index]!, ring, tone));
  }

  /** A flat plate: a convex outline in order, and so thick. */
  plate(outline: readonly Vector[], normal: Vector, thickness: number, tone: Tone): void {
    const middle = outline.reduce<Vector>((mean, place) => sum(mean, place, 1 / outline.length), [0, 0, 0]);
    for (const side of [-0.5, 0.5]) {
      const corners = outline.map((place): Corner => ({ place: sum(place, normal, side * thickness), normal: times(normal, 2 * side) }));
      for (let index = 1; index + 1 < corners.length; index += 1) this.#triangle(corners[0]!, corners[index]!, corners[index + 1]!, tone);
    }
    outline.forEach((from, index) => {
      const to = outline[(index + 1) % outline.length]!;
      const edge = unit(cross(sum(to, from, -1), normal));
      const out = dot(edge, sum(from, middle, -1)) < 0 ? times(edge, -1) : edge;
      const corner = (place: Vector, side: number): Corner => ({ place: sum(place, normal, side * thickness), normal: out });
      const [a, b, c, d] = [corner(from, -0.5), corner(to, -0.5), corner(to, 0.5), corner(from, 0.5)];
      this.#triangle(a, b, c, tone);
      this.#triangle(a, c, d, tone);
    });
  }

  #join(low: readonly Corner[], high: readonly Corner[], tone: (normal: Vector) => Tone): void {
    low.forEach((a, side) => {
      const [b, c, d] = [low[(side + 1) % low.length]!, high[(side + 1) % low.length]!, high[side]!];
      const own = tone(unit(sum(a.normal, b.normal)));
      this.#triangle(a, b, c, own);
      this.#triangle(a, c, d, own);
    });
  }

  // Its corners go round counter-clockwise, seen from outside.
  #triangle(a: Corner, b: Corner, c: Corner, tone: Tone): void {
    const facing = cross(sum(b.place, a.place, -1), sum(c.place, a.place, -1));
    const isInside = dot(facing, sum(sum(a.normal, b.normal), c.normal)) < 0;
    for (const { place, normal } of isInside ? [a, c, b] : [a, b, c]) {
      this.positions.push(...place);
      this.normals.push(...normal);
      this.tones.push(...tone);
    }
  }
}
