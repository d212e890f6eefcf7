// Brings a figure to what its scene shows when it opens: selected body, marks, camera, speed and controls.
import { part } from '../dom/elements';
import type { BodyInfo, Vector, WorldInfo } from '../simulation/protocol';
import type { ControlPanel } from './control-panel';
import type { Figure } from './figure';
import type { KeyPad } from './key-pad';
import { aidNames } from './picture-aids';
import type { BodyReference } from './scene-checks';
import type { SceneComparison } from './scene-comparison';
import type { Show } from './scene-show';
import type { SceneView } from './scene-view';

const kPlain: SceneView = { show: {}, controls: [], keys: [], hasLooks: false };

/** The body that a scene names, or null. */
export function bodyOf(reference: BodyReference | undefined, { bodies }: WorldInfo): BodyInfo | null {
  if (reference === undefined) return null;
  return (typeof reference === 'number' ? bodies[reference] : bodies.find(({ name }) => name === reference)) ?? null;
}

// What a scene says to the page beside the camera and the colours.
function saysSomething(scene: object): boolean {
  const { bodies, commands } = scene as { readonly bodies?: unknown; readonly commands?: unknown };
  type Loose = { readonly look?: unknown; readonly body?: Loose } | null | undefined;
  const hasLook = (list: unknown): boolean =>
    Array.isArray(list) && list.some((one: Loose) => (one?.look ?? one?.body?.look) !== undefined);
  return 'show' in scene || 'controls' in scene || 'keys' in scene || hasLook(bodies) || hasLook(commands);
}

/** What reads the view of a scene: nearly every scene asks for it. */
export const fetchReader = async (): Promise<(scene: object) => SceneView> => (await import('./scene-view')).readView;

export class OpeningView {
  readonly #figure: Figure;
  readonly #root: Element;
  readonly #views = new WeakMap<object, SceneView>(); // of the scenes that were read
  #panel: ControlPanel | null = null;
  #pad: KeyPad | null = null;
  #comparison: SceneComparison | null = null;
  #open = kPlain;
  #rate: number | null = null; // that the scene before asked for

  constructor(figure: Figure, root: Element) {
    this.#figure = figure;
    this.#root = root;
  }

  /** What the scene on display shows when it opens. */
  get show(): Show {
    return this.#open.show;
  }

  /** A letter or an arrow key went down or up. True when it is a key of a joint or a control. */
  key(key: string, isDown: boolean): boolean {
    return (this.#pad?.key(key, isDown) || this.#panel?.key(key, isDown)) ?? false;
  }

  /** The page has lost the keyboard. */
  releaseKeys(): void {
    this.#panel?.releaseKeys();
    this.#pad?.release();
  }

  /** Reads what a scene says to the figure. Rejects with the sentence of a refusal. */
  async read(scene: unknown): Promise<void> {
    if (typeof scene !== 'object' || scene === null || !saysSomething(scene)) return;
    const readView = await fetchReader();
    const view = readView(scene);
    this.#views.set(scene, view);
    const { viewer } = this.#figure;
    if (view.hasLooks && viewer) viewer.bodies.figureMaker = await import('../viewer/figures');
  }

  /** A scene that was read is on display: a new one, or an edited one. An edit that leaves `show` alone leaves the view alone. */
  open(scene: unknown, info: WorldInfo, isNew: boolean): void {
    const [before, view] = [this.#open, this.#views.get(scene as object) ?? kPlain];
    // What stays is the same object still, so that what is loading for it comes.
    const kept = <Key extends keyof SceneView>(key: Key): SceneView[Key] =>
      JSON.stringify(view[key]) === JSON.stringify(before[key]) ? before[key] : view[key];
    const { show, controls, keys } = (this.#open = { ...view, show: kept('show'), controls: kept('controls'), keys: kept('keys') });
    const [isOtherPanel, isOtherPad] = [isNew || controls !== before.controls, isNew || keys !== before.keys];
    if (isNew || show !== before.show) this.#show(show, info);
    if (isOtherPanel) void this.#openControls(controls);
    else this.#panel?.update(scene);
    if (isOtherPanel || isOtherPad) void this.#openKeys(keys, controls);
  }

  #show(show: Show, info: WorldInfo): void {
    const { viewer, selection, marks, aids } = this.#figure;
    const body = bodyOf(show.body, info);
    const centre = body?.centerOfMass;
    const point = show.point && centre ? (show.point.map((part, axis) => part - centre[axis]!) as unknown as Vector) : null;
    selection.show(body, point);
    marks.showOnly(show.marks ?? null, show.allBodies ?? false);
    const { joints, jointReadouts = [] } = show;
    aids.jointChoice = { only: Array.isArray(joints) ? joints : null, readouts: jointReadouts };
    for (const name of aidNames) aids.toggle(name, Boolean(show[name]));
    marks.about = show.about ?? [0, 0, 0];
    if (viewer) viewer.follows = show.follow ?? false;
    this.#setRate(show.rate ?? null);
    void this.#compare(show);
  }

  // A person's own speed stays from scene to scene; that of a scene goes with it.
  #setRate(wanted: number | null): void {
    const { time } = this.#figure;
    if (wanted !== null) time.setRate(wanted);
    else if (this.#rate !== null && time.rate === this.#rate) time.setRate(1);
    this.#rate = wanted;
  }

  async #compare(show: Show): Promise<void> {
    const schemes = show.compare ?? [];
    if (schemes.length > 0 && !this.#comparison) {
      const { SceneComparison: Comparison } = await import('./scene-comparison');
      this.#comparison ??= new Comparison(this.#figure, part(this.#root, 'stage'));
    }
    if (show === this.#open.show) await this.#comparison?.open(schemes);
  }

  #makePad(Pad: typeof KeyPad): KeyPad {
    const { actions, shown, translate, viewer } = this.#figure;
    const pad = new Pad(
      part(this.#root, 'stage'),
      translate,
      (command) => actions.command(command),
      (key, isDown) => this.#panel?.key(key, isDown),
    );
    if (viewer) shown.on(() => pad.place(viewer.camera.freeArea));
    return pad;
  }

  async #openKeys(keys: SceneView['keys'], controls: SceneView['controls']): Promise<void> {
    const ofControls = controls.some((control) => (control.kind === 'button' ? control.key !== null : control.keys.size > 0));
    if ((keys.length > 0 || ofControls) && !this.#pad) {
      const { KeyPad: Pad } = await import('./key-pad');
      this.#pad ??= this.#makePad(Pad);
    }
    if (keys === this.#open.keys && controls === this.#open.controls) this.#pad?.open(keys, controls);
  }

  async #openControls(controls: SceneView['controls']): Promise<void> {
    if (controls.length > 0 && !this.#panel) {
      const { ControlPanel: Panel } = await import('./control-panel');
      this.#panel ??= new Panel(this.#figure, part(this.#root, 'controls'));
    }
    if (controls === this.#open.controls) this.#panel?.open(controls, this.#figure.simulation.scene);
  }
}
