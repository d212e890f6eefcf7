// “Connect”: two bodies, or a body and the world, a place and a type become a joint of the scene. A click in the picture chooses a body and the place on
// it; all of it can be chosen from lists and typed, too. The joint is drawn before it is made.
import { Vector3, type Ray } from 'three';
import type { Figure } from '../figure/figure';
import { bodyName } from '../instruments/body-name';
import { jointName } from '../instruments/joint-name';
import { ConnectForm, type Candidate, type EndChoice } from '../scene-editor/connect-form';
import { acrossOf, newJoint, type Connected, type NewJoint } from '../scene-editor/new-joint';
import { startPose, toWorld, type Pose } from '../scene-editor/start-pose';
import { Emitter } from '../simulation/emitter';
import { jointsOf, type JointInfo } from '../simulation/joints';
import { poseLayout } from '../simulation/layout';
import { cross, dot, size, sum, times, turn, vectorAt } from '../simulation/mechanics';
import { sentenceOf } from '../simulation/problems';
import type { BodyInfo, JointType, Quaternion, Vector } from '../simulation/protocol';
import { asList, asObject } from '../simulation/scene-path';
import { surfacePoint } from '../viewer/surface-point';
import type { Draft, JointPreview } from './joint-preview';

const kPrecision = 1e-3; // of the radius of the smaller body: of places
const kRise = 0.8; // of the distance between the ends: how high pulleys hang above them

/** A point that was clicked: m from the centre of mass and in the axes of its body; of the world (id: null), in world axes. */
type Spot = { readonly id: number | null; readonly point: Vector; readonly normal: Vector };

const isOfJoints = (type: JointType): type is 'gear' | 'rack' => type === 'gear' || type === 'rack';
const hasAxis = (type: JointType): boolean => ['ball', 'hinge', 'slider', 'universal'].includes(type);
const isRope = (type: JointType): boolean => type === 'distance' || type === 'pulley';
const own: Pose = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };

export class Connecting {
  readonly form = new ConnectForm();
  /** A joint is to be made. */
  readonly made = new Emitter<NewJoint>();
  /** It ended by hand, without a joint. */
  readonly cancelled = new Emitter<void>();
  readonly #figure: Figure;
  readonly #preview: JointPreview;
  readonly #ahead = new Vector3();
  readonly #spots: [Spot | null, Spot | null] = [null, null];
  #last: 0 | 1 = 1; // whose place was clicked last
  #listening: AbortController | null = null; // while it goes on
  #ofJoints = false; // what the lists hold
  #problem = '';

  constructor(figure: Figure, preview: JointPreview) {
    this.#figure = figure;
    this.#preview = preview;
    this.form.changed.on(() => this.#choose());
    this.form.cancelled.on(() => this.#cancel());
    this.form.confirmed.on(() => this.#make());
  }

  get isOn(): boolean {
    return this.#listening !== null;
  }

  begin(): void {
    if (this.isOn) return;
    const listening = new AbortController();
    const { signal } = listening;
    this.#listening = listening;
    this.form.element.hidden = false;
    this.#restart();
    const { viewer } = this.#figure;
    if (viewer) viewer.pointerTools.aim = (ray) => this.#pick(ray);
    // Before the panels, which it would close.
    window.addEventListener('keydown', (event) => this.#key(event), { signal, capture: true });
    this.form.focus();
    this.form.element.scrollIntoView({ block: 'start' });
  }

  end(): void {
    if (!this.#listening) return;
    this.#listening.abort();
    this.#listening = null;
    this.form.element.hidden = true;
    const { viewer } = this.#figure;
    if (viewer) viewer.pointerTools.aim = null;
    this.#preview.draft = null;
    this.#preview.bodies = [];
  }

  /** Other bodies, or joints: what is gone is chosen no more. */
  update(): void {
    if (!this.isOn) return;
    this.#offer();
    this.#show();
  }

  /** Bodies may have moved. */
  showFrame(): void {
    if (this.isOn) this.#show();
  }

  #restart(): void {
    this.#spots[0] = this.#spots[1] = null;
    this.#last = 1;
    this.#ofJoints = isOfJoints(this.form.type);
    this.#offer();
    for (const which of [0, 1] as const) this.form.setEnd(which, undefined);
    this.form.placeChoice = 'clicked';
    this.form.axisChoice = this.#isPlanar ? 'z' : 'normal';
    this.#show();
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.#cancel();
  }

  #cancel(): void {
    this.end();
    this.cancelled.emit();
  }

  get #bodies(): readonly BodyInfo[] {
    return this.#figure.simulation.info?.bodies ?? [];
  }

  get #joints(): readonly JointInfo[] {
    const { info } = this.#figure.simulation;
    return info ? jointsOf(info).slice(0, asList(asObject(this.#figure.simulation.scene).joints).length) : [];
  }

  get #isPlanar(): boolean {
    return asObject(this.#figure.simulation.scene).planar === true || (this.#figure.viewer?.camera.isFlat ?? false);
  }

  #offer(): void {
    const named = (joint: JointInfo): Candidate => ({ id: joint.index, name: jointName(joint) });
    if (this.#ofJoints) {
      const ofType = (type: JointType): Candidate[] => this.#joints.filter((joint) => joint.type === type).map(named);
      this.form.offer(ofType('hinge'), ofType(this.form.type === 'rack' ? 'slider' : 'hinge'), false);
      return;
    }
    // A scene cannot name a body that a command added.
    const bodies = this.#bodies.filter(({ entry }) => entry >= 0).map((body) => ({ id: body.id, name: bodyName(body) }));
    this.form.offer(bodies, bodies, true);
  }

  #choose(): void {
    const ofJoints = isOfJoints(this.form.type);
    if (ofJoints !== this.#ofJoints) this.#restart();
    else {
      if (ofJoints) this.#offer();
      this.#problem = '';
      this.#show();
    }
  }

  // ---- in the picture ----

  #pick(ray: Ray): void {
    const { viewer } = this.#figure;
    if (!viewer) return;
    const met = surfacePoint(ray, viewer.bodies, this.#bodies);
    const body = met?.body ?? null;
    if (body && body.entry < 0) {
      this.#say('A command added this body: a scene cannot name it.', false);
      return;
    }
    if (this.#ofJoints) return this.#pickJoint(body);
    const id = body?.id ?? null;
    const which = this.form.end(0) === undefined || this.form.end(0) === id ? 0 : 1;
    const { values } = viewer.bodies.poses;
    const pose = body ? poseAt(values, body.slot) : own;
    this.form.setEnd(which, id);
    this.#spots[which] = met && {
      id,
      point: turn(pose.orientation, 0, sum(met.point, pose.position, -1), true),
      normal: turn(pose.orientation, 0, met.normal, true),
    };
    if (met) this.#last = which;
    if (met) this.form.placeChoice = 'clicked';
    this.#problem = '';
    this.#show();
  }

  // The first joint on the body that fits and is not chosen yet.
  #pickJoint(body: BodyInfo | null): void {
    const which = this.form.end(0) === undefined ? 0 : 1;
    const wanted = which === 1 && this.form.type === 'rack' ? 'slider' : 'hinge';
    const joint = this.#joints.find(
      ({ type, a, b, index }) => type === wanted && body !== null && [a.slot, b.slot].includes(body.slot) && index !== this.form.end(0),
    );
    if (!joint) return this.#say(`No other ${wanted} is on this body.`, false);
    this.form.setEnd(which, joint.index);
    this.#problem = '';
    this.#show();
  }

  // ---- what follows ----

  #bodyOf(which: 0 | 1): BodyInfo | null {
    const id = this.form.end(which);
    return typeof id === 'number' ? (this.#bodies.find((body) => body.id === id) ?? null) : null;
  }

  // The newest pose of the centre of mass.
  #poseOf(body: BodyInfo | null): Pose {
    const { frame } = this.#figure.simulation;
    return body && frame ? poseAt(frame.poses, frame.slotCount + body.slot) : own;
  }

  #spot(which: 0 | 1): Spot | null {
    const spot = this.#spots[which];
    return spot?.id === this.form.end(which) ? spot : null; // another one was chosen since
  }

  #spotOf(which: 0 | 1): Vector | null {
    const spot = this.#spot(which);
    return spot && toWorld(this.#poseOf(this.#bodyOf(which)), spot.point);
  }

  #centreOf(which: 0 | 1): Vector | null {
    const body = this.#bodyOf(which);
    return body && this.#poseOf(body).position;
  }

  #place(): Vector {
    const choice = this.form.placeChoice;
    if (choice === 'typed') return this.form.typedPlace;
    const [first, second] = [this.#centreOf(0), this.#centreOf(1)];
    const clicked = this.#spotOf(this.#last) ?? this.#spotOf(this.#last === 0 ? 1 : 0);
    if (choice === 'clicked' && clicked) return clicked;
    if (choice === 'middle' && first && second) return times(sum(first, second), 0.5);
    return (choice === 'first' ? (first ?? second) : (second ?? first)) ?? [0, 0, 0];
  }

  #axis(): Vector {
    const choice = this.form.axisChoice;
    const [first, second] = [this.#centreOf(0), this.#centreOf(1)];
    const spot = this.#spot(this.#last);
    const typed = this.form.typedAxis;
    if (choice === 'typed' && size(typed) > 0) return times(typed, 1 / size(typed));
    if (choice === 'x') return [1, 0, 0];
    if (choice === 'y') return [0, 1, 0];
    if (choice === 'between' && first && second && size(sum(second, first, -1)) > 0) {
      const way = sum(second, first, -1);
      return times(way, 1 / size(way));
    }
    if (choice === 'normal' && spot) return turn(this.#poseOf(this.#bodyOf(this.#last)).orientation, 0, spot.normal);
    const sight = this.#sight();
    if (choice === 'sight') return sight;
    return choice === 'z' ? [0, 0, 1] : nearestAxis(sight);
  }

  // Towards the eye.
  #sight(): Vector {
    const { x, y, z } = this.#figure.viewer?.camera.camera.getWorldDirection(this.#ahead) ?? { x: 0, y: 0, z: -1 };
    return [-x, -y, -z];
  }

  #radius(body: BodyInfo | null): number {
    return body && body.type !== 'static' ? (this.#figure.viewer?.bodies.radius(body.slot) ?? 1) : Infinity;
  }

  // Of ropes and rods: where they were clicked, else the centres; the world above the other end.
  #ends(): [Vector, Vector] {
    const known = ([0, 1] as const).map((which) => this.#spotOf(which) ?? this.#centreOf(which));
    const above = (point: Vector, body: BodyInfo | null): Vector => sum(point, [0, 3 * Math.min(10, this.#radius(body)), 0]);
    const [first, second] = known;
    if (first && second) return [first, second];
    if (second) return [above(second, this.#bodyOf(1)), second];
    return first
      ? [first, above(first, this.#bodyOf(0))]
      : [
          [0, 0, 0],
          [0, 1, 0],
        ];
  }

  #pulleys([first, second]: readonly [Vector, Vector]): [Vector, Vector] {
    const apart = size(sum(second, first, -1));
    const height = Math.max(first[1], second[1]) + kRise * (apart || 1);
    return [
      [first[0], height, first[2]],
      [second[0], height, second[2]],
    ];
  }

  #connected(which: 0 | 1): Connected | null {
    const body = this.#bodyOf(which);
    if (!body) return null;
    const { frame, scene } = this.#figure.simulation;
    const { position, orientation } = this.#poseOf(body);
    const now = { position: sum(position, turn(orientation, 0, body.centerOfMass), -1), orientation };
    const start = startPose(scene, body.entry) ?? (frame?.step === 0 ? now : null);
    return { reference: body.name || this.#bodies.indexOf(body), now, start };
  }

  // ---- what is shown ----

  #show(): void {
    const { type } = this.form;
    const [first, second] = [this.form.end(0), this.form.end(1)];
    const hasPlace = !isOfJoints(type) && !isRope(type);
    const place = this.#place();
    this.form.show(hasPlace ? place : null, hasAxis(type) ? this.#axis() : null);
    const isReady = first !== undefined && second !== undefined && first !== second;
    this.#say(this.#prompt(first, second), isReady);
    const isSeen = !isOfJoints(type) && (first !== undefined || second !== undefined);
    this.#preview.draft = isSeen ? this.#draft(type, place) : null;
    this.#preview.bodies = isOfJoints(type) ? [] : ([0, 1] as const).flatMap((which) => this.#bodyOf(which) ?? []);
  }

  #prompt(first: EndChoice, second: EndChoice): string {
    const { type } = this.form;
    if (isOfJoints(type)) {
      const wanted = type === 'gear' ? 'two hinges' : 'a hinge and a slider';
      return this.#joints.length < 2
        ? `A ${type} couples ${wanted}: make these first.`
        : `A ${type} couples ${wanted}: click their bodies, or choose them.`;
    }
    if (first === undefined) return 'Click a body in the picture, or choose it here.';
    if (second === undefined)
      return isRope(type)
        ? 'Now the other end: click another body, or beside all for the world.'
        : 'Now the other body, at the place of the joint; a click beside all is the world.';
    if (first === second) return 'Choose another body: these are the same.';
    const names = ([0, 1] as const).map((which) => this.#bodyOf(which)).map((body) => (body ? bodyName(body) : 'the world'));
    return `${names.join(' and ')}. Another click moves the ${isRope(type) ? 'end' : 'place'}.`;
  }

  #say(text: string, isReady: boolean): void {
    this.form.say(this.#problem || text, isReady);
  }

  #draft(type: JointType, place: Vector): Draft {
    const [from, to] = isRope(type) ? this.#ends() : [place, place];
    const axis = hasAxis(type) ? this.#axis() : ([1, 0, 0] as const);
    const frame = frameAlong(axis);
    const ends = [
      { slot: null, point: from, frame },
      { slot: null, point: to, frame },
    ] as const;
    return { type, ends, pulleys: this.#pulleys([from, to]) };
  }

  // ---- making it ----

  #make(): void {
    const { type } = this.form;
    const [first, second] = [this.form.end(0), this.form.end(1)];
    try {
      this.made.emit(isOfJoints(type) ? this.#coupling(type, Number(first), Number(second)) : this.#joint(type));
    } catch (error) {
      this.#problem = sentenceOf(error);
      this.#show();
    }
  }

  #joint(type: JointType): NewJoint {
    const place = this.#place();
    const points = isRope(type) ? this.#ends() : ([place, place] as const);
    const radius = Math.min(this.#radius(this.#bodyOf(0)), this.#radius(this.#bodyOf(1)));
    return newJoint({
      type,
      bodies: [this.#connected(0), this.#connected(1)],
      points,
      axis: this.#axis(),
      pulleys: this.#pulleys(points),
      precision: kPrecision * (Number.isFinite(radius) && radius > 0 ? radius : 1),
    });
  }

  // Wheels that touch, as large as the bodies.
  #coupling(type: 'gear' | 'rack', first: number, second: number): NewJoint {
    const joints = this.#joints;
    const radiusOf = (index: number): number => {
      const { a, b } = joints[index]!;
      const bodies = [a, b].map(({ slot }) => this.#bodies.find((body) => body.slot === slot) ?? null);
      const radius = Math.min(...bodies.map((body) => this.#radius(body)));
      return Number.isFinite(radius) && radius > 0 ? radius : 1;
    };
    const ratio = type === 'rack' ? radiusOf(first) : radiusOf(second) / radiusOf(first);
    const reference = (index: number): string | number => joints[index]!.name || index;
    return { joint: { type, joints: [reference(first), reference(second)], ratio: Number(ratio.toPrecision(3)) }, note: '' };
  }
}

const poseAt = (poses: ArrayLike<number>, slot: number): Pose => {
  const at = slot * poseLayout.stride;
  const turned = at + poseLayout.orientation;
  return {
    position: vectorAt(poses, at + poseLayout.position),
    orientation: [poses[turned]!, poses[turned + 1]!, poses[turned + 2]!, poses[turned + 3]!],
  };
};

// The axis of the world that is nearest.
function nearestAxis(direction: Vector): Vector {
  const most = Math.max(...direction.map(Math.abs));
  const at = direction.findIndex((part) => Math.abs(part) === most);
  return [0, 1, 2].map((axis) => (axis === at ? Math.sign(direction[at]!) : 0)) as unknown as Vector;
}

// The shortest turn that brings x to a unit vector.
function frameAlong(axis: Vector): Quaternion {
  const half = sum(axis, [1, 0, 0]);
  if (size(half) < 1e-6) return [...acrossOf([1, 0, 0]), 0] as unknown as Quaternion;
  const middle = times(half, 1 / size(half));
  return [...cross([1, 0, 0], middle), dot([1, 0, 0], middle)] as unknown as Quaternion;
}
