// Keeps the address a link to what one sees: after each push, edit, step, pause and change of the view it is written again, and every other second
// while time runs. Where the page is left before that, the run is kept for a reload (left-run.ts). What makes links loads with the first touch.
import { causeOf } from '../simulation/problems';
import { maximumStepsPerRequest } from '../simulation/protocol';
import type { ViewParts } from './link-view';
import type { SceneOpener } from './scene-opener';
import { kLongestAddress, replaceLink } from './url-state';

const kQuiet = 500; // ms without another change; WebKit takes 100 changes of the address in 30 s
const kWhilePlaying = 2000; // ms

export class AddressKeeper {
  readonly #parts: ViewParts;
  readonly #scenes: SceneOpener;
  readonly #signal: AbortSignal;
  #timer = 0;
  #isTold = false; // that a run is too long
  #isFailing = false;
  #isPrepared = false;
  #changes = 0;
  #written = { changes: 0, step: 0 }; // what the address says

  constructor(parts: ViewParts, scenes: SceneOpener, signal: AbortSignal) {
    this.#parts = parts;
    this.#scenes = scenes;
    this.#signal = signal;
    const { figure, panels } = parts;
    const changed = (): void => this.#later();
    const { actions, aids, selection, marks, time, simulation, viewer } = figure;
    for (const event of [
      actions.played,
      actions.stepped,
      actions.restarted,
      actions.travelled,
      actions.exchanged,
      time.rates,
      marks.switched,
      marks.widened,
      marks.aboutPoints,
      aids.switched,
      panels.shown,
    ])
      (event as { on(listener: () => void): unknown }).on(changed);
    figure.revised.on(() => {
      if (location.hash !== '') replaceLink(null); // it is about the scene before, and would come back with this entry of the history
      changed();
    });
    selection.changed.on(({ isChosen }) => isChosen && changed());
    simulation.onAccepted(changed);
    viewer?.camera.zoomed.on(changed);
    for (const name of ['pointerup', 'keyup'] as const) window.addEventListener(name, () => this.#afterView(), { signal });
    for (const event of [scenes.opened, scenes.settled]) (event as { on(listener: () => void): unknown }).on(() => this.#forget());
    scenes.elsewhere.on(changed);
    for (const name of ['pointerdown', 'keydown'] as const) window.addEventListener(name, () => this.#prepare(), { signal, once: true });
    const clock = window.setInterval(() => this.#whilePlaying(), kWhilePlaying);
    signal.addEventListener('abort', () => {
      this.#forget();
      window.clearInterval(clock);
    });
  }

  // A link is run from step 0, and no farther than the limit.
  #whilePlaying(): void {
    const { frame } = this.#parts.figure.simulation;
    if (frame?.playing && frame.step <= maximumStepsPerRequest && document.visibilityState === 'visible') void this.write();
  }

  // What comes here as the address says it is not kept beside it.
  #forget(): void {
    window.clearTimeout(this.#timer);
    this.#written = { changes: this.#changes, step: this.#step };
  }

  get #step(): number {
    return this.#parts.figure.simulation.run.step;
  }

  /** The address does not say yet what one sees. */
  get isBehind(): boolean {
    return !this.#scenes.isOpening && (this.#written.changes !== this.#changes || this.#written.step !== this.#step);
  }

  // Loads what keeps the run for a reload; again after a network came back.
  #prepare(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    import('./left-run').then(
      ({ keepWhenLeft }) => keepWhenLeft(this.#parts, this.#scenes, this, this.#signal),
      () => (this.#isPrepared = false),
    );
  }

  #later(): void {
    this.#changes += 1;
    this.#prepare();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.write(), kQuiet);
  }

  // The camera may have been moved.
  #afterView(): void {
    const { viewer, simulation } = this.#parts.figure;
    if (viewer && simulation.scene !== undefined && !viewer.camera.isHome) this.#later();
  }

  async write(): Promise<void> {
    const { present } = this.#scenes;
    if (!present || this.#scenes.isOpening) return;
    this.#prepare();
    const changes = this.#changes;
    try {
      const { presentLink } = await import('./present-link');
      const { text, link, isPlain } = await presentLink(this.#parts, present);
      if (present.text !== this.#scenes.present?.text || this.#scenes.isOpening || changes !== this.#changes) return;
      this.#written = { changes, step: link.step };
      if (this.#isFailing) this.#parts.figure.notices.clear('storage');
      this.#isFailing = false;
      if (replaceLink(isPlain ? null : text) || this.#isTold) return;
      this.#isTold = true;
      this.#report(`it is too long (${kLongestAddress} characters)`);
    } catch (error) {
      replaceLink(null);
      if (!this.#isFailing) this.#report(causeOf(error));
      this.#isFailing = true;
    }
  }

  #report(why: string): void {
    const text = `This run has no address: ${why}. A reload brings it back in this tab, and “Share” gives it as a file.`;
    this.#parts.figure.notices.show('storage', { tone: 'calm', text });
  }
}
