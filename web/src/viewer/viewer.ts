// The viewer: draws the world of a simulation into a canvas. `draw` is called once per displayed frame and draws only
// when something changed. Pointer and keys stand in pointer-tools.ts.
import { Vector2, Vector3 } from 'three';
import { Emitter } from '../simulation/emitter';
import { poseLayout, shapeLayout } from '../simulation/layout';
import type { BodyInfo, Frame, WorldInfo } from '../simulation/protocol';
import { BodyInstances } from './body-instances';
import { Framing, type FirstView } from './framing';
import { Ghost } from './ghosts';
import { IllustrationPlace } from './illustration';
import type { GraphPaper } from './graph-paper';
import type { InstrumentOverlay } from './instrument-overlay';
import type { JointMarks } from './joint-marks';
import type { Link } from './links';
import type { BodyLook } from './look-names';
import { OrbitCamera, type Insets } from './orbit-camera';
import { Overlays } from './overlays';
import { PointerTools, type PointerToolsOptions } from './pointer-tools';
import type { MarkColors } from './readouts';
import { ownDrawing, type Drawing } from './renderer';
import { Resolution } from './resolution';
import { Stage } from './stage';
import { darkTheme, lightTheme } from './theme';

/** The part of a scene that concerns only the picture. */
export type SceneLook = {
  readonly camera?: FirstView;
  readonly looks: readonly BodyLook[]; // by entry of the scene
  readonly links?: readonly Link[]; // springs and beams
  readonly hasNames?: boolean; // names of bodies stand beside them
  readonly keepsView?: boolean; // the scene was changed a little: the camera stays where it is
};

export type ViewerOptions = PointerToolsOptions & {
  /** Without it the picture has a graphics context of its own. */
  readonly drawing?: Drawing | undefined;
};

// A world of one box of no size.
const oneBox: WorldInfo = {
  stepsPerSecond: 60,
  slotCount: 1,
  bodies: [],
  shapes: new Float32Array(shapeLayout.stride),
  geometries: [],
  jointNames: [],
  joints: new Float64Array(0),
};

export class Viewer {
  /** Null until it is loaded. */
  paper: GraphPaper | null = null;
  follows = false; // the camera goes along with the selected body
  readonly stage: Stage;
  readonly camera = new OrbitCamera();
  readonly bodies: BodyInstances;
  readonly pointerTools: PointerTools;
  readonly resolution = new Resolution();
  readonly #framing: Framing;
  /** Shown beside the bodies or in their place. */
  readonly illustration: IllustrationPlace;
  readonly #overlays: Overlays;
  readonly #selectedCentre = new Vector3();
  readonly #step = new Vector3();
  readonly #size = new Vector2();
  #look: SceneLook = { looks: [] };
  #info = oneBox;
  #selected: BodyInfo | null = null;
  #stepsPerSecond = 60;
  #isNewWorld = false; // its first poses have not come yet
  #hasPoses = false; // of any world: before that there is nothing to draw
  #theme = lightTheme;
  #isStale = true; // something must be drawn
  #lastDraw = 0;

  /** Something must be drawn. */
  readonly invalidated = new Emitter<void>();

  /** Throws where the browser gives no WebGL 2. */
  constructor(options: ViewerOptions) {
    this.stage = new Stage(options.drawing ?? ownDrawing(options.canvas));
    const { scene } = this.stage;
    this.bodies = new BodyInstances(scene, this.stage.softwareRendering);
    this.bodies.floors.on((floor) => {
      this.bodies.castShadows = floor !== null;
      if (this.#isNewWorld) this.#framing.place(floor); // it stays as it is when bodies come and go
    });
    this.illustration = new IllustrationPlace(scene, this.bodies);
    this.#overlays = new Overlays(scene, this.bodies, this.camera, options.labels);
    this.names.switched.on(() => this.invalidate());
    this.#framing = new Framing(this.bodies, this.camera, this.stage);
    this.pointerTools = new PointerTools(scene, this.bodies, this.camera, options, {
      selected: () => this.#selected,
      goHome: () => this.goHome(),
      stopFollowing: () => this.#framing.stopFollowing(),
      invalidate: () => this.invalidate(),
    });
  }

  get names(): Overlays['names'] {
    return this.#overlays.names;
  }

  /** Null until the instruments are loaded. */
  get instruments(): InstrumentOverlay | null {
    return this.#overlays.instruments;
  }

  /** Builds the program that draws bodies before there is a world: the engine starts meanwhile. */
  warmUp(): void {
    this.bodies.setWorld(oneBox, []);
    this.bodies.castShadows = false;
    this.stage.draw(this.camera.camera);
  }

  /** Springs and beams, of the bodies that came or went. */
  setLinks(links: readonly Link[]): void {
    this.#overlays.setLinks(links);
  }

  /** Another world, or (without a look) the same one whose bodies came or went. */
  setWorld(info: WorldInfo, look: SceneLook | null): void {
    this.pointerTools.letGo();
    if (look) {
      if (!look.keepsView || look.hasNames !== this.#look.hasNames) this.names.isOn = look.hasNames ?? false;
      this.#look = look;
      this.#overlays.setLinks(look.links ?? []);
      this.#isNewWorld = true;
    }
    this.#info = info;
    this.bodies.setWorld(info, this.#look.looks);
    this.illustration.setWorld(info);
    this.#overlays.setWorld(info);
    this.#stepsPerSecond = info.stepsPerSecond;
    if (this.#selected) this.#readCentre(this.#selected.slot);
    this.invalidate();
  }

  /** What commands say of the bodies that they added, by id. */
  dressAdded(looks: ReadonlyMap<number, BodyLook>): void {
    if (!this.bodies.dressAdded(looks)) this.setWorld(this.#info, null);
    this.invalidate();
  }

  /** Copies the poses of a frame; the frame may be reused afterwards. */
  showFrame(frame: Frame): void {
    this.bodies.showPoses(frame);
    this.#framing.measure();
    this.#hasPoses = true;
    this.#overlays.setFrame(frame);
    this.illustration.show(frame.seconds - (1 - frame.alpha) / this.#stepsPerSecond);
    this.stage.bodiesMoved();
    if (this.#isNewWorld) this.#framing.begin(this.#look.camera, this.#look.keepsView ?? false);
    const follows = this.follows && !this.#isNewWorld; // the way from a body of the world before means nothing
    this.#isNewWorld = false;
    if (this.#selected) {
      this.#step.copy(this.#selectedCentre).negate();
      this.#readCentre(this.#selected.slot);
      if (follows) this.camera.shift(this.#step.add(this.#selectedCentre));
    }
    this.pointerTools.updateGesture();
    this.invalidate();
  }

  select(body: BodyInfo | null): void {
    this.#selected = body;
    this.#overlays.select(body);
    if (body) this.#readCentre(body.slot);
    this.invalidate();
  }

  setTheme(isDark: boolean, colors: MarkColors): void {
    const theme = isDark ? darkTheme : lightTheme;
    this.#theme = theme;
    this.paper?.setTheme(theme.paper, theme.paperLine);
    this.stage.setTheme(theme);
    this.bodies.setTheme(isDark);
    this.#overlays.setTheme(colors, theme.halo, theme.ink);
    this.illustration.setTheme(isDark, colors);
    this.pointerTools.setTheme(colors, theme.halo);
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
    this.#overlays.attach(instruments);
    this.invalidate();
  }

  /** Shows joints, or (null) none any more. */
  showJoints(joints: JointMarks | null): void {
    this.#overlays.showJoints(joints);
    this.invalidate();
  }

  /** Another run of the scene, drawn beside this one; the caller disposes of it. */
  addGhost(info: WorldInfo, color: string): Ghost {
    return new Ghost(this.stage.scene, info, color);
  }

  /** Draws a ghost a distance (m) to the right of its place. */
  setAside(ghost: Ghost, distance: number): void {
    this.#step.setFromMatrixColumn(this.camera.camera.matrixWorld, 0).setY(0).normalize();
    ghost.setOffset(this.#step.multiplyScalar(distance));
    this.invalidate();
  }

  /** Shows the present world as another viewer shows it, in a picture of another size. */
  lookLike(other: Viewer): void {
    this.follows = other.follows;
    this.names.isOn = other.names.isOn;
    this.camera.lookLike(other.camera);
    this.#framing.followLike(other.#framing);
    this.invalidate();
  }

  /** Some of the moving bodies are in the picture (true), or none is. */
  get inView(): Emitter<boolean> {
    return this.#framing.inView;
  }

  /** Shows the moving bodies, and follows them. */
  bringBack(): void {
    this.#framing.bringBack();
    this.invalidate();
  }

  /** The first view of the scene. */
  goHome(): void {
    this.#framing.goHome();
    this.invalidate();
  }

  /** The scene starts again: a camera that followed the bodies goes back. */
  goBack(): void {
    if (this.#framing.goBack()) this.invalidate();
  }

  /** Looks along z, without perspective, onto graph paper in place of the ground, once that is loaded. */
  set isFlat(isFlat: boolean) {
    this.camera.isFlat = isFlat;
    this.stage.ground.isShown = !isFlat;
    if (this.paper) this.paper.isShown = isFlat;
    this.paper?.setTheme(this.#theme.paper, this.#theme.paperLine);
    this.invalidate();
  }

  invalidate(): void {
    this.#isStale = true;
    this.invalidated.emit();
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
    if (this.resolution.record(elapsed)) this.stage.resize(this.#size.x, this.#size.y, this.resolution.pixelRatio);
    this.#isStale = this.pointerTools.update(now);
    this.#overlays.update(this.resolution.pixelRatio);
    if (!this.stage.ground.hasFloor) this.stage.ground.goAlong(this.camera.target);
    this.paper?.update();
    this.stage.draw(this.camera.camera);
    this.#framing.look();
    return true;
  }

  /** Draws at once; false where nothing can be drawn yet. */
  redraw(): boolean {
    this.invalidate();
    return this.draw(performance.now());
  }

  /** The graphics context that was gone is there again. */
  contextRestored(): void {
    this.stage.contextRestored();
    this.invalidate();
  }

  dispose(): void {
    this.pointerTools.dispose();
    this.illustration.dispose();
    this.#overlays.dispose();
    this.bodies.dispose();
    this.stage.dispose();
  }

  #readCentre(slot: number): void {
    this.#selectedCentre.fromArray(this.bodies.poses.values, slot * poseLayout.stride + poseLayout.position);
  }
}
