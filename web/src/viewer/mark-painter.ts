// Draws the marks of the instruments: arrows, lines, arcs and dots, in the colours and on the scales of their quantities.
import { Color, Vector3, type Scene } from 'three';
import { Emitter } from '../simulation/emitter';
import { cross, size } from '../simulation/mechanics';
import { poseLayout } from '../simulation/layout';
import type { PartOfBody } from './selection-outline';
import type { BodyInfo, BodyState, Details, Vector } from '../simulation/protocol';
import { ArrowField } from './arrow-field';
import { ArrowScale } from './arrow-scale';
import type { BelowFloor } from './below-floor';
import { Dots } from './dots';
import { markColors, shownQuantities, type MarkColor, type MarkColors, type ShownQuantity } from './readouts';

const kArcParts = 14;
const kArcAngle = 4.4; // rad

/** The moving bodies of the picture, with their poses. */
export type OverlayScene = {
  readonly selected: BodyInfo | null;
  readonly state: BodyState | null; // of the selected body
  readonly details: Details | null;
  readonly bodies: readonly BodyInfo[]; // that move
  readonly stepsPerSecond: number;
  readonly step: number;
  readonly seconds: number; // of the picture
  readonly partsOf: (slot: number) => readonly PartOfBody[];
  /** Metres from a place along a direction to the edge of the free part of the stage. */
  readonly roomAlong: (place: Vector3, direction: Vector) => number;
  readonly poses: Float32Array; // as drawn
  readonly matrices: ReadonlyMap<number, Float32Array>; // by slot, of bodies that are drawn with one, 3x3 by rows
  readonly radius: (slot: number) => number;
  readonly room: number; // m, that an arrow has in the free part of the stage
  readonly metresPerPixel: (place: Vector3) => number;
  readonly pixelRatio: number;
};

/** Quantities with a scale of their own. */
export type ScaledQuantity = ShownQuantity | 'impulse';
const scaled: readonly ScaledQuantity[] = [...shownQuantities, 'impulse'];

/** How many units of a quantity one metre of its arrow stands for; 0: it has no arrow. */
export type Scale = { readonly name: ScaledQuantity; readonly perMetre: number };

export class MarkPainter {
  /** An arrow got another scale. */
  readonly scaled = new Emitter<Scale>();
  readonly colors = Object.fromEntries(markColors.map((name) => [name, new Color()])) as Record<MarkColor, Color>;
  /** Where the next mark starts, m. */
  readonly place = new Vector3();
  /** The paper behind marks. */
  readonly halo = new Color();
  readonly #field: ArrowField;
  readonly #dots: Dots;
  readonly #scales = new Map(scaled.map((name) => [name, new ArrowScale()]));
  #scene: OverlayScene | null = null;
  #pixel = 0; // m, size of a CSS pixel at `place`

  constructor(scene: Scene, belowFloor: BelowFloor) {
    this.#field = new ArrowField(scene, this.halo, belowFloor);
    this.#dots = new Dots(scene, this.halo, belowFloor);
  }

  setTheme(colors: MarkColors, halo: string): void {
    for (const name of markColors) this.colors[name].set(colors[name]);
    this.halo.set(halo);
  }

  forgetScales(): void {
    for (const [name, scale] of this.#scales) {
      if (scale.perMetre === 0) continue;
      scale.forget();
      this.scaled.emit({ name, perMetre: 0 });
    }
  }

  begin(scene: OverlayScene | null): void {
    this.#scene = scene;
    this.#field.begin();
    this.#dots.begin(scene?.pixelRatio ?? 1);
  }

  end(): void {
    this.#field.end();
    this.#dots.end();
  }

  startAtBody(slot: number): void {
    if (this.#scene) this.place.fromArray(this.#scene.poses, slot * poseLayout.stride + poseLayout.position);
    this.#measure();
  }

  startAt(x: number, y: number, z: number): void {
    this.place.set(x, y, z);
    this.#measure();
  }

  /** Metres of arrow for one unit of a quantity whose largest magnitude on show is this; see ArrowScale.update. */
  scaleFor(name: ScaledQuantity, magnitude: number, radius: number, mayRefine = true, room = Infinity): number {
    const scale = this.#scales.get(name)!;
    if (scale.update(magnitude, radius, Math.min(room, this.#scene?.room ?? Infinity), mayRefine))
      this.scaled.emit({ name, perMetre: scale.perMetre });
    return scale.perMetre > 0 ? 1 / scale.perMetre : 0;
  }

  /** From `place` along `scale` times a vector; false when it is too short to be seen. */
  arrow(vector: Vector, scale: number, heads: number, color: MarkColor): boolean {
    const { x, y, z } = this.place;
    return this.#field.add(x, y, z, vector[0] * scale, vector[1] * scale, vector[2] * scale, this.#pixel, heads, this.colors[color]);
  }

  line(vector: Vector, scale: number, color: MarkColor): void {
    this.arrow(vector, scale, 0, color);
  }

  /** A line of so many CSS pixels. */
  mark(direction: Vector, pixels: number, color: MarkColor): void {
    this.arrow(direction, pixels * this.#pixel, 0, color);
  }

  dot(size: number, color: MarkColor, isQuartered = false): void {
    const { x, y, z } = this.place;
    this.#dots.add(x, y, z, size, this.colors[color], isQuartered);
  }

  /** An arc around an axis through `place`, in the direction of turning. */
  arc(axis: Vector, radius: number, color: MarkColor): void {
    const length = size(axis);
    if (length === 0) return;
    const unit: Vector = [axis[0] / length, axis[1] / length, axis[2] / length];
    const side = cross(unit, Math.abs(unit[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]);
    const other = cross(unit, side);
    const radiusOnSide = radius / size(side);
    const at = (part: number, axisIndex: 0 | 1 | 2): number => {
      const angle = (kArcAngle * part) / kArcParts;
      return this.place.getComponent(axisIndex) + radiusOnSide * (Math.cos(angle) * side[axisIndex] + Math.sin(angle) * other[axisIndex]);
    };
    for (let part = 0; part < kArcParts; ++part) {
      const [x, y, z] = [at(part, 0), at(part, 1), at(part, 2)];
      const isLast = part === kArcParts - 1;
      this.#field.add(
        x,
        y,
        z,
        at(part + 1, 0) - x,
        at(part + 1, 1) - y,
        at(part + 1, 2) - z,
        this.#pixel,
        isLast ? 1 : 0,
        this.colors[color],
      );
    }
  }

  dispose(): void {
    this.#field.dispose();
    this.#dots.dispose();
  }

  #measure(): void {
    this.#pixel = this.#scene?.metresPerPixel(this.place) ?? 0;
  }
}
