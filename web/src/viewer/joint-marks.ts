// Joints over the picture: a pin along the axis of a hinge, a cross of two pins for Cardan's, a ring for a ball, a rail with its sleeve for a slider, a block
// where bodies are fixed, a line for rod, rope and pulley, two circles that touch for a gear. Of few joints also the arc of the limits with the
// hand that moves in it, of a ball the cone of its swing and the arc of its twist, the sense of the drive, and reaction force and torque.
import {
  BoxGeometry,
  Color,
  CylinderGeometry,
  MeshBasicMaterial,
  SphereGeometry,
  TorusGeometry,
  Vector3,
  type BufferGeometry,
  type Scene,
} from 'three';
import { anchorOf, directionOf, jointsOf, type JointInfo } from '../simulation/joints';
import { jointSampleLayout, jointStateLayout } from '../simulation/layout';
import { cross, dot, size, sum, times, vectorAt } from '../simulation/mechanics';
import { driveKinds, noLimit, type Vector, type WorldInfo } from '../simulation/protocol';
import { ArrowField } from './arrow-field';
import { ArrowScale } from './arrow-scale';
import { BelowFloor } from './below-floor';
import { circleOf, sideOf, swung, unitOf, type OnCircle } from './circle';
import { freePlace, type InTheWay } from './free-place';
import { Label, type LabelBox } from './labels';
import type { OrbitCamera } from './orbit-camera';
import type { MarkColors } from './readouts';
import { RoundParts } from './round-parts';
import type { Floor } from './shape-table';

const kDetailed = 100; // joints on show: of more only what they are is drawn
const kMostLabels = 24;
const kShare = 0.5; // of the radius of the smaller body: half the length of a pin
const kLeastPixels = 9;
const kMostPixels = 30;
const kPinPixels = 3.2; // radius
const kHaloPixels = 1.6; // how far the halo reaches beyond
const kOrder = 8; // after the bodies, before the arrows of the instruments
const kArcStep = 0.15; // rad
const kMostArcSteps = 64;
const kArcRadius = 1.5; // of half a pin
const kDriveArc = 4.4; // rad
const kOpenArc = 1.2; // rad, of the arc at a stop without another one
const kConeExtent = 3; // of half a pin: its slant height
const kConeSides = 8; // lines from its apex to its rim
const kGap = 6; // CSS pixels between what is drawn of a joint and its text
const [kOverText, kOverArrow, kOverBody] = [4, 2, 1]; // how much it matters that a text lies over one
const kShaftWidth = 12; // CSS pixels, as a text should keep from it
const kShaftParts = 6;
const kStill = 1e-9; // slower drives and weaker reactions have no arrow

const pinGeometry = new CylinderGeometry(1, 1, 1, 12);
const ringGeometry = new TorusGeometry(1, 0.16, 8, 28).rotateX(Math.PI / 2);
const blockGeometry = new BoxGeometry(1.5, 1, 1.5);
const ballGeometry = new SphereGeometry(1, 14, 10);

export type JointReadout = 'angle' | 'torque' | 'force';

/** The text beside a joint; `state`: where its record begins in `states` (jointStateLayout). */
export type JointText = (joint: JointInfo, states: Float64Array, state: number, readouts: ReadonlySet<JointReadout>) => string;

export type JointView = {
  readonly poses: Float32Array; // as drawn
  readonly radius: (slot: number) => number; // m
  readonly metresPerPixel: (place: Vector3) => number;
  readonly room: number; // m, that an arrow has in the free part of the stage
  readonly floor: Floor | null;
};

/** A shape with its halo. */
class Solids {
  readonly #shapes: RoundParts;
  readonly #halos: RoundParts;
  readonly #halo: Color;

  constructor(scene: Scene, geometry: BufferGeometry, ink: MeshBasicMaterial, haloInk: MeshBasicMaterial, halo: Color, above: number) {
    this.#halo = halo;
    this.#halos = new RoundParts(scene, geometry, haloInk, kOrder + above);
    this.#shapes = new RoundParts(scene, geometry, ink, kOrder + 1 + above);
  }

  begin(): void {
    this.#shapes.count = this.#halos.count = 0;
  }

  add([x, y, z]: Vector, [dx, dy, dz]: Vector, length: number, radius: number, halo: number, color: Color): void {
    this.#shapes.add(x, y, z, dx, dy, dz, length, radius, color);
    this.#halos.add(x, y, z, dx, dy, dz, length + 2 * halo, radius + halo, this.#halo);
  }

  end(): void {
    this.#shapes.flush();
    this.#halos.flush();
  }

  dispose(): void {
    this.#shapes.dispose();
    this.#halos.dispose();
  }
}

const colorNames = ['ink', 'angularVelocity', 'velocity', 'force', 'torque'] as const;
type ColorName = (typeof colorNames)[number];

export class JointMarks {
  readouts: ReadonlySet<JointReadout> = new Set();
  readonly #layer: HTMLElement;
  readonly #textOf: JointText;
  readonly #belowFloor = new BelowFloor();
  readonly #ink = this.#belowFloor.hide(new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true }));
  readonly #haloInk = this.#belowFloor.hide(
    new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true, opacity: 0.75 }),
  );
  readonly #halo = new Color();
  readonly #colors = Object.fromEntries(colorNames.map((name) => [name, new Color()])) as Record<ColorName, Color>;
  readonly #pins: Solids;
  readonly #rings: Solids;
  readonly #blocks: Solids;
  readonly #balls: Solids;
  readonly #lines: ArrowField;
  readonly #scales = { force: new ArrowScale(), torque: new ArrowScale() };
  readonly #labels: Label[] = [];
  readonly #feet: { readonly place: Vector3; readonly extent: number }[] = []; // of the labels in use, m
  readonly #sides: number[] = []; // where they stood
  readonly #shafts: (readonly [Vector, Vector])[] = []; // of arrows and rails: both ends
  readonly #place = new Vector3();
  #all: readonly JointInfo[] = [];
  #shown: readonly JointInfo[] = [];
  #only: ReadonlySet<string | number> | null = null;
  #states: Float64Array | null = null;
  #view: JointView | null = null;
  #eye: Vector = [0, 0, 0];

  /** `above`: drawn after marks without it, and over them. */
  constructor(scene: Scene, layer: HTMLElement, textOf: JointText, above = 0) {
    this.#layer = layer;
    this.#textOf = textOf;
    const solids = (geometry: BufferGeometry): Solids => new Solids(scene, geometry, this.#ink, this.#haloInk, this.#halo, above);
    this.#lines = new ArrowField(scene, this.#halo, this.#belowFloor, above);
    this.#pins = solids(pinGeometry);
    this.#rings = solids(ringGeometry);
    this.#blocks = solids(blockGeometry);
    this.#balls = solids(ballGeometry);
  }

  /** The joints that are drawn, as a scene names them; null: all. */
  set only(references: readonly (string | number)[] | null) {
    this.#only = references && new Set(references);
    this.#choose();
  }

  setTheme(colors: MarkColors, halo: string): void {
    this.#halo.set(halo);
    for (const name of colorNames) this.#colors[name].set(colors[name]);
  }

  setWorld(info: WorldInfo): void {
    this.#all = jointsOf(info);
    this.#states = null;
    this.#choose();
  }

  /** Of all joints (jointStateLayout); null: not known. */
  setStates(states: Float64Array | null): void {
    if (states) this.#states = states;
  }

  /** For the next picture. */
  show(view: JointView, eye: Vector3): void {
    this.#view = view;
    this.#eye = [eye.x, eye.y, eye.z];
    this.#belowFloor.set(view.floor, eye);
    this.#feet.length = this.#shafts.length = 0;
    const parts = [this.#pins, this.#rings, this.#blocks, this.#balls, this.#lines];
    for (const part of parts) part.begin();
    const shown = this.#shown.filter((joint) => this.#isAlive(joint));
    const isDetailed = shown.length <= kDetailed;
    if (isDetailed) this.#fitScales(shown);
    for (const joint of shown) {
      if (joint.type === 'gear') this.#drawGear(joint);
      else if (joint.type === 'rack') this.#drawRack(joint);
      else this.#drawJoint(joint, isDetailed);
    }
    for (const part of parts) part.end();
  }

  hide(): void {
    for (const part of [this.#pins, this.#rings, this.#blocks, this.#balls, this.#lines]) {
      part.begin();
      part.end();
    }
    for (const label of this.#labels) label.hide();
  }

  /** Values stand beside their joints, free of other texts (`taken`), bodies and arrows where there is room. Gives where they stand. */
  placeLabels(camera: OrbitCamera, taken: readonly LabelBox[], bodies: readonly LabelBox[]): readonly LabelBox[] {
    const boxes: LabelBox[] = [];
    const inTheWay: InTheWay[] = [
      ...taken.map((box) => ({ box, weight: kOverText })),
      ...bodies.map((box) => ({ box, weight: kOverBody })),
      ...(this.#feet.length > 0 ? this.#shafts : []).flatMap(([from, to]) =>
        shaftBoxes(this.#pixelsOf(from, camera), this.#pixelsOf(to, camera)).map((box) => ({ box, weight: kOverArrow })),
      ),
    ];
    this.#labels.forEach((label, index) => {
      const foot = this.#feet[index];
      if (!foot) return label.hide();
      const { place, extent } = foot;
      if (!label.showAt(place, camera)) return;
      const at = this.#pixelsOf([place.x, place.y, place.z], camera);
      const clearance = extent / camera.metresPerPixel(place) + kGap;
      const free = freePlace(at, label.size, clearance, camera.freeArea, inTheWay, this.#sides[index]);
      this.#sides[index] = free.side;
      label.moveTo(free.x, free.y);
      boxes.push(label.box!);
      inTheWay.push({ box: label.box!, weight: kOverText });
    });
    return boxes;
  }

  dispose(): void {
    for (const part of [this.#pins, this.#rings, this.#blocks, this.#balls, this.#lines]) part.dispose();
    for (const label of this.#labels) label.dispose();
    this.#ink.dispose();
    this.#haloInk.dispose();
  }

  #choose(): void {
    const only = this.#only;
    this.#shown = only ? this.#all.filter(({ name, index }) => only.has(index) || (name !== '' && only.has(name))) : this.#all;
  }

  #isAlive({ index }: JointInfo): boolean {
    const state = this.#states?.[index * jointStateLayout.stride + jointStateLayout.isAlive];
    return state === undefined || state === 1;
  }

  // Size of a CSS pixel at a place, m.
  #pixelAt(place: Vector): number {
    return this.#view!.metresPerPixel(this.#place.set(...place));
  }

  #pixelsOf(place: Vector, { camera, width, height }: OrbitCamera): Pixels {
    const { x, y } = this.#place.set(...place).project(camera);
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
  }

  // Half the length of a pin, m: in proportion to the bodies, and never too small or too large to read.
  #extentOf({ a, b }: JointInfo, pixel: number): number {
    const radii = [a.slot, b.slot].map((slot) => (slot === null ? Infinity : this.#view!.radius(slot)));
    return Math.min(kMostPixels * pixel, Math.max(kLeastPixels * pixel, kShare * Math.min(...radii)));
  }

  #drawJoint(joint: JointInfo, isDetailed: boolean): void {
    const { poses } = this.#view!;
    const { a, b, type } = joint;
    const [from, to] = [anchorOf(a, poses), anchorOf(b, poses)];
    const pixel = this.#pixelAt(to);
    const extent = this.#extentOf(joint, pixel);
    const axis = directionOf(a, [1, 0, 0], poses);
    const { ink } = this.#colors;
    const [radius, halo] = [Math.min(kPinPixels * pixel, 0.4 * extent), kHaloPixels * pixel];
    const pin = (place: Vector, direction: Vector, length: number, width = 1): void =>
      this.#pins.add(place, direction, length, width * radius, halo, ink);
    switch (type) {
      case 'hinge':
        pin(to, axis, 2 * extent);
        break;
      case 'universal':
        pin(from, axis, 1.7 * extent);
        pin(to, directionOf(b, [0, 1, 0], poses), 1.7 * extent);
        break;
      case 'ball':
        this.#rings.add(to, unitOf(sum(this.#eye, to, -1)), 0.6 * extent, 0.55 * extent, halo, ink); // it faces the eye
        this.#balls.add(to, axis, 0.6 * radius, 0.6 * radius, halo, ink);
        break;
      case 'slider':
        this.#drawRail(joint, from, axis, extent, pin);
        pin(to, axis, 0.9 * extent, 1.8);
        break;
      case 'fixed':
        this.#blocks.add(to, axis, 2.4 * radius, 1.6 * radius, halo, ink);
        break;
      case 'distance':
        this.#line(from, to, pixel);
        break;
      case 'pulley':
        this.#line(from, joint.pulleys[0], pixel);
        this.#line(to, joint.pulleys[1], pixel);
        this.#line(...joint.pulleys, pixel);
        for (const place of joint.pulleys)
          this.#rings.add(place, sideOf(sum(joint.pulleys[1], joint.pulleys[0], -1)), 0.6 * extent, 0.5 * extent, halo, ink);
        break;
    }
    if (type === 'distance' || type === 'pulley') for (const place of [from, to]) this.#balls.add(place, axis, radius, radius, halo, ink);
    if (!isDetailed || !this.#states) return;
    if (type === 'hinge') this.#drawTurn(joint, to, kArcRadius * extent, pixel);
    if (type === 'ball') this.#drawSwing(joint, to, kConeExtent * extent, pixel);
    this.#drawReaction(joint, to, pixel);
    this.#addLabel(joint, to, extent);
  }

  // The way of a slider: between its stops, or as long as a pin on both sides of its anchor; with the sense of its drive.
  #drawRail(
    joint: JointInfo,
    from: Vector,
    axis: Vector,
    extent: number,
    pin: (place: Vector, direction: Vector, length: number, width: number) => void,
  ): void {
    const at = joint.index * jointStateLayout.stride;
    const states = this.#states;
    const [lower, upper] = states ? [states[at + jointStateLayout.lower]!, states[at + jointStateLayout.upper]!] : [-noLimit, noLimit];
    const coordinate = states?.[at + jointStateLayout.sample + jointSampleLayout.coordinate] ?? 0;
    const low = lower > -noLimit ? lower : Math.min(0, coordinate) - 2 * extent;
    const high = upper < noLimit ? upper : Math.max(0, coordinate) + 2 * extent;
    pin(sum(from, axis, (low + high) / 2), axis, high - low, 0.5);
    this.#shafts.push([sum(from, axis, low), sum(from, axis, high)]);
    const side = sideOf(axis);
    for (const [stop, is] of [
      [low, lower > -noLimit],
      [high, upper < noLimit],
    ] as const)
      if (is) pin(sum(from, axis, stop), side, extent, 0.7);
    const [kind, target] = this.#driveOf(joint);
    if (kind === 'motor' && Math.abs(target) > kStill)
      this.#arrow(sum(from, axis, coordinate), times(axis, Math.sign(target) * senseOf(joint) * 2 * extent), 1, 'velocity');
  }

  // The arc of the limits and the hand in it, the hand of a servo's target, the sense of a motor.
  #drawTurn(joint: JointInfo, place: Vector, radius: number, pixel: number): void {
    const { poses } = this.#view!;
    const onCircle = circleOf(place, directionOf(joint.a, [0, 1, 0], poses), directionOf(joint.a, [0, 0, 1], poses), radius);
    const hasLimits = this.#drawStops(joint, onCircle, pixel);
    const [kind, target] = this.#driveOf(joint);
    if (kind === 'servo') this.#line(place, onCircle(target), pixel, 'angularVelocity');
    if (hasLimits || kind === 'servo') this.#line(place, sum(place, directionOf(joint.b, [0, 1, 0], poses), radius), pixel);
    if (kind !== 'motor' || Math.abs(target) <= kStill) return;
    const sense = Math.sign(target) * senseOf(joint);
    const start = -sense * (kDriveArc / 2);
    this.#arc((angle) => onCircle(sense * angle, 0.8), sense * start, sense * start + kDriveArc, pixel, 'angularVelocity', 1);
  }

  // The arc between two stops; where there is one, an arc on its free side.
  #drawStops({ index }: JointInfo, onCircle: OnCircle, pixel: number): boolean {
    const at = index * jointStateLayout.stride;
    const [lower, upper] = [this.#states![at + jointStateLayout.lower]!, this.#states![at + jointStateLayout.upper]!];
    const [hasLower, hasUpper] = [lower > -noLimit, upper < noLimit];
    if (!hasLower && !hasUpper) return false;
    this.#arc(onCircle, hasLower ? lower : upper - kOpenArc, hasUpper ? upper : lower + kOpenArc, pixel, 'ink', 0);
    if (hasLower) this.#line(onCircle(lower, 0.82), onCircle(lower, 1.18), pixel);
    if (hasUpper) this.#line(onCircle(upper, 0.82), onCircle(upper, 1.18), pixel);
    return true;
  }

  // The cone that the axis of b stays in, that axis as a hand, and across it the arc of the twist with its hand.
  #drawSwing(joint: JointInfo, place: Vector, extent: number, pixel: number): void {
    const { poses } = this.#view!;
    const [axis, across, up, hand, turned] = [
      directionOf(joint.a, [1, 0, 0], poses),
      directionOf(joint.a, [0, 1, 0], poses),
      directionOf(joint.a, [0, 0, 1], poses),
      directionOf(joint.b, [1, 0, 0], poses),
      directionOf(joint.b, [0, 1, 0], poses),
    ];
    const hasCone = joint.swing < noLimit;
    if (hasCone) {
      const rim = circleOf(sum(place, axis, extent * Math.cos(joint.swing)), across, up, extent * Math.sin(joint.swing));
      this.#arc(rim, 0, 2 * Math.PI, pixel, 'ink', 0);
      for (let side = 0; side < kConeSides; side += 1) this.#line(place, rim((2 * Math.PI * side) / kConeSides), pixel);
    }
    // Twist counts from where the swing alone would have brought the axes of a.
    const middle = sum(place, hand, 0.6 * extent);
    const radius = 0.3 * extent;
    const onCircle = circleOf(middle, swung(across, axis, hand), swung(up, axis, hand), radius);
    const hasTwist = this.#drawStops(joint, onCircle, pixel);
    if (hasTwist) this.#line(middle, sum(middle, turned, radius), pixel);
    if (hasCone || hasTwist) this.#line(place, sum(place, hand, extent), pixel);
  }

  // Force and torque on b.
  #drawReaction(joint: JointInfo, place: Vector, pixel: number): void {
    this.#reactionOf(joint).forEach((vector, part) => {
      const name = part === 0 ? 'force' : 'torque';
      if (!this.readouts.has(name) || this.#scales[name].perMetre === 0) return;
      const along = times(vector, 1 / this.#scales[name].perMetre);
      this.#lines.add(...place, ...along, pixel, part + 1, this.#colors[name]);
      this.#shafts.push([place, sum(place, along)]);
    });
  }

  // One scale for all joints on show.
  #fitScales(shown: readonly JointInfo[]): void {
    if (!this.#states || this.readouts.size === 0) return;
    const { radius, room } = this.#view!;
    const most = [0, 0] as [number, number];
    let largest = 0;
    for (const joint of shown) {
      this.#reactionOf(joint).forEach((vector, part) => (most[part] = Math.max(most[part]!, size(vector))));
      for (const { slot } of [joint.a, joint.b]) if (slot !== null) largest = Math.max(largest, Math.min(room, radius(slot)));
    }
    if (most[0] > kStill) this.#scales.force.update(most[0], largest, room);
    if (most[1] > kStill) this.#scales.torque.update(most[1], largest, room);
  }

  #reactionOf({ index }: JointInfo): [Vector, Vector] {
    const at = index * jointStateLayout.stride + jointStateLayout.sample;
    return [vectorAt(this.#states!, at + jointSampleLayout.force), vectorAt(this.#states!, at + jointSampleLayout.torque)];
  }

  #driveOf({ index }: JointInfo): [(typeof driveKinds)[number], number] {
    const at = index * jointStateLayout.stride;
    return [driveKinds[this.#states?.[at + jointStateLayout.drive] ?? 0]!, this.#states?.[at + jointStateLayout.target] ?? 0];
  }

  #addLabel(joint: JointInfo, place: Vector, extent: number): void {
    if (this.readouts.size === 0 || this.#feet.length >= kMostLabels) return;
    const text = this.#textOf(joint, this.#states!, joint.index * jointStateLayout.stride, this.readouts);
    if (text === '') return;
    const index = this.#feet.length;
    this.#feet.push({ place: new Vector3(...place), extent: kArcRadius * extent });
    if (!this.#labels[index]) {
      const element = document.createElement('div');
      element.className = 'label label-joint';
      this.#labels[index] = new Label(this.#layer, element);
    }
    const { element } = this.#labels[index]!;
    if (element.textContent !== text) element.textContent = text;
  }

  // ---- couplings ----

  // Pitch circles that touch: their radii are as the numbers of teeth.
  #drawGear({ first, second, ratio }: JointInfo): void {
    const [one, other] = [this.#all[first], this.#all[second]];
    if (!one || !other) return;
    const { poses } = this.#view!;
    const [from, to] = [anchorOf(one.b, poses), anchorOf(other.b, poses)];
    const axis = directionOf(one.a, [1, 0, 0], poses);
    const apart = sum(to, from, -1);
    const distance = size(sum(apart, axis, -dot(apart, axis)));
    const teeth = Math.abs(ratio);
    const total = ratio > 0 ? 1 + teeth : Math.abs(1 - teeth) || 1; // one inside the other turns the same way
    const radius = distance / total;
    this.#circle(from, axis, radius);
    this.#circle(to, directionOf(other.a, [1, 0, 0], poses), radius * teeth);
  }

  #drawRack({ first, second, ratio }: JointInfo): void {
    const [wheel, rail] = [this.#all[first], this.#all[second]];
    if (!wheel || !rail) return;
    const { poses } = this.#view!;
    const centre = anchorOf(wheel.b, poses);
    const axis = directionOf(wheel.a, [1, 0, 0], poses);
    const along = directionOf(rail.a, [1, 0, 0], poses);
    const radius = Math.abs(ratio);
    this.#circle(centre, axis, radius);
    // The teeth touch the wheel on the side where turning by +1 moves them by `ratio` along the rail.
    const touch = sum(centre, unitOf(cross(along, axis)), ratio);
    const pixel = this.#pixelAt(touch);
    this.#line(sum(touch, along, -2 * radius), sum(touch, along, 2 * radius), pixel);
  }

  // ---- lines ----

  #circle(centre: Vector, axis: Vector, radius: number): void {
    const across = sideOf(axis);
    this.#arc(circleOf(centre, across, cross(axis, across), radius), 0, 2 * Math.PI, this.#pixelAt(centre), 'ink', 0);
  }

  #arc(onCircle: OnCircle, from: number, to: number, pixel: number, color: ColorName, heads: number): void {
    const count = Math.max(1, Math.min(kMostArcSteps, Math.ceil(Math.abs(to - from) / kArcStep)));
    let last = onCircle(from);
    for (let step = 1; step <= count; step += 1) {
      const next = onCircle(from + ((to - from) * step) / count);
      this.#lines.add(...last, ...sum(next, last, -1), pixel, step === count ? heads : 0, this.#colors[color]);
      last = next;
    }
  }

  #line(from: Vector, to: Vector, pixel: number, color: ColorName = 'ink'): void {
    this.#lines.add(...from, ...sum(to, from, -1), pixel, 0, this.#colors[color]);
  }

  #arrow(from: Vector, along: Vector, heads: number, color: ColorName): void {
    this.#lines.add(...from, ...along, this.#pixelAt(from), heads, this.#colors[color]);
  }
}

type Pixels = { readonly x: number; readonly y: number };

/** Boxes along the shaft of an arrow. */
const shaftBoxes = (from: Pixels, to: Pixels): LabelBox[] =>
  Array.from({ length: kShaftParts }, (_, part) => {
    const at = (part + 1) / kShaftParts;
    const [x, y] = [from.x + at * (to.x - from.x), from.y + at * (to.y - from.y)];
    return { x: x - kShaftWidth / 2, y: y - kShaftWidth / 2, width: kShaftWidth, height: kShaftWidth };
  });

/** Drives move b against a; where b is the world, what is seen is a that moves, the other way. */
const senseOf = ({ b }: JointInfo): number => (b.slot === null ? -1 : 1);
