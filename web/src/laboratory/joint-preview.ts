// A joint in the colour of what is chosen: one of the scene that is edited, or one that is about to be made, with a line around the bodies it will connect.
import { Color } from 'three';
import { find } from '../dom/elements';
import { cssColor } from '../instruments/quantities';
import { fetchJointMarks } from '../figure/picture-aids';
import { arrowColors } from '../figure/picture';
import type { Figure } from '../figure/figure';
import { jointLayout } from '../simulation/layout';
import { jointTypes, noLimit, type BodyInfo, type JointType, type Quaternion, type Vector, type WorldInfo } from '../simulation/protocol';
import type { JointMarks } from '../viewer/joint-marks';
import { SelectionOutline } from '../viewer/selection-outline';
import { darkTheme, lightTheme } from '../viewer/theme';

/** An end of a joint that is about to be made. */
export type DraftEnd = {
  readonly slot: number | null; // null: the world
  readonly point: Vector; // m, from the centre of mass, in the body frame; of the world: in world axes
  readonly frame: Quaternion; // axes of the joint -> body frame, or world
};

/** A joint that is about to be made, as it is drawn. */
export type Draft = {
  readonly type: JointType;
  readonly ends: readonly [DraftEnd, DraftEnd];
  readonly pulleys: readonly [Vector, Vector]; // m, world
};

const kAbove = 0.5; // in the order of drawing: over the marks of all joints, and of the same kind
const dark = window.matchMedia('(prefers-color-scheme: dark)');

export class JointPreview {
  readonly #figure: Figure;
  readonly #outline: SelectionOutline | null;
  #marks: JointMarks | null = null;
  #loading: Promise<void> | null = null;
  #draft: Draft | null = null;
  #bodies: readonly BodyInfo[] = []; // that the draft connects
  #chosen: number | null = null; // index
  #info: WorldInfo | null = null; // of the joint that is drawn
  #isStale = true;

  constructor(figure: Figure, signal: AbortSignal) {
    this.#figure = figure;
    this.#outline = figure.viewer && new SelectionOutline(figure.viewer.stage.scene);
    this.#paint();
    figure.viewer?.invalidated.on(() => this.#draw());
    figure.worlds.on(() => {
      this.#hold();
      this.#change();
    });
    dark.addEventListener('change', () => this.#paint(), { signal });
  }

  /** The joint of the scene that is marked; null: none. */
  set chosen(index: number | null) {
    this.#chosen = index;
    this.#change();
  }

  /** The joint that is about to be made; null: none. */
  set draft(draft: Draft | null) {
    this.#draft = draft;
    this.#change();
  }

  /** The bodies that have a line around them. */
  set bodies(bodies: readonly BodyInfo[]) {
    if (bodies.length === this.#bodies.length && bodies.every((body, index) => body === this.#bodies[index])) return;
    this.#bodies = bodies;
    this.#hold();
  }

  #hold(): void {
    const { viewer } = this.#figure;
    if (viewer) this.#outline?.hold(this.#bodies.flatMap(({ slot }) => viewer.bodies.partsOf(slot)));
    viewer?.invalidate();
  }

  #change(): void {
    this.#isStale = true;
    if (this.#draft || this.#chosen !== null) void this.#load();
    this.#figure.viewer?.invalidate();
  }

  #load(): Promise<void> {
    const { viewer } = this.#figure;
    if (!viewer) return Promise.resolve();
    this.#loading ??= fetchJointMarks().then(
      (create) => {
        this.#marks = create(find('figure'), viewer, kAbove);
        this.#paint();
      },
      () => {
        this.#loading = null; // a network may come back
      },
    );
    return this.#loading;
  }

  #paint(): void {
    const { viewer } = this.#figure;
    const ink = cssColor('--focus');
    this.#outline?.setColor(new Color(ink));
    this.#marks?.setTheme({ ...arrowColors(), ink }, (dark.matches ? darkTheme : lightTheme).halo);
    viewer?.invalidate();
  }

  // Before each picture: what is drawn has to follow its bodies.
  #draw(): void {
    const { viewer, simulation } = this.#figure;
    const marks = this.#marks;
    const { info } = simulation;
    if (viewer) this.#outline?.update(viewer.camera.width, viewer.camera.height);
    if (!marks || !viewer || !info) return;
    if (this.#isStale) {
      this.#isStale = false;
      this.#info = this.#draft ? worldOf(this.#draft, info) : this.#chosen !== null && this.#chosen < info.jointNames.length ? info : null;
      marks.only = this.#draft || this.#chosen === null ? null : [this.#chosen];
      if (this.#info) marks.setWorld(this.#info);
    }
    if (!this.#info) return marks.hide();
    const { bodies, camera } = viewer;
    if (!this.#draft) marks.setStates(simulation.frame?.joints ?? null);
    const view = { poses: bodies.poses.values, radius: (slot: number) => bodies.radius(slot), floor: bodies.floor, room: 1 };
    marks.show({ ...view, metresPerPixel: (place) => camera.metresPerPixel(place) }, camera.camera.position);
  }
}

// The world with this joint in place of its own.
function worldOf({ type, ends, pulleys }: Draft, info: WorldInfo): WorldInfo {
  const joints = new Float64Array(jointLayout.stride);
  const [a, b] = ends;
  joints[jointLayout.type] = jointTypes.indexOf(type);
  joints[jointLayout.slotA] = a.slot ?? -1;
  joints[jointLayout.slotB] = b.slot ?? -1;
  joints.set(a.point, jointLayout.anchorA);
  joints.set(b.point, jointLayout.anchorB);
  joints.set(a.frame, jointLayout.frameA);
  joints.set(b.frame, jointLayout.frameB);
  joints[jointLayout.swing] = noLimit;
  joints[jointLayout.ratio] = 1;
  joints.set(pulleys[0], jointLayout.pulleyA);
  joints.set(pulleys[1], jointLayout.pulleyB);
  return { ...info, joints, jointNames: [''] };
}
