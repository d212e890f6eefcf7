// What a figure shows beside the bodies and their marks when a scene or a person asks for it: energy as bars, graph paper. Each loads when it is
// first switched on.
import { part } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import type { Frame } from '../simulation/protocol';
import type { Viewer } from '../viewer/viewer';
import { translatorOf } from '../words/translate';
import type { EnergyBars } from './energy-bars';

export const aidNames = ['energyBars', 'graphPaper'] as const;
export type AidName = (typeof aidNames)[number];

export class PictureAids {
  readonly switched = new Emitter<{ readonly name: AidName; readonly isOn: boolean }>();
  readonly #root: Element;
  readonly #viewer: Viewer | null;
  readonly #isOn = new Set<AidName>();
  #bars: EnergyBars | null = null;

  constructor(root: Element, viewer: Viewer | null) {
    this.#root = root;
    this.#viewer = viewer;
  }

  isOn(name: AidName): boolean {
    return this.#isOn.has(name);
  }

  toggle(name: AidName, isOn: boolean): void {
    if (this.#isOn.has(name) === isOn) return;
    if (isOn) this.#isOn.add(name);
    else this.#isOn.delete(name);
    this.switched.emit({ name, isOn });
    void this.#show(name);
  }

  /** Another scene, or the same from its start: bars have another scale. */
  restart(): void {
    this.#bars?.restart();
  }

  showFrame(frame: Frame): void {
    if (this.isOn('energyBars')) this.#bars?.show(frame.measures, this.#viewer?.camera.freeArea ?? null);
  }

  async #show(name: AidName): Promise<void> {
    const viewer = this.#viewer;
    if (name === 'energyBars') {
      if (!this.#bars && this.isOn(name)) {
        const { EnergyBars: Bars } = await import('./energy-bars');
        this.#bars ??= new Bars(part(this.#root, 'stage'), translatorOf(this.#root));
      }
      if (this.#bars) this.#bars.isShown = this.isOn(name);
    } else if (viewer) {
      if (!viewer.paper && this.isOn(name)) {
        const { GraphPaper } = await import('../viewer/graph-paper');
        viewer.paper ??= new GraphPaper(viewer.stage.scene, viewer.camera, part(this.#root, 'labels'));
      }
      viewer.isFlat = this.isOn(name);
    }
  }
}
