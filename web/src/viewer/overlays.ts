// The overlays of the bodies: springs and beams, names, and once they are loaded the marks of the instruments and the outline of the
// selected body.
import { Vector3, type Scene } from 'three';
import type { BodyInfo, Frame, Vector, WorldInfo } from '../simulation/protocol';
import type { BodyInstances } from './body-instances';
import { BodyNames } from './body-names';
import type { InstrumentOverlay } from './instrument-overlay';
import type { JointMarks } from './joint-marks';
import type { LabelBox } from './labels';
import { Links, type Link } from './links';
import type { OrbitCamera } from './orbit-camera';
import type { MarkColors } from './readouts';
import { screenBoxOf } from './screen-box';
import type { PartOfBody } from './selection-outline';

const kLabelPixels = 34; // CSS, beside the tip of an arrow
const kMostInTheWay = 40; // bodies that texts keep from
const kArrowShare = 0.45; // of the free part of the stage: from its middle an arrow does not leave it

export class Overlays {
  readonly names: BodyNames;
  /** Null until the instruments are loaded. */
  instruments: InstrumentOverlay | null = null;
  #joints: JointMarks | null = null; // while they are shown
  #info: WorldInfo | null = null;
  readonly #bodies: BodyInstances;
  readonly #camera: OrbitCamera;
  readonly #links: Links;
  #marks: { readonly colors: MarkColors; readonly halo: string } | null = null;
  #selected: BodyInfo | null = null;
  #state: Frame['state'] = null;
  #details: Frame['details'] = null;
  #step = 0;
  #seconds = 0;
  readonly #parts = new Map<number, readonly PartOfBody[]>(); // by slot
  readonly #ahead = new Vector3();
  readonly #from = new Vector3();
  #stepsPerSecond = 60;
  #movers: readonly BodyInfo[] = [];
  readonly #radii = new Map<number, number>(); // by slot

  constructor(scene: Scene, bodies: BodyInstances, camera: OrbitCamera, labels: HTMLElement) {
    this.#bodies = bodies;
    this.#camera = camera;
    this.names = new BodyNames(labels);
    this.#links = new Links(scene);
  }

  setLinks(links: readonly Link[]): void {
    this.#links.set(links);
  }

  setWorld(info: WorldInfo): void {
    this.#info = info;
    this.names.setWorld(info);
    this.#joints?.setWorld(info);
    this.#movers = info.bodies.filter((body) => body.type !== 'static');
    this.#radii.clear();
    this.#parts.clear();
    this.instruments?.impacts.forget();
    this.#stepsPerSecond = info.stepsPerSecond;
    this.#details = null; // of the bodies before
    this.#hold(this.#selected);
  }

  setFrame(frame: Frame): void {
    this.#state = frame.state;
    this.#details = frame.details;
    this.#step = frame.step;
    this.#seconds = frame.seconds - (1 - frame.alpha) / this.#stepsPerSecond;
    this.instruments?.impacts.add(frame.impacts);
    this.#joints?.setStates(frame.joints);
    this.#links.show(this.#seconds);
  }

  select(body: BodyInfo | null): void {
    this.#selected = body;
    this.#state = null;
    this.instruments?.painter.forgetScales();
    this.#hold(body);
  }

  setTheme(colors: MarkColors, halo: string, ink: string): void {
    this.#marks = { colors, halo };
    this.instruments?.setTheme(colors, halo);
    this.#joints?.setTheme(colors, halo);
    this.#links.setColor(ink);
  }

  attach(instruments: InstrumentOverlay): void {
    this.instruments = instruments;
    if (this.#marks) instruments.setTheme(this.#marks.colors, this.#marks.halo);
    this.#hold(this.#selected);
  }

  /** Shows joints, or none any more. */
  showJoints(joints: JointMarks | null): void {
    if (this.#joints !== joints) this.#joints?.hide();
    this.#joints = joints;
    if (joints && this.#info) joints.setWorld(this.#info);
    if (joints && this.#marks) joints.setTheme(this.#marks.colors, this.#marks.halo);
  }

  /** For the next picture. */
  update(pixelRatio: number): void {
    const poses = this.#bodies.poses.values;
    this.#links.write(poses);
    const names = this.names.show({ camera: this.#camera, poses, radius: this.#radiusOf, movers: this.#movers, partsOf: this.#partsOf });
    const room = kArrowShare * Math.min(this.#camera.freeWidth, this.#camera.freeHeight);
    const { floor } = this.#bodies;
    this.#joints?.show({ poses, radius: this.#radiusOf, metresPerPixel: this.#metresPerPixel, room, floor }, this.#camera.camera.position);
    const values = this.#joints?.placeLabels(this.#camera, names, this.#boxesOfBodies()) ?? [];
    if (!this.instruments) return;
    this.instruments.belowFloor.set(this.#bodies.floor, this.#camera.camera.position);
    this.instruments.outline.update(this.#camera.width, this.#camera.height);
    const state = this.#state?.id === this.#selected?.id ? this.#state : null;
    if (state || this.#details) {
      this.instruments.show({
        selected: this.#selected,
        state,
        details: this.#details,
        bodies: this.#movers,
        stepsPerSecond: this.#stepsPerSecond,
        step: this.#step,
        seconds: this.#seconds,
        partsOf: this.#partsOf,
        roomAlong: this.#roomAlong,
        poses,
        matrices: this.#bodies.poses.matrices,
        radius: this.#radiusOf,
        room,
        metresPerPixel: this.#metresPerPixel,
        pixelRatio,
      });
    } else this.instruments.hide();
    this.instruments.placeLabels(this.#camera, [...names, ...values]);
  }

  dispose(): void {
    this.names.dispose();
    this.instruments?.dispose();
    this.#joints?.dispose();
    this.#links.dispose();
  }

  // What bodies cover of the picture, CSS pixels.
  #boxesOfBodies(): LabelBox[] {
    return this.#movers.slice(0, kMostInTheWay).flatMap(({ slot }) => {
      const box = screenBoxOf(this.#partsOf(slot), this.#camera);
      return box ? [{ x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top }] : [];
    });
  }

  #hold(body: BodyInfo | null): void {
    this.instruments?.outline.hold(body ? this.#bodies.partsOf(body.slot) : []);
  }

  readonly #radiusOf = (slot: number): number => {
    let radius = this.#radii.get(slot);
    if (radius === undefined) this.#radii.set(slot, (radius = this.#bodies.radius(slot)));
    return radius;
  };

  readonly #partsOf = (slot: number): readonly PartOfBody[] => {
    let parts = this.#parts.get(slot);
    if (!parts) this.#parts.set(slot, (parts = this.#bodies.partsOf(slot)));
    return parts;
  };

  // From a place that is not in the free part of the stage, or along the line of sight: as far as one likes.
  readonly #roomAlong = (place: Vector3, [x, y, z]: Vector): number => {
    const { camera, width, height, freeArea } = this.#camera;
    const unit = (this.#metresPerPixel(place) * 10) / (Math.sqrt(x * x + y * y + z * z) || 1);
    const from = this.#from.copy(place).project(camera);
    const to = this.#ahead
      .set(x * unit, y * unit, z * unit)
      .add(place)
      .project(camera);
    let most = Infinity; // tens of pixels
    for (const [at, step, low, high] of [
      [((from.x + 1) / 2) * width, ((to.x - from.x) / 2) * width, freeArea.left, freeArea.right],
      [((1 - from.y) / 2) * height, ((from.y - to.y) / 2) * height, freeArea.top, freeArea.bottom],
    ] as const) {
      if (at < low || at > high) return Infinity;
      if (Math.abs(step) > 0.1) most = Math.min(most, ((step > 0 ? high - kLabelPixels : low + kLabelPixels) - at) / step);
    }
    return Math.max(0, most) * 10 * this.#metresPerPixel(place);
  };

  readonly #metresPerPixel = (place: Vector3): number => this.#camera.metresPerPixel(place);
}
