// What a figure shows beside the bodies and their marks when a scene or a person asks for it: energy as bars, graph paper, joints. Each loads when it
// is first switched on.
import { part } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import type { Frame } from '../simulation/protocol';
import type { JointMarks, JointReadout } from '../viewer/joint-marks';
import type { Viewer } from '../viewer/viewer';
import { translatorOf } from '../words/translate';
import type { EnergyBars } from './energy-bars';
import type { createJointMarks } from './joint-view';
import type { WatchRequests } from './watch-requests';

export const aidNames = ['energyBars', 'graphPaper', 'joints'] as const;
export type AidName = (typeof aidNames)[number];

/** Joints as a scene names them (null: all), and the values beside them. */
export type JointChoice = { readonly only: readonly (string | number)[] | null; readonly readouts: readonly JointReadout[] };

/** What makes the marks of joints. */
export const fetchJointMarks = async (): Promise<typeof createJointMarks> => (await import('./joint-view')).createJointMarks;

export class PictureAids {
  readonly switched = new Emitter<{ readonly name: AidName; readonly isOn: boolean }>();
  /** Something came over the picture, or went. */
  readonly covered = new Emitter<void>();
  readonly #root: Element;
  readonly #viewer: Viewer | null;
  readonly #isOn = new Set<AidName>();
  readonly #watches: WatchRequests;
  #bars: EnergyBars | null = null;
  #joints: JointMarks | null = null;
  #jointChoice: JointChoice = { only: null, readouts: [] };

  constructor(root: Element, viewer: Viewer | null, watches: WatchRequests) {
    this.#root = root;
    this.#viewer = viewer;
    this.#watches = watches;
  }

  get jointChoice(): JointChoice {
    return this.#jointChoice;
  }

  /** Which joints are drawn while they are shown, and with which values. */
  set jointChoice(choice: JointChoice) {
    this.#jointChoice = choice;
    this.#chooseJoints();
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
    if (this.isOn('energyBars')) this.#bars?.show(frame.measures);
  }

  async #show(name: AidName): Promise<void> {
    const viewer = this.#viewer;
    if (name === 'energyBars') {
      if (!this.#bars && this.isOn(name)) {
        const { EnergyBars: Bars } = await import('./energy-bars');
        this.#bars ??= new Bars(part(this.#root, 'stage'), translatorOf(this.#root));
      }
      if (this.#bars) this.#bars.isShown = this.isOn(name);
      this.covered.emit();
    } else if (name === 'joints') await this.#showJoints();
    else if (viewer) {
      if (!viewer.paper && this.isOn(name)) {
        const { GraphPaper } = await import('../viewer/graph-paper');
        viewer.paper ??= new GraphPaper(viewer.stage.scene, viewer.camera, part(this.#root, 'labels'));
      }
      viewer.isFlat = this.isOn(name);
    }
  }

  async #showJoints(): Promise<void> {
    const viewer = this.#viewer;
    if (!viewer) return;
    this.#watches.set('joints', { jointStates: this.isOn('joints') });
    if (!this.#joints && this.isOn('joints')) {
      const create = await fetchJointMarks();
      this.#joints ??= create(this.#root, viewer);
      this.#chooseJoints();
    }
    if (this.#joints) viewer.showJoints(this.isOn('joints') ? this.#joints : null);
  }

  #chooseJoints(): void {
    if (!this.#joints) return;
    this.#joints.only = this.#jointChoice.only;
    this.#joints.readouts = new Set(this.#jointChoice.readouts);
    this.#viewer?.invalidate();
  }
}
