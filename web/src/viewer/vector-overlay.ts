// The arrows of the selected body: velocity, angular velocity and angular momentum, from its centre of mass. Length is
// proportional to magnitude by a round scale that holds for a while and is told to the legend; it changes only when the
// arrow would become too long or too short to read.
import { Vector3, type PerspectiveCamera, type Scene } from 'three';
import type { BodyState, Vector } from '../simulation/protocol';
import { Arrow } from './arrow';
import { Label } from './labels';
import { shownQuantities, type ArrowColors, type Readouts, type ShownQuantity } from './readouts';

// Quantities that turn have two heads, as textbooks draw axial vectors.
const heads: Readonly<Record<ShownQuantity, number>> = { velocity: 1, angularVelocity: 2, angularMomentum: 2 };

const kShortest = 0.3; // of the body's radius: below, the scale is refined
const kLongest = 2.8; // radii: above, the scale is coarsened
const kIdeal = 1.7; // radii, what a new scale aims at
const kStill = 0.02; // m/s, rad/s: slower is rest to the eye, and has no arrow

/** The largest of 1, 2, 5 times a power of ten that is not above the value. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

const nudges: Readonly<Record<ShownQuantity, number>> = { velocity: 0, angularVelocity: 9, angularMomentum: -9 };
// L and the angular velocity often lie on one line: the heavier arrow is drawn below and still seen.
const weights: Readonly<Record<ShownQuantity, number>> = { velocity: 1, angularVelocity: 1, angularMomentum: 1.6 };

type Entry = { readonly name: ShownQuantity; readonly arrow: Arrow; readonly label: Label; perMetre: number; isOn: boolean };

export class VectorOverlay {
  /** Called when an arrow gets another scale: so many units of the quantity per metre of arrow. */
  onScale: (name: ShownQuantity, perMetre: number) => void = () => {};
  readonly #entries: readonly Entry[];
  readonly #along = new Vector3();

  constructor(scene: Scene, layer: HTMLElement, symbols: Readouts['symbols']) {
    this.#entries = shownQuantities.map((name) => ({
      name,
      arrow: new Arrow(scene, heads[name], weights[name]),
      label: new Label(layer, symbols[name], nudges[name]),
      perMetre: 0,
      isOn: true,
    }));
  }

  setTheme(colors: ArrowColors, halo: string): void {
    for (const { name, arrow } of this.#entries) arrow.setColors(colors[name], halo);
  }

  toggle(name: ShownQuantity, isOn: boolean): void {
    for (const entry of this.#entries) if (entry.name === name) entry.isOn = isOn;
  }

  hide(): void {
    for (const { arrow, label } of this.#entries) {
      arrow.hide();
      label.hide();
    }
  }

  /** Another body: its scales are found anew. */
  forgetScales(): void {
    for (const entry of this.#entries) entry.perMetre = 0;
  }

  show(state: BodyState, centre: Vector3, radius: number, metresPerPixel: number): void {
    for (const entry of this.#entries) {
      const vector: Vector = state[entry.name];
      const magnitude = Math.hypot(vector[0], vector[1], vector[2]);
      const speed = entry.name === 'velocity' ? state.velocity : state.angularVelocity;
      if (!entry.isOn || magnitude === 0 || Math.hypot(speed[0], speed[1], speed[2]) < kStill) {
        entry.arrow.hide();
        entry.label.hide();
        continue;
      }
      const length = magnitude / entry.perMetre; // Infinity at first
      if (!(length <= kLongest * radius && length >= kShortest * radius)) {
        entry.perMetre = 1 / roundDown((kIdeal * radius) / magnitude);
        this.onScale(entry.name, entry.perMetre);
      }
      entry.arrow.show(centre, this.#along.fromArray(vector).divideScalar(entry.perMetre), metresPerPixel);
    }
  }

  placeLabels(camera: PerspectiveCamera, width: number, height: number): void {
    for (const { arrow, label } of this.#entries) {
      if (arrow.visible) label.place(arrow.tip, arrow.foot, camera, width, height);
      else label.hide();
    }
  }

  dispose(): void {
    for (const { arrow, label } of this.#entries) {
      arrow.dispose();
      label.dispose();
    }
  }
}
