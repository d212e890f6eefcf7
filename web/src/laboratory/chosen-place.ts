// What was chosen for a new joint, as it is now: bodies, place and axis in the world, which follow what moves.
import { Vector3 } from 'three';
import type { Figure } from '../figure/figure';
import type { ConnectForm } from '../scene-editor/connect-form';
import type { Connected } from '../scene-editor/new-joint';
import { startPose, toBody, toWorld, type Pose } from '../scene-editor/start-pose';
import { poseLayout } from '../simulation/layout';
import { size, sum, times, turn, vectorAt } from '../simulation/mechanics';
import type { BodyInfo, Vector } from '../simulation/protocol';
import type { SurfacePoint } from '../viewer/surface-point';

const kRise = 0.8; // of the distance between the ends: how high pulleys hang above them
const kLeastAside = 0.1; // of that distance, between the pulleys

/** A point that was clicked: m from the centre of mass and in the axes of its body; of the world (id: null), in world axes. */
type Spot = { readonly id: number | null; readonly point: Vector; readonly normal: Vector };

const ofWorld: Pose = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };

export class ChosenPlace {
  readonly #figure: Figure;
  readonly #form: ConnectForm;
  readonly #ahead = new Vector3();
  readonly #spots: [Spot | null, Spot | null] = [null, null];
  #last: 0 | 1 = 1; // whose place was clicked last

  constructor(figure: Figure, form: ConnectForm) {
    this.#figure = figure;
    this.#form = form;
  }

  /** Nothing was clicked yet. */
  clear(): void {
    this.#spots[0] = this.#spots[1] = null;
    this.#last = 1;
  }

  /** An end was clicked in the picture; null: beside all. */
  setSpot(which: 0 | 1, met: SurfacePoint | null): void {
    const body = met?.body ?? null;
    const { poses } = this.#figure.viewer?.bodies ?? {};
    const pose = body && poses ? poseAt(poses.values, body.slot) : ofWorld; // as it is drawn
    this.#spots[which] = met && {
      id: body?.id ?? null,
      point: toBody(pose, met.point),
      normal: turn(pose.orientation, 0, met.normal, true),
    };
    if (met) this.#last = which;
  }

  get #bodies(): readonly BodyInfo[] {
    return this.#figure.simulation.info?.bodies ?? [];
  }

  /** The body of an end; null: the world, a joint, or nothing yet. */
  bodyOf(which: 0 | 1): BodyInfo | null {
    const id = this.#form.end(which);
    return typeof id === 'number' ? (this.#bodies.find((body) => body.id === id) ?? null) : null;
  }

  // The newest pose of the centre of mass.
  #poseOf(body: BodyInfo | null): Pose {
    const { frame } = this.#figure.simulation;
    return body && frame ? poseAt(frame.poses, frame.slotCount + body.slot) : ofWorld;
  }

  #spot(which: 0 | 1): Spot | null {
    const spot = this.#spots[which];
    return spot?.id === this.#form.end(which) ? spot : null; // another one was chosen since
  }

  #spotOf(which: 0 | 1): Vector | null {
    const spot = this.#spot(which);
    return spot && toWorld(this.#poseOf(this.bodyOf(which)), spot.point);
  }

  #centreOf(which: 0 | 1): Vector | null {
    const body = this.bodyOf(which);
    return body && this.#poseOf(body).position;
  }

  /** Of a joint with one place: m, world, now. */
  place(): Vector {
    const choice = this.#form.placeChoice;
    if (choice === 'typed') return this.#form.typedPlace;
    const [first, second] = [this.#centreOf(0), this.#centreOf(1)];
    const clicked = this.#spotOf(this.#last) ?? this.#spotOf(this.#last === 0 ? 1 : 0);
    if (choice === 'clicked' && clicked) return clicked;
    if (choice === 'middle' && first && second) return times(sum(first, second), 0.5);
    return (choice === 'first' ? (first ?? second) : (second ?? first)) ?? [0, 0, 0];
  }

  /** Unit, world, now. */
  axis(): Vector {
    const choice = this.#form.axisChoice;
    const [first, second] = [this.#centreOf(0), this.#centreOf(1)];
    const spot = this.#spot(this.#last);
    const typed = this.#form.typedAxis;
    if (choice === 'typed' && size(typed) > 0) return times(typed, 1 / size(typed));
    if (choice === 'x') return [1, 0, 0];
    if (choice === 'y') return [0, 1, 0];
    if (choice === 'between' && first && second && size(sum(second, first, -1)) > 0) {
      const way = sum(second, first, -1);
      return times(way, 1 / size(way));
    }
    if (choice === 'normal' && spot) return turn(this.#poseOf(this.bodyOf(this.#last)).orientation, 0, spot.normal);
    const sight = this.#sight();
    if (choice === 'sight') return sight;
    return choice === 'z' ? [0, 0, 1] : nearestAxis(sight);
  }

  // Towards the eye.
  #sight(): Vector {
    const { x, y, z } = this.#figure.viewer?.camera.camera.getWorldDirection(this.#ahead) ?? { x: 0, y: 0, z: -1 };
    return [-x, -y, -z];
  }

  /** Of a body that moves, m; else without end. */
  radius(body: BodyInfo | null): number {
    return body && body.type !== 'static' ? (this.#figure.viewer?.bodies.radius(body.slot) ?? 1) : Infinity;
  }

  /** Of ropes and rods: where they were clicked, else the centres; the world above the other end. m, world, now. */
  ends(): [Vector, Vector] {
    const known = ([0, 1] as const).map((which) => this.#spotOf(which) ?? this.#centreOf(which));
    const above = (point: Vector, body: BodyInfo | null): Vector => sum(point, [0, 3 * Math.min(10, this.radius(body)), 0]);
    const [first, second] = known;
    if (first && second) return [first, second];
    if (second) return [above(second, this.bodyOf(1)), second];
    return first
      ? [first, above(first, this.bodyOf(0))]
      : [
          [0, 0, 0],
          [0, 1, 0],
        ];
  }

  /** Above the ends, m, world; of ends above each other beside each other. */
  pulleys([first, second]: readonly [Vector, Vector]): [Vector, Vector] {
    const way = sum(second, first, -1);
    const apart = size(way) || 1;
    const height = Math.max(first[1], second[1]) + kRise * apart;
    const aside = Math.hypot(way[0], way[2]) < kLeastAside * apart ? kRise * apart : 0;
    return [
      [first[0], height, first[2]],
      [second[0] + aside, height, second[2]],
    ];
  }

  /** The body of an end as it is now and at the start; null: the world. */
  connected(which: 0 | 1): Connected | null {
    const body = this.bodyOf(which);
    if (!body) return null;
    const { frame, scene } = this.#figure.simulation;
    const { position, orientation } = this.#poseOf(body);
    const now = { position: sum(position, turn(orientation, 0, body.centerOfMass), -1), orientation };
    const start = startPose(scene, body.entry) ?? (frame?.step === 0 ? now : null);
    return { reference: body.name || this.#bodies.indexOf(body), now, start };
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
