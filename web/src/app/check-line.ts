// The numbers to check, below the heading: live, each beside its target, a button that opens the instrument behind it. It loads with the
// first scene that has some.
import checks from '../../checks.json';
import { find, make, setText } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { CheckReader, instrumentOf, plotOfJoints, textOf, type Reading } from '../instruments/check-reading';
import { observeSize } from '../instruments/observe-size';
import type { BodyInfo, Frame, Vector } from '../simulation/protocol';
import type { Laboratory } from './laboratory';
import type { Panels } from './panels';

const kReadMilliseconds = 100;
const all = checks as unknown as Readonly<Record<string, readonly Reading[]>>;

type Line = { readonly reader: CheckReader; readonly button: HTMLElement; isMissed: boolean };

export class CheckLine {
  readonly #figure: Figure;
  readonly #panels: Panels;
  readonly #laboratory: Laboratory;
  readonly #place = find('check');
  #lines: readonly Line[] = [];
  #lastRead = 0;

  constructor(figure: Figure, panels: Panels, laboratory: Laboratory) {
    this.#figure = figure;
    this.#panels = panels;
    this.#laboratory = laboratory;
    figure.shown.on((frame) => this.#show(frame));
    figure.actions.restarted.on(() => this.#lines.forEach(({ reader }) => reader.restart()));
    // Numbers become longer, and the heading higher with them: it stays so, for the picture does not go up and down with each of them.
    observeSize(this.#place, () => {
      this.#place.style.minHeight = `${this.#place.offsetHeight}px`;
      panels.changed.emit();
    });
  }

  /** Those of a scene of the list. */
  open(id: string): void {
    // It runs by the time this has loaded.
    const startOf = ({ entry }: BodyInfo): Vector | undefined =>
      (this.#figure.simulation.scene as { bodies: readonly { position?: Vector }[] }).bodies[entry]?.position;
    this.#lines = (all[id] ?? []).map((reading) => {
      const button = make('button', { type: 'button', class: 'check-reading', title: 'Show more of it' });
      const line: Line = { reader: new CheckReader(reading, startOf, this.#figure.peaks), button, isMissed: false };
      button.addEventListener('click', () => void (line.isMissed ? this.#goTo(reading.at!) : this.#showBehind(reading)));
      return line;
    });
    this.#place.replaceChildren(...this.#lines.map(({ button }) => button));
    this.#figure.watches.set('check', {
      details: this.#lines.length > 0,
      jointStates: this.#lines.some(({ reader }) => reader.reading.joints),
      moments: this.#lines.flatMap(({ reader }) => reader.reading.at ?? []),
    });
    this.#lastRead = 0;
    this.#figure.wake(); // the newest frame may be one of the scene before
  }

  close(): void {
    this.#lines = [];
    this.#place.style.minHeight = '';
    this.#figure.watches.set('check', {});
  }

  // The first step that is not before the moment.
  #goTo(seconds: number): Promise<void> {
    const { actions, simulation } = this.#figure;
    return actions.seek(Math.ceil(seconds * simulation.info!.stepsPerSecond - 1e-6));
  }

  // What is behind a number: a plot of it, the page of impacts, or the numbers of its body.
  async #showBehind(reading: Reading): Promise<void> {
    const { selection, simulation } = this.#figure;
    const instrument = instrumentOf(reading);
    const ofJoint = plotOfJoints[reading.quantity];
    const ids = (reading.bodies ?? []).flatMap((name) => simulation.info?.bodies.find((body) => body.name === name)?.id ?? []);
    if (ofJoint) {
      for (const name of reading.joints ?? []) await this.#laboratory.plotOfJoint(ofJoint, simulation.info?.jointNames.indexOf(name) ?? -1);
    } else if (instrument === 'numbers') {
      if (ids[0] !== undefined) selection.select(ids[0]);
      this.#panels.open('numbers', false);
    } else if (instrument === 'collision') {
      this.#panels.open('lab', false);
      await this.#laboratory.open('collision');
    } else if (ids.length === 0) await this.#laboratory.plot(instrument);
    else for (const id of ids) await this.#laboratory.plot(instrument, id);
  }

  // Every frame counts for what happens at a moment; people read ten times a second.
  #show(frame: Frame): void {
    const { info } = this.#figure.simulation;
    if (!info || this.#lines.length === 0) return;
    const now = performance.now();
    const isDue = !frame.playing || now - this.#lastRead >= kReadMilliseconds;
    const isFirst = this.#lastRead === 0;
    if (isDue) this.#lastRead = now;
    for (const line of this.#lines) {
      const { reader, button } = line;
      const read = reader.read(frame, info);
      line.isMissed = read.isMissed;
      if (!isDue) continue;
      setText(button, textOf(reader.reading, read));
      button.toggleAttribute('data-right', read.isRight === true);
    }
    if (isFirst) this.#panels.changed.emit(); // the heading is higher with its numbers
  }
}
