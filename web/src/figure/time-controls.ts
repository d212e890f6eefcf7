// Play, pause, single step, speed, reset, and the time. Time is a whole number of steps; seconds are for reading.
import { part, setText } from '../dom/elements';
import { formatFixed } from '../instruments/number-format';
import { Emitter } from '../simulation/emitter';
import type { Frame } from '../simulation/protocol';
import { translatorOf, type Translate } from '../words/translate';
import { nextStop, rateFromSlider, rateText, sliderFromRate } from './speed-scale';

const kFramesInFlight = 2; // frames that may still hold the state from before a click

export class TimeControls {
  rate = 1;
  isPlaying = false;
  /** The step at which the scene is first seen. */
  firstStep = 0;
  /** A person plays (true) or pauses. */
  readonly played = new Emitter<boolean>();
  /** A single step forward or back. */
  readonly stepped = new Emitter<1 | -1>();
  readonly resets = new Emitter<void>();
  /** Undo (-1) or redo (1). */
  readonly exchanged = new Emitter<-1 | 1>();
  /** Another speed by a key, in words. */
  readonly quickened = new Emitter<string>();
  /** Simulated seconds per second. */
  readonly rates = new Emitter<number>();
  readonly #root: Element;
  readonly #bar: HTMLElement;
  readonly #play: HTMLButtonElement;
  readonly #bigPlay: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  readonly #speedReset: HTMLButtonElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #seconds: HTMLElement;
  readonly #steps: HTMLElement;
  readonly #translate: Translate;
  #distrust = 0; // number of frames whose `playing` is ignored
  #step = 0;

  constructor(root: Element, signal: AbortSignal) {
    this.#root = root;
    this.#translate = translatorOf(root);
    this.#bar = part(root, 'time');
    this.#play = part(root, 'play');
    this.#bigPlay = part(root, 'big-play');
    this.#slider = part(root, 'speed');
    this.#speedReset = part(root, 'speed-reset');
    this.#undo = part(root, 'undo');
    this.#redo = part(root, 'redo');
    this.#seconds = part(root, 'seconds');
    this.#steps = part(root, 'steps');
    this.#play.addEventListener('click', () => this.toggle(), { signal });
    this.#bigPlay.addEventListener(
      'click',
      () => {
        this.toggle();
        this.#play.focus({ preventScroll: true }); // the big button disappears under the pointer
      },
      { signal },
    );
    this.#press(part(root, 'step'), () => this.step(), signal);
    this.#press(part(root, 'step-back'), () => this.stepBack(), signal);
    const more = part(root, 'more');
    const showMore = (): void => {
      const isOpen = root.toggleAttribute('data-more'); // for what lies over the picture; WebKit sees no :has() of it there
      this.#bar.toggleAttribute('data-more', isOpen);
      more.setAttribute('aria-expanded', String(isOpen));
    };
    more.addEventListener('click', showMore, { signal });
    this.#press(part(root, 'reset'), () => this.resets.emit(), signal);
    this.#press(this.#undo, () => this.exchanged.emit(-1), signal);
    this.#press(this.#redo, () => this.exchanged.emit(1), signal);
    this.#press(this.#speedReset, () => this.setRate(1), signal);
    this.#slider.addEventListener('input', () => this.setRate(rateFromSlider(Number(this.#slider.value)), true), { signal });
    this.setRate(1);
    this.setPlaying(false);
  }

  /** Before there is one nothing can be played. */
  get hasScene(): boolean {
    return !this.#bar.inert;
  }

  set hasScene(hasScene: boolean) {
    this.#bar.inert = !hasScene;
  }

  toggle(): void {
    this.played.emit(!this.isPlaying);
    this.setPlaying(!this.isPlaying);
  }

  step(): void {
    this.stepped.emit(1);
    this.setPlaying(false);
  }

  stepBack(): void {
    this.stepped.emit(-1);
    this.setPlaying(false);
  }

  /** To the next stop; 0: to real time. */
  faster(by: 1 | 0 | -1): void {
    this.setRate(by === 0 ? 1 : nextStop(this.rate, by));
    this.quickened.emit(this.#slider.ariaValueText!); // setRate wrote it
  }

  setRate(rate: number, bySlider = false): void {
    this.rate = rate;
    this.rates.emit(rate);
    if (!bySlider) this.#slider.value = String(sliderFromRate(rate));
    this.#slider.setAttribute('aria-valuetext', this.#translate('{rate} of real time', { rate: rateText(rate) }));
    setText(this.#speedReset, rateText(rate));
    this.#speedReset.ariaLabel = this.#translate('{rate}, back to normal speed', { rate: rateText(rate) });
    this.#speedReset.toggleAttribute('data-changed', rate !== 1);
  }

  /** Shows the state that the page has just asked for; frames that were on their way do not change it. */
  setPlaying(isPlaying: boolean): void {
    this.#distrust = kFramesInFlight;
    this.#show(isPlaying);
  }

  /** What can be undone and redone, in a word; null: nothing. */
  showHistory(undoes: string | null, redoes: string | null): void {
    this.#undo.disabled = undoes === null;
    this.#redo.disabled = redoes === null;
    const translate = this.#translate;
    this.#undo.setAttribute('aria-label', undoes === null ? translate('Undo') : translate('Undo {what}', { what: translate(undoes) }));
    this.#redo.setAttribute('aria-label', redoes === null ? translate('Redo') : translate('Redo {what}', { what: translate(redoes) }));
  }

  showFrame(frame: Frame): void {
    if (this.#distrust > 0) this.#distrust -= 1;
    else if (frame.playing !== this.isPlaying) this.#show(frame.playing);
    if (frame.step === this.#step) return;
    this.#step = frame.step;
    setText(this.#seconds, formatFixed(frame.seconds, 2));
    setText(this.#steps, String(frame.step));
    this.#showBigPlay();
  }

  // After a click by hand the keyboard goes to the picture, so that Space plays and does not press the button again.
  #press(button: HTMLElement, act: () => void, signal: AbortSignal): void {
    button.addEventListener(
      'click',
      (event) => {
        act();
        if (event.detail > 0) part(this.#root, 'picture').focus({ preventScroll: true });
      },
      { signal },
    );
  }

  #showBigPlay(): void {
    this.#bigPlay.hidden = !this.hasScene || this.isPlaying || (this.#step > 0 && this.#step !== this.firstStep);
  }

  #show(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    this.#play.dataset.playing = String(isPlaying);
    this.#play.setAttribute('aria-label', isPlaying ? this.#translate('Pause') : this.#translate('Play'));
    this.#showBigPlay();
  }
}
