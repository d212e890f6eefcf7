// The overlays of the bodies: springs and beams, names, and once they are loaded the marks of the instruments and the outline of the
// selected body.
import type { Vector3, Scene } from 'three';
import type { BodyInfo, Frame, WorldInfo } from '../simulation/protocol';
import type { BodyInstances } from './body-instances';
import { BodyNames } from './body-names';
import type { InstrumentOverlay } from './instrument-overlay';
import { Links, type Link } from './links';
import type { OrbitCamera } from './orbit-camera';
import type { MarkColors } from './readouts';

const kArrowShare = 0.45; // of the free part of the stage: from its middle an arrow does not leave it

export class Overlays {
  readonly names: BodyNames;
  /** Null until the instruments are loaded. */
  instruments: InstrumentOverlay | null = null;
  readonly #bodies: BodyInstances;
  readonly #camera: OrbitCamera;
  readonly #links: Links;
  #marks: { readonly colors: MarkColors; readonly halo: string } | null = null;
  #selected: BodyInfo | null = null;
  #state: Frame['state'] = null;
  #details: Frame['details'] = null;
  #step = 0;
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
    this.names.setWorld(info);
    this.#movers = info.bodies.filter((body) => body.type !== 'static');
    this.#radii.clear();
    this.#stepsPerSecond = info.stepsPerSecond;
    this.#details = null; // of the bodies before
    this.#hold(this.#selected);
  }

  setFrame(frame: Frame): void {
    this.#state = frame.state;
    this.#details = frame.details;
    this.#step = frame.step;
    this.#links.show();
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
    this.#links.setColor(ink);
  }

  attach(instruments: InstrumentOverlay): void {
    this.instruments = instruments;
    if (this.#marks) instruments.setTheme(this.#marks.colors, this.#marks.halo);
    this.#hold(this.#selected);
  }

  /** For the next picture. */
  update(pixelRatio: number): void {
    const poses = this.#bodies.poses.values;
    this.#links.write(poses);
    this.names.show({ camera: this.#camera, poses, radius: this.#radiusOf });
    if (!this.instruments) return;
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
        poses,
        radius: this.#radiusOf,
        room: kArrowShare * Math.min(this.#camera.freeWidth, this.#camera.freeHeight),
        metresPerPixel: this.#metresPerPixel,
        pixelRatio,
      });
    } else this.instruments.hide();
    this.instruments.placeLabels(this.#camera);
  }

  dispose(): void {
    this.names.dispose();
    this.instruments?.dispose();
    this.#links.dispose();
  }

  #hold(body: BodyInfo | null): void {
    this.instruments?.outline.hold(body ? this.#bodies.partsOf(body.slot) : []);
  }

  readonly #radiusOf = (slot: number): number => {
    let radius = this.#radii.get(slot);
    if (radius === undefined) this.#radii.set(slot, (radius = this.#bodies.radius(slot)));
    return radius;
  };

  readonly #metresPerPixel = (place: Vector3): number => this.#camera.metresPerPixel(place);
}
