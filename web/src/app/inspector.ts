// The panel of numbers: the selected body with its arrows' legend, and all bodies together. It reads ten times a second:
// faster than that nobody can, and digits stay still.
import { BodyReadout, bodyName } from '../instruments/body-readout';
import { formatOnce } from '../instruments/number-format';
import { quantities } from '../instruments/quantities';
import { WorldReadout } from '../instruments/world-readout';
import type { BodyInfo, Frame } from '../simulation/protocol';
import { shownQuantities, type ShownQuantity } from '../viewer/readouts';
import { find, make, setText } from './elements';

const kReadMilliseconds = 100;

export type InspectorActions = {
  readonly next: (by: 1 | -1) => void;
  readonly follow: (follows: boolean) => void;
  readonly showArrow: (name: ShownQuantity, isShown: boolean) => void;
};

export class Inspector {
  readonly #name = find('body-name');
  readonly #about = find('body-about');
  readonly #details = find('body-details');
  readonly #body = new BodyReadout(find('body-rows'), this.#about);
  readonly #world = new WorldReadout(find('world-rows'), find('world-counts'));
  readonly #scales = new Map<ShownQuantity, HTMLElement>();
  readonly #emptyText = this.#about.textContent ?? '';
  #lastRead = 0;
  #lastStep = -1;

  constructor(actions: InspectorActions, signal: AbortSignal) {
    find('body-previous').addEventListener('click', () => actions.next(-1), { signal });
    find('body-next').addEventListener('click', () => actions.next(1), { signal });
    const follow = find<HTMLInputElement>('follow');
    follow.addEventListener('change', () => actions.follow(follow.checked), { signal });
    for (const name of shownQuantities) this.#addLegend(name, actions, signal);
  }

  select(body: BodyInfo | null): void {
    this.#details.hidden = body === null;
    setText(this.#name, body ? bodyName(body) : 'No body selected');
    if (body) this.#body.describe(body);
    else setText(this.#about, this.#emptyText);
    this.#lastRead = 0;
  }

  /** How much of a quantity one metre of its arrow stands for. */
  showScale(name: ShownQuantity, perMetre: number): void {
    const scale = this.#scales.get(name);
    if (scale) setText(scale, `1 m ≙ ${formatOnce(perMetre).replace(/\.?0+$/, '')} ${quantities[name].unit}`);
  }

  showFrame(frame: Frame, now: number): void {
    if (frame.step === this.#lastStep && now - this.#lastRead < kReadMilliseconds * 5) return;
    if (frame.playing && now - this.#lastRead < kReadMilliseconds) return;
    this.#lastRead = now;
    this.#lastStep = frame.step;
    if (frame.state) this.#body.show(frame.state);
    this.#world.show(frame.measures, frame.report);
  }

  #addLegend(name: ShownQuantity, actions: InspectorActions, signal: AbortSignal): void {
    const { symbol, name: words, colorProperty, axial } = quantities[name];
    const box = make('input', { type: 'checkbox', checked: '' }) as HTMLInputElement;
    box.addEventListener('change', () => actions.showArrow(name, box.checked), { signal });
    const mark = make('i', { class: 'legend-symbol' }, axial ? '↠ ' : '→ ', symbol);
    mark.style.color = `var(${colorProperty})`;
    const scale = make('span', { class: 'legend-scale' });
    this.#scales.set(name, scale);
    find('legend').append(make('label', { class: 'legend-item' }, box, mark, make('span', { class: 'legend-words' }, words), scale));
  }
}
