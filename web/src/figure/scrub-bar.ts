// The bar on which time is dragged: the run as far as it was seen, the present in it, marks of what was done and of impacts. Beyond the end it leads
// into what was not seen yet. Its length is a round number of seconds that grows when time reaches its end, so that the present moves evenly.
import { make, part } from '../dom/elements';
import { formatFixed } from '../instruments/number-format';
import { Emitter } from '../simulation/emitter';
import { translatorOf, type Translate } from '../words/translate';
import type { RunMark, ImpactPeaks } from './run-marks';

/** The run as the bar shows it; times in s. */
export type ShownRun = {
  readonly step: number;
  readonly end: number;
  readonly secondsAt: (step: number) => number;
  readonly stepAt: (seconds: number) => number;
};

const kLengths = [10, 20, 30, 60, 120, 180, 300, 600, 1200, 1800, 3600];
const kSnap = 6; // px: a mark so near is meant
const kImpactParts = 160;
const kWeakest = 0.05; // of the strongest impact
const kMostMarks = 200;
const kPage = 1; // s
const kMarkMilliseconds = 400; // between drawings of the marks while time runs

export class ScrubBar {
  /** A person has hold of it, or not any more. */
  readonly held = new Emitter<boolean>();
  /** A step to go to. */
  readonly sought = new Emitter<number>();
  readonly #slider: HTMLElement;
  readonly #marks: HTMLElement;
  readonly #impactPeaks: Element;
  readonly #tip: HTMLElement;
  readonly #translate: Translate;
  #run: ShownRun = { step: 0, end: 0, secondsAt: (step) => step / 60, stepAt: (seconds) => Math.round(seconds * 60) };
  #list: readonly RunMark[] = [];
  #length = kLengths[0]!; // s
  #held: number | null = null; // the step under the pointer
  #drawn = { version: -1, length: 0, list: null as readonly RunMark[] | null, at: 0 };

  constructor(root: Element, signal: AbortSignal) {
    this.#slider = part(root, 'scrub');
    this.#marks = part(root, 'scrub-marks');
    this.#impactPeaks = part(root, 'scrub-impacts');
    this.#tip = part(root, 'scrub-tip');
    this.#translate = translatorOf(root);
    const listen = <Type extends keyof HTMLElementEventMap>(type: Type, act: (event: HTMLElementEventMap[Type]) => void): void =>
      this.#slider.addEventListener(type, act, { signal });
    listen('pointerdown', (event) => this.#grab(event));
    listen('pointermove', (event) => this.#move(event));
    for (const type of ['pointerup', 'pointercancel'] as const) listen(type, () => this.#release());
    listen('pointerleave', () => (this.#tip.hidden = true));
    listen('keydown', (event) => this.#key(event));
  }

  /** The present moved; `marks` is another list only where something else was done. */
  show(run: ShownRun, marks: readonly RunMark[], impactPeaks: ImpactPeaks, now: number): void {
    this.#run = run;
    this.#list = marks;
    const end = run.secondsAt(Math.max(run.end, run.step));
    const wanted = kLengths.find((length) => end < length) ?? Math.ceil((end + 1) / 3600) * 3600;
    if (wanted > this.#length || this.#held === null) this.#length = wanted;
    this.#showPlace();
    const { version, length, list, at } = this.#drawn;
    const isOther = list !== marks || length !== this.#length;
    if (!isOther && (version === impactPeaks.version || now - at < kMarkMilliseconds)) return;
    this.#drawn = { version: impactPeaks.version, length: this.#length, list: marks, at: now };
    if (isOther) this.#drawMarks();
    this.#drawImpacts(impactPeaks);
  }

  /** Where it stands, in words. */
  get text(): string {
    return this.#slider.ariaValueText!; // the markup has one
  }

  #showPlace(): void {
    const { secondsAt, end } = this.#run;
    const step = this.#held ?? this.#run.step;
    const seconds = secondsAt(step);
    const { style } = this.#slider;
    style.setProperty('--at', String(Math.min(1, seconds / this.#length)));
    style.setProperty('--seen', String(Math.min(1, secondsAt(end) / this.#length)));
    this.#slider.setAttribute('aria-valuemax', String(Math.max(end, step)));
    this.#slider.setAttribute('aria-valuenow', String(step));
    const [now, last] = [formatFixed(seconds, 2), formatFixed(secondsAt(end), 2)];
    this.#slider.setAttribute('aria-valuetext', this.#translate('{seconds} s of {end} s, step {step}', { seconds: now, end: last, step }));
  }

  #drawMarks(): void {
    const shown = this.#list.slice(-kMostMarks).map(({ step, until, label }) => {
      const mark = make('i', { class: 'scrub-mark', 'data-kind': label });
      const [from, to] = [this.#share(step), this.#share(until)];
      mark.style.setProperty('--from', String(from));
      mark.style.setProperty('--length', String(Math.max(0, to - from)));
      return mark;
    });
    this.#marks.replaceChildren(...shown);
  }

  #drawImpacts(impactPeaks: ImpactPeaks): void {
    const shares = impactPeaks.shares(kImpactParts, (step) => this.#share(step));
    const bars = shares.map((share, index) => (share < kWeakest ? '' : `M${index + 0.5} 1V${(1 - Math.sqrt(share)).toFixed(2)}`));
    this.#impactPeaks.setAttribute('d', bars.join(''));
  }

  #share(step: number): number {
    return this.#run.secondsAt(step) / this.#length;
  }

  // ---- input ----

  #stepAt(event: PointerEvent): { step: number; mark: RunMark | null; x: number } {
    const { left, width } = this.#slider.getBoundingClientRect();
    const x = Math.min(width, Math.max(0, event.clientX - left));
    const distance = ({ step }: RunMark): number => Math.abs(this.#share(step) * width - x);
    const mark = this.#list.reduce<RunMark | null>((best, one) => (distance(one) <= (best ? distance(best) : kSnap) ? one : best), null);
    return { step: mark?.step ?? this.#run.stepAt((x / width) * this.#length), mark, x };
  }

  #grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#slider.setPointerCapture(event.pointerId);
    this.#held = this.#run.step;
    this.held.emit(true);
    this.#move(event);
  }

  #move(event: PointerEvent): void {
    const { step, mark, x } = this.#stepAt(event);
    this.#tip.hidden = false;
    this.#tip.textContent = `${formatFixed(this.#run.secondsAt(step), 2)} s${mark ? ` · ${this.#translate(mark.label)}` : ''}`;
    this.#tip.style.setProperty('--x', `${x}px`);
    if (this.#held === null || this.#held === step) return;
    this.#held = step;
    this.#showPlace();
    this.sought.emit(step);
  }

  #release(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.held.emit(false);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { step, end, secondsAt, stepAt } = this.#run;
    const by = (seconds: number): number => stepAt(Math.max(0, secondsAt(step) + seconds));
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: step + 1,
      ArrowUp: step + 1,
      ArrowLeft: step - 1,
      ArrowDown: step - 1,
      PageUp: by(kPage),
      PageDown: by(-kPage),
      Home: 0,
      End: end,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.sought.emit(Math.max(0, target));
  }
}
