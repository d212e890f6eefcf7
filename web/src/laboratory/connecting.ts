// “Connect”: two bodies, or a body and the world, a place and a type become a joint of the scene. A click in the picture chooses a body and the place on
// it; all of it can be chosen from lists and typed, too. The joint is drawn before it is made.
import type { Ray } from 'three';
import type { Figure } from '../figure/figure';
import { bodyName } from '../instruments/body-name';
import { jointName } from '../instruments/joint-name';
import { ConnectForm, type Candidate, type EndChoice } from '../scene-editor/connect-form';
import { acrossOf, newJoint, type NewJoint } from '../scene-editor/new-joint';
import { Emitter } from '../simulation/emitter';
import { jointsOf, type JointInfo } from '../simulation/joints';
import { cross, dot, size, sum, times } from '../simulation/mechanics';
import { sentenceOf } from '../simulation/problems';
import type { BodyInfo, Frame, JointType, Quaternion, Vector } from '../simulation/protocol';
import { asList, asObject } from '../simulation/scene-path';
import { surfacePoint } from '../viewer/surface-point';
import { ChosenPlace } from './chosen-place';
import type { Draft, JointPreview } from './joint-preview';

const kPrecision = 1e-3; // of the radius of the smaller body: of places

const isOfJoints = (type: JointType): type is 'gear' | 'rack' => type === 'gear' || type === 'rack';
const hasAxis = (type: JointType): boolean => ['ball', 'hinge', 'slider', 'universal'].includes(type);
const isRope = (type: JointType): boolean => type === 'distance' || type === 'pulley';

export class Connecting {
  readonly form = new ConnectForm();
  /** A joint is to be made. */
  readonly made = new Emitter<NewJoint>();
  /** It ended by hand, without a joint. */
  readonly cancelled = new Emitter<void>();
  readonly #figure: Figure;
  readonly #preview: JointPreview;
  readonly #chosen: ChosenPlace;
  #listening: AbortController | null = null; // while it goes on
  #ofJoints = false; // what the lists hold
  #problem = '';
  #step = -1; // that is shown

  constructor(figure: Figure, preview: JointPreview) {
    this.#figure = figure;
    this.#preview = preview;
    this.#chosen = new ChosenPlace(figure, this.form);
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
  showFrame({ step }: Frame): void {
    if (this.isOn && step !== this.#step) this.#show();
    this.#step = step;
  }

  #restart(): void {
    this.#chosen.clear();
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
    if (body && body.entry < 0) return this.#report('A command added this body: a scene cannot name it.');
    if (this.#ofJoints) return this.#pickJoint(body);
    const id = body?.id ?? null;
    const which = this.form.end(0) === undefined || this.form.end(0) === id ? 0 : 1;
    this.form.setEnd(which, id);
    this.#chosen.setSpot(which, met);
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
    if (!joint) return this.#report(`No other ${wanted} is on this body.`);
    this.form.setEnd(which, joint.index);
    this.#problem = '';
    this.#show();
  }

  // ---- what is shown ----

  #show(): void {
    const { type } = this.form;
    const [first, second] = [this.form.end(0), this.form.end(1)];
    const hasPlace = !isOfJoints(type) && !isRope(type);
    const place = this.#chosen.place();
    this.form.show(hasPlace ? place : null, hasAxis(type) ? this.#chosen.axis() : null);
    const isReady = first !== undefined && second !== undefined && first !== second;
    this.form.showStatus(this.#problem || this.#prompt(first, second), isReady && this.form.isRead);
    const isSeen = !isOfJoints(type) && (first !== undefined || second !== undefined);
    this.#preview.draft = isSeen ? this.#draft(type, place) : null;
    this.#preview.bodies = isOfJoints(type) ? [] : ([0, 1] as const).flatMap((which) => this.#chosen.bodyOf(which) ?? []);
  }

  #prompt(first: EndChoice, second: EndChoice): string {
    const { type } = this.form;
    if (!this.form.isRead) return 'What is typed is not a number; write it as 0.35.';
    if (isOfJoints(type)) {
      const wanted = type === 'gear' ? 'two hinges' : 'a hinge and a slider';
      return this.#joints.length < 2
        ? `A ${type} couples ${wanted}: make these first.`
        : `A ${type} couples ${wanted}: press their bodies, or choose them.`;
    }
    if (first === undefined) return 'Press a body in the picture, or choose it here.';
    if (second === undefined)
      return isRope(type)
        ? 'Now the other end: press another body, or beside all for the world.'
        : 'Now the other body, at the place of the joint; pressing beside all is the world.';
    if (first === second) return 'Choose another body: these are the same.';
    const names = ([0, 1] as const).map((which) => this.#chosen.bodyOf(which)).map((body) => (body ? bodyName(body) : 'the world'));
    return `${names.join(' and ')}. Another press moves the ${isRope(type) ? 'end' : 'place'}.`;
  }

  #report(problem: string): void {
    this.#problem = problem;
    this.#show();
  }

  #draft(type: JointType, place: Vector): Draft {
    const [from, to] = isRope(type) ? this.#chosen.ends() : [place, place];
    const axis = hasAxis(type) ? this.#chosen.axis() : ([1, 0, 0] as const);
    const frame = frameAlong(axis);
    const ends = [
      { slot: null, point: from, frame },
      { slot: null, point: to, frame },
    ] as const;
    return { type, ends, pulleys: this.#chosen.pulleys([from, to]) };
  }

  // ---- making it ----

  #make(): void {
    const { type } = this.form;
    const [first, second] = [this.form.end(0), this.form.end(1)];
    try {
      this.made.emit(isOfJoints(type) ? this.#coupling(type, Number(first), Number(second)) : this.#joint(type));
    } catch (error) {
      this.#report(sentenceOf(error));
    }
  }

  #joint(type: JointType): NewJoint {
    const place = this.#chosen.place();
    const points = isRope(type) ? this.#chosen.ends() : ([place, place] as const);
    const radius = Math.min(this.#chosen.radius(this.#chosen.bodyOf(0)), this.#chosen.radius(this.#chosen.bodyOf(1)));
    return newJoint({
      type,
      bodies: [this.#chosen.connected(0), this.#chosen.connected(1)],
      points,
      axis: this.#chosen.axis(),
      pulleys: this.#chosen.pulleys(points),
      precision: kPrecision * (Number.isFinite(radius) && radius > 0 ? radius : 1),
    });
  }

  // Wheels that touch, as large as the bodies.
  #coupling(type: 'gear' | 'rack', first: number, second: number): NewJoint {
    const joints = this.#joints;
    const radiusOf = (index: number): number => {
      const { a, b } = joints[index]!;
      const bodies = [a, b].map(({ slot }) => this.#bodies.find((body) => body.slot === slot) ?? null);
      const radius = Math.min(...bodies.map((body) => this.#chosen.radius(body)));
      return Number.isFinite(radius) && radius > 0 ? radius : 1;
    };
    const ratio = type === 'rack' ? radiusOf(first) : radiusOf(second) / radiusOf(first);
    const reference = (index: number): string | number => joints[index]!.name || index;
    return { joint: { type, joints: [reference(first), reference(second)], ratio: Number(ratio.toPrecision(3)) }, note: '' };
  }
}

// The shortest turn that brings x to a unit vector.
function frameAlong(axis: Vector): Quaternion {
  const half = sum(axis, [1, 0, 0]);
  if (size(half) < 1e-6) return [...acrossOf([1, 0, 0]), 0] as unknown as Quaternion;
  const middle = times(half, 1 / size(half));
  return [...cross([1, 0, 0], middle), dot([1, 0, 0], middle)] as unknown as Quaternion;
}
