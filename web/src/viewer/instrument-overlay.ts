// The instruments over the picture: arrows of one body or of all, the forces that act on it with their lever arms, the motion of
// one of its points, contacts, centres of mass, body axes and the figures of inertia. Each has a switch; what is off costs
// nothing.
import { Vector3, type Scene } from 'three';
import { motionOf, newMotion, pointMotion, size, turn, type Motion } from '../simulation/mechanics';
import { poseLayout } from '../simulation/layout';
import type { BodyInfo, Vector } from '../simulation/protocol';
import { paintAbout } from './about-marks';
import { BelowFloor } from './below-floor';
import { arcRadius, paintContacts, paintForces } from './force-marks';
import { ImpactMarks } from './impact-marks';
import { InertiaFigures } from './inertia-figures';
import { Label, type LabelBox } from './labels';
import { MarkPainter, type OverlayScene } from './mark-painter';
import { SelectionOutline } from './selection-outline';
import { Strobe } from './strobe';
import { Trails } from './trails';
import type { OrbitCamera } from './orbit-camera';
import {
  markLetters,
  shownQuantities,
  type Letter,
  type Letters,
  type Mark,
  type MarkColors,
  type ShownQuantity,
  type Symbols,
} from './readouts';

const kStill = 0.02; // m/s, rad/s: slower is rest to the eye, and has no arrow
const kUnforced = 1e-4; // m/s², rad/s²: what changes a motion by less reads 0.00, and has no arrow
const kFaint = 1e-6; // of the largest on show: smaller is rounding, and has no arrow
const kAxisLength = 1.35; // of the body's radius
const kLeastRoom = 0.2; // of the room of an arrow: nearer to the edge it leaves the stage
const kCentrePixels = 13;
const kPointPixels = 9;
// Labels of arrows along one line are kept apart, CSS pixels.
const nudges: Partial<Record<ShownQuantity, number>> = {
  angularVelocity: 9,
  angularMomentum: -9,
  torque: 14,
  acceleration: -12,
  momentum: 12,
  force: -14,
};

export class InstrumentOverlay {
  /** Arrows, axes and centres of all bodies, not of the selected one alone. */
  isForAll = false;
  /** The point of the selected body that is watched: m from its centre of mass, in body axes. */
  point: Vector | null = null;
  /** The point of the world about which angular momentum is drawn, m. */
  about: Vector = [0, 0, 0];
  readonly painter: MarkPainter;
  /** Around the selected body. */
  readonly outline: SelectionOutline;
  readonly belowFloor = new BelowFloor();
  readonly #isOn = new Set<Mark>();
  readonly #figures: InertiaFigures;
  readonly #trails: Trails;
  readonly #strobe: Strobe;
  readonly impacts = new ImpactMarks();
  readonly #labels: ReadonlyMap<ShownQuantity, Label>;
  readonly #tips = new Map<ShownQuantity, Vector3>();
  readonly #spareTips = new Map(shownQuantities.map((name) => [name, new Vector3()]));
  readonly #feet = new Map(shownQuantities.map((name) => [name, new Vector3()]));
  readonly #centre = new Vector3();
  readonly #motions: Motion[] = [];
  readonly #letters: ReadonlyMap<Letter, { readonly label: Label; readonly foot: Vector3; readonly tip: Vector3 }>;
  readonly #lettersOn = new Set<Letter>();

  constructor(scene: Scene, layer: HTMLElement, symbols: Symbols, letters: Letters) {
    const { belowFloor } = this;
    this.painter = new MarkPainter(scene, belowFloor);
    this.outline = new SelectionOutline(scene);
    this.#figures = new InertiaFigures(scene, belowFloor);
    this.#trails = new Trails(scene, belowFloor);
    this.#strobe = new Strobe(scene);
    this.#labels = new Map(shownQuantities.map((name) => [name, new Label(layer, symbols[name], nudges[name] ?? 0)]));
    this.#letters = new Map(
      markLetters.map((letter) => [letter, { label: new Label(layer, letters[letter]), foot: new Vector3(), tip: new Vector3() }]),
    );
  }

  setTheme(colors: MarkColors, halo: string): void {
    this.painter.setTheme(colors, halo);
    const { ink, angularVelocity, angularMomentum } = this.painter.colors;
    this.#figures.setColors(ink, angularVelocity, angularMomentum);
    this.#trails.setColor(ink);
    this.outline.setColor(ink);
    this.#strobe.setPaper(this.painter.halo);
  }

  toggle(name: Mark, isOn: boolean): void {
    if (isOn) this.#isOn.add(name);
    else this.#isOn.delete(name);
    if (name === 'ellipsoid' || name === 'polhode' || name === 'cones') this.#figures.isOn[name] = isOn;
  }

  isOn(name: Mark): boolean {
    return this.#isOn.has(name);
  }

  /** Whether anything on show needs more than the state of the selected body. */
  get wantsDetails(): boolean {
    const own: readonly Mark[] = ['impacts', 'point', 'appliedForces', 'contacts', 'acceleration', 'force', 'torque'];
    return (this.isForAll && this.#isOn.size > 0) || own.some((name) => this.#isOn.has(name));
  }

  hide(): void {
    this.painter.begin(null);
    this.painter.end();
    this.#figures.hide();
    this.#trails.hide();
    this.#strobe.hide();
    this.#tips.clear();
    this.#lettersOn.clear();
  }

  show(scene: OverlayScene): void {
    const { selected, state, details } = scene;
    this.painter.begin(scene);
    this.#tips.clear();
    this.#lettersOn.clear();
    const bodies = this.isForAll && details ? scene.bodies : selected && (details || state) ? [selected] : [];
    bodies.forEach((body, index) => this.#read(body, index, scene));
    for (const name of shownQuantities) if (this.#isOn.has(name)) this.#showArrows(name, bodies, scene);
    const named = selected && bodies.includes(selected) ? selected : bodies[0]; // whose axes have letters
    for (const body of bodies) this.#showFrame(body, named, scene);
    if (this.#isOn.has('about')) {
      const named = paintAbout(this.painter, this.about, bodies, this.#motions, scene);
      if (named && !this.#isOn.has('angularMomentum')) this.#name('angularMomentum', named.vector, named.scale);
      this.#letter('O', [0, 0, 0]);
    }
    if (this.#isOn.has('trail')) this.#trails.show(bodies, scene, selected, this.#isOn.has('point') ? this.point : null);
    else this.#trails.hide();
    if (this.#isOn.has('strobe')) this.#strobe.show(bodies, scene);
    else this.#strobe.hide();
    if (this.#isOn.has('impacts')) this.impacts.paint(this.painter, scene.step);
    const motion = selected ? this.#motions[bodies.indexOf(selected)] : undefined;
    if (selected && motion && bodies.includes(selected)) this.#showOfSelected(selected, motion, scene);
    else this.#figures.hide();
    if (details && this.#isOn.has('appliedForces')) paintForces(this.painter, details, bodies, scene, !this.#isOn.has('force'));
    if (details && this.#isOn.has('contacts')) {
      const own = this.isForAll || !selected ? null : selected.slot;
      paintContacts(this.painter, details, own, own === null ? this.#largestRadius(scene) : scene.radius(own));
    }
    this.painter.end();
  }

  /** `names`: where the names of bodies stand. */
  placeLabels(camera: OrbitCamera, names: readonly LabelBox[]): void {
    const taken = [...names];
    for (const [name, label] of this.#labels) {
      const tip = this.#tips.get(name);
      if (tip) {
        label.place(tip, this.#feet.get(name)!, camera, taken);
        if (label.box) taken.push(label.box);
      } else label.hide();
    }
    for (const [letter, { label, foot, tip }] of this.#letters) {
      if (!this.#lettersOn.has(letter)) label.hide();
      else {
        label.place(tip, foot, camera, taken);
        if (label.box) taken.push(label.box);
      }
    }
  }

  dispose(): void {
    this.painter.dispose();
    this.outline.dispose();
    this.#figures.dispose();
    this.#trails.dispose();
    this.#strobe.hide();
    for (const label of this.#labels.values()) label.dispose();
    for (const { label } of this.#letters.values()) label.dispose();
  }

  #read(body: BodyInfo, index: number, { details, state, stepsPerSecond }: OverlayScene): void {
    const motion = (this.#motions[index] ??= newMotion());
    if (details) motionOf(body, details, stepsPerSecond, motion);
    else if (state) {
      for (const name of ['position', 'velocity', 'angularVelocity', 'momentum', 'angularMomentum'] as const) {
        for (const axis of [0, 1, 2] as const) motion[name][axis] = state[name][axis];
      }
      for (const name of ['acceleration', 'force', 'torque', 'angularAcceleration'] as const) motion[name].fill(0);
    }
  }

  #showArrows(name: ShownQuantity, bodies: readonly BodyInfo[], scene: OverlayScene): void {
    let largest = 0;
    let radius = 0;
    let named = scene.selected; // whose arrow has the symbol: else the longest one
    bodies.forEach((body, index) => {
      const motion = this.#motions[index]!;
      if (isRounding(name, motion, body)) return;
      const length = size(motion[name]);
      if (!scene.selected && length > largest * (1 + kFaint)) named = body;
      largest = Math.max(largest, length);
      radius = Math.max(radius, scene.radius(body.slot));
    });
    if (largest === 0) return;
    const scale = this.painter.scaleFor(name, largest, radius, true, this.#roomFor(name, largest, bodies, scene));
    bodies.forEach((body, index) => {
      const motion = this.#motions[index]!;
      const vector = motion[name];
      if (size(vector) < kFaint * largest || isRounding(name, motion, body)) return;
      this.painter.startAtBody(body.slot);
      const isSeen = this.painter.arrow(vector, scale, isAxial(name) ? 2 : 1, name);
      if (!isSeen || body.slot !== named?.slot) return;
      this.#name(name, vector, scale);
      if (name === 'torque') this.painter.arc(vector, arcRadius * scene.radius(body.slot), 'torque');
    });
  }

  // The arrow that was painted last has the symbol.
  #name(name: ShownQuantity, vector: Vector, scale: number): void {
    const foot = this.#feet.get(name)!.copy(this.painter.place);
    this.#tips.set(name, this.#spareTips.get(name)!.fromArray(vector).multiplyScalar(scale).add(foot));
  }

  // The letter beside what was painted last.
  #letter(letter: Letter, vector: Vector, scale = 1): void {
    const { foot, tip } = this.#letters.get(letter)!;
    tip.fromArray(vector).multiplyScalar(scale).add(foot.copy(this.painter.place));
    this.#lettersOn.add(letter);
  }

  // How long the longest arrow may be, m, so that each one ends in the free part of the stage.
  #roomFor(name: ShownQuantity, largest: number, bodies: readonly BodyInfo[], scene: OverlayScene): number {
    let room = Infinity;
    bodies.forEach(({ slot }, index) => {
      const vector = this.#motions[index]![name];
      const length = size(vector);
      if (length < kFaint * largest) return;
      this.#centre.fromArray(scene.poses, slot * poseLayout.stride + poseLayout.position);
      room = Math.min(room, (scene.roomAlong(this.#centre, vector) * largest) / length);
    });
    return Math.max(room, kLeastRoom * scene.room);
  }

  #showFrame(body: BodyInfo, named: BodyInfo | undefined, scene: OverlayScene): void {
    const hasAxes = this.#isOn.has('axes');
    if (!hasAxes && !this.#isOn.has('centre')) return;
    this.painter.startAtBody(body.slot);
    const length = Math.min(kAxisLength * scene.radius(body.slot), scene.room);
    // The axes as the scheme keeps them: columns of a matrix that need not be a rotation.
    const matrix = scene.matrices.get(body.slot);
    if (hasAxes)
      axes.forEach(([letter, axis, color], index) => {
        const column: Vector = matrix
          ? [matrix[index]!, matrix[3 + index]!, matrix[6 + index]!]
          : turn(scene.poses, body.slot * poseLayout.stride + poseLayout.orientation, axis);
        // No longer than the free part of the stage: what explicit Euler keeps grows for ever.
        const room = Math.max(scene.roomAlong(this.painter.place, column), kLeastRoom * scene.room) / size(column);
        const scale = Math.min(length, room);
        if (this.painter.arrow(column, scale, 1, color) && body === named) this.#letter(letter, column, scale);
      });
    if (this.#isOn.has('centre')) this.painter.dot(kCentrePixels, 'ink', true);
  }

  #showOfSelected(body: BodyInfo, motion: Motion, scene: OverlayScene): void {
    const at = body.slot * poseLayout.stride;
    const radius = scene.radius(body.slot);
    const spin = size(motion.angularVelocity);
    if (this.#figures.isAnyOn) {
      const scale = spin < kStill ? 0 : this.painter.scaleFor('angularVelocity', spin, radius);
      this.#figures.show(body, scene.step, motion.angularVelocity, scene.poses, at, radius, scale > 0 ? 1 / scale : 0);
    } else this.#figures.hide();
    if (this.#isOn.has('point') && this.point && scene.details)
      this.#showPoint(body, motion, turn(scene.poses, at + poseLayout.orientation, this.point), radius, scene);
  }

  #showPoint(body: BodyInfo, motion: Motion, lever: Vector, radius: number, scene: OverlayScene): void {
    const { painter } = this;
    const { velocity, tangential, centripetal, acceleration } = pointMotion(motion, lever);
    painter.startAtBody(body.slot);
    painter.line(lever, 1, 'ink');
    const { x, y, z } = painter.place;
    painter.startAt(x + lever[0], y + lever[1], z + lever[2]);
    const roomFor = (vector: Vector): number => Math.max(scene.roomAlong(painter.place, vector), kLeastRoom * scene.room);
    const largest = Math.max(size(acceleration), size(centripetal), size(tangential));
    const room = Math.min(...[acceleration, centripetal, tangential].map((part) => (roomFor(part) * largest) / size(part)));
    const rates = painter.scaleFor('acceleration', largest, radius, !this.#isOn.has('acceleration'), room);
    const speeds = painter.scaleFor('velocity', size(velocity), radius, !this.#isOn.has('velocity'), roomFor(velocity));
    if (painter.arrow(velocity, speeds, 1, 'velocity') && !this.#isOn.has('velocity')) this.#name('velocity', velocity, speeds);
    painter.line(centripetal, rates, 'acceleration');
    if (size(tangential) > 1e-3 * size(centripetal)) painter.line(tangential, rates, 'acceleration');
    if (painter.arrow(acceleration, rates, 1, 'acceleration') && !this.#isOn.has('acceleration'))
      this.#name('acceleration', acceleration, rates);
    painter.dot(kPointPixels, 'velocity');
  }

  #largestRadius(scene: OverlayScene): number {
    return scene.bodies.reduce((most, body) => Math.max(most, scene.radius(body.slot)), 0);
  }
}

const axes: readonly (readonly [Letter, Vector, 'axisX' | 'axisY' | 'axisZ'])[] = [
  ['x', [1, 0, 0], 'axisX'],
  ['y', [0, 1, 0], 'axisY'],
  ['z', [0, 0, 1], 'axisZ'],
];

const isAxial = (name: ShownQuantity): boolean => name === 'angularVelocity' || name === 'angularMomentum' || name === 'torque';

// The momentum of a heavy body at rest can be large by rounding, and so can the force that holds it: what counts is the motion behind it.
function isRounding(name: ShownQuantity, motion: Motion, { mass, inertia }: BodyInfo): boolean {
  switch (name) {
    case 'velocity':
    case 'momentum':
      return size(motion.velocity) < kStill;
    case 'angularVelocity':
    case 'angularMomentum':
      return size(motion.angularVelocity) < kStill;
    case 'acceleration':
      return size(motion.acceleration) < kUnforced;
    case 'force':
      return size(motion.force) < kUnforced * mass;
    case 'torque':
      return size(motion.torque) < kUnforced * Math.min(...inertia);
  }
}
