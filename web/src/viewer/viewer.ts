// The viewer: draws the world of a simulation into a canvas. It draws only when something changed, and when told to
// (`draw`, once per displayed frame). What pointers and keys do stands in hands.ts.
import { Vector2, Vector3 } from 'three';
import { floatsPerPose, floatsPerShape, type BodyInfo, type BodyState, type Details, type Frame, type WorldInfo } from '../simulation/protocol';
import { BodyInstances } from './body-instances';
import { BodyNames } from './body-names';
import { FigurePlace } from './figure';
import { Framing, type FirstView } from './framing';
import { Ghost } from './ghosts';
import { Hands, type HandsOptions } from './hands';
import { Links, type Link } from './links';
import { OrbitCamera, type Insets } from './orbit-camera';
import type { InstrumentOverlay } from './instrument-overlay';
import type { MarkColors } from './readouts';
import { Resolution } from './resolution';
import { SelectionOutline } from './selection-outline';
import { Stage } from './stage';
import { darkTheme, lightTheme } from './theme';

/** What of a scene concerns the eye alone. */
export type SceneLook = {
  readonly camera?: FirstView;
  readonly colors: ReadonlyMap<number, string>; // own colours by slot
  readonly links?: readonly Link[]; // springs and beams
  readonly hasNames?: boolean; // names of bodies stand beside them
  readonly keepsView?: boolean; // the scene was changed a little: the camera stays where it is
};

// A world of one box of no size.
const oneBox: WorldInfo = { stepsPerSecond: 60, slotCount: 1, bodies: [], shapes: new Float32Array(floatsPerShape), geometries: [] };

export class Viewer {
  follows = false; // the camera goes along with the selected body
  readonly stage: Stage;
  readonly camera = new OrbitCamera();
  readonly bodies: BodyInstances;
  /** Null until somebody wants to measure. */
  instruments: InstrumentOverlay | null = null;
  readonly hands: Hands;
  readonly resolution = new Resolution();
  readonly #framing: Framing;
  /** What the scene shows beside its bodies or in their place. */
  readonly figure: FigurePlace;
  readonly names: BodyNames;
  readonly #outline: SelectionOutline;
  readonly #links: Links;
  readonly #selectedCentre = new Vector3();
  readonly #step = new Vector3();
  readonly #size = new Vector2();
  #marks: { colors: MarkColors; halo: string } | null = null;
  #look: SceneLook = { colors: new Map() };
  #selected: BodyInfo | null = null;
  #state: BodyState | null = null;
  #details: Details | null = null;
  #movers: readonly BodyInfo[] = [];
  #radii = new Map<number, number>(); // by slot
  #stepsPerSecond = 60;
  #shownStep = 0;
  #isNewWorld = false; // its first poses have not come yet
  #hasPoses = false; // of any world: before that there is nothing to draw
  #isStale = true; // something must be drawn
  #lastDraw = 0;

  /** Throws where the browser gives no WebGL 2. */
  constructor(options: HandsOptions) {
    this.stage = new Stage(options.canvas);
    const { scene } = this.stage;
    this.bodies = new BodyInstances(scene, this.stage.isFrugal);
    this.bodies.onFloor = (floor) => {
      this.bodies.castShadows = floor !== null;
      if (this.#isNewWorld) this.#framing.place(floor); // it stays as it is when bodies come and go
    };
    this.figure = new FigurePlace(scene, this.bodies);
    this.names = new BodyNames(options.labels);
    this.#framing = new Framing(this.bodies, this.camera, this.stage);
    this.#outline = new SelectionOutline(scene);
    this.#links = new Links(scene);
    this.hands = new Hands(scene, this.bodies, this.camera, options, {
      selected: () => this.#selected,
      goHome: () => this.goHome(),
      invalidate: () => this.invalidate(),
    });
  }

  /** Builds the program that draws bodies before there is a world: the engine starts meanwhile. */
  warmUp(): void {
    this.bodies.setWorld(oneBox, new Map());
    this.bodies.castShadows = false;
    this.stage.draw(this.camera.camera);
  }

  /** Another world, or (without a look) the same one whose bodies came or went. */
  setWorld(info: WorldInfo, look: SceneLook | null): void {
    this.hands.letGo();
    if (look) {
      if (!look.keepsView || look.hasNames !== this.#look.hasNames) this.names.isOn = look.hasNames ?? false;
      this.#look = look;
      this.#links.set(look.links ?? []);
      this.#isNewWorld = true;
    }
    this.bodies.setWorld(info, this.#look.colors);
    this.figure.setWorld(info);
    this.names.setWorld(info);
    this.#movers = info.bodies.filter((body) => body.type !== 'static');
    this.#radii.clear();
    this.#stepsPerSecond = info.stepsPerSecond;
    this.#details = null; // of the bodies before
    this.#holdSelected();
    this.invalidate();
  }

  /** Takes over the poses of a frame; the frame may be reused by others afterwards. */
  showFrame(frame: Frame): void {
    this.bodies.showPoses(frame.poses, frame.slotCount, frame.alpha);
    this.#framing.measure();
    this.#hasPoses = true;
    this.#state = frame.state;
    this.#details = frame.details;
    this.#shownStep = frame.step;
    this.figure.show((frame.step - 1 + frame.alpha) / this.#stepsPerSecond);
    this.stage.bodiesMoved();
    if (this.#isNewWorld) this.#framing.begin(this.#look.camera, this.#look.keepsView ?? false);
    this.#isNewWorld = false;
    if (this.#selected) {
      this.#step.copy(this.#selectedCentre).negate();
      this.#readCentre(this.#selected.slot);
      if (this.follows) this.camera.shift(this.#step.add(this.#selectedCentre));
    }
    this.hands.follow();
    this.invalidate();
  }

  select(body: BodyInfo | null): void {
    this.#selected = body;
    this.#state = null;
    this.instruments?.painter.forgetScales();
    this.#holdSelected();
    this.invalidate();
  }

  setTheme(isDark: boolean, colors: MarkColors): void {
    const theme = isDark ? darkTheme : lightTheme;
    this.stage.setTheme(theme);
    this.bodies.setTheme(isDark);
    this.#marks = { colors, halo: theme.halo };
    this.instruments?.setTheme(colors, theme.halo);
    this.figure.setTheme(isDark, colors);
    this.hands.setTheme(colors, theme.halo);
    this.#outline.setColor(theme.ink);
    this.#links.setColor(theme.ink);
    this.invalidate();
  }

  /** Size in CSS pixels, and what panels cover of it. */
  resize(width: number, height: number, insets: Insets): void {
    this.#size.set(width, height);
    this.stage.resize(width, height, this.resolution.pixelRatio);
    this.camera.resize(width, height, insets);
    this.resolution.restart();
    this.invalidate();
  }

  attach(instruments: InstrumentOverlay): void {
    this.instruments = instruments;
    if (this.#marks) instruments.setTheme(this.#marks.colors, this.#marks.halo);
    this.invalidate();
  }

  /** Another run of the scene, to be drawn beside this one; whoever asks disposes of it. */
  addGhost(info: WorldInfo, color: string): Ghost {
    return new Ghost(this.stage.scene, info, color);
  }

  /** Draws a ghost so many metres to the right of its place. */
  setAside(ghost: Ghost, distance: number): void {
    this.#step.setFromMatrixColumn(this.camera.camera.matrixWorld, 0).setY(0).normalize();
    ghost.setOffset(this.#step.multiplyScalar(distance));
    this.invalidate();
  }

  /** The first view of the scene. */
  goHome(): void {
    this.#framing.goHome();
    this.invalidate();
  }

  /** The scene starts again: a camera that went along with the bodies goes back with them. */
  goBack(): void {
    if (this.#framing.goBack()) this.invalidate();
  }

  invalidate(): void {
    this.#isStale = true;
  }

  /** Draws when something changed; `now` in ms as requestAnimationFrame gives it. True when it drew. */
  draw(now: number): boolean {
    const elapsed = now - this.#lastDraw;
    if (this.camera.update(Math.min(0.1, elapsed / 1000))) this.#isStale = true;
    if (!this.#isStale || !this.#hasPoses || this.#size.x === 0) {
      this.resolution.restart();
      return false;
    }
    this.#lastDraw = now;
    if (this.resolution.note(elapsed)) this.stage.resize(this.#size.x, this.#size.y, this.resolution.pixelRatio);
    this.#isStale = this.hands.update(now, this.#size.x, this.#size.y);
    this.#updateOverlays();
    if (!this.stage.ground.hasFloor) this.stage.ground.goAlong(this.camera.target);
    this.stage.draw(this.camera.camera);
    return true;
  }

  dispose(): void {
    this.hands.dispose();
    this.figure.dispose();
    this.names.dispose();
    this.instruments?.dispose();
    this.#outline.dispose();
    this.#links.dispose();
    this.bodies.dispose();
    this.stage.dispose();
  }

  #updateOverlays(): void {
    this.#outline.update();
    const poses = this.bodies.poses.values;
    this.#links.write(poses);
    this.names.show({ camera: this.camera.camera, poses, width: this.#size.x, height: this.#size.y, radius: this.#radiusOf, metresPerPixel: this.#metresPerPixel });
    if (!this.instruments) return;
    const state = this.#state?.id === this.#selected?.id ? this.#state : null;
    if (state || this.#details) {
      this.instruments.show({
        selected: this.#selected, state, details: this.#details, bodies: this.#movers, stepsPerSecond: this.#stepsPerSecond, step: this.#shownStep,
        poses, radius: this.#radiusOf, metresPerPixel: this.#metresPerPixel, pixelRatio: this.resolution.pixelRatio,
      });
    } else this.instruments.hide();
    this.instruments.placeLabels(this.camera.camera, this.#size.x, this.#size.y);
  }

  readonly #radiusOf = (slot: number): number => {
    let radius = this.#radii.get(slot);
    if (radius === undefined) this.#radii.set(slot, (radius = this.bodies.radius(slot)));
    return radius;
  };

  readonly #metresPerPixel = (place: Vector3): number => this.camera.metresPerPixel(place);

  #holdSelected(): void {
    const body = this.#selected;
    this.#outline.hold(body ? this.bodies.matricesOf(body.slot) : []);
    if (body) this.#readCentre(body.slot);
  }

  #readCentre(slot: number): void {
    this.#selectedCentre.fromArray(this.bodies.poses.values, slot * floatsPerPose);
  }
}
