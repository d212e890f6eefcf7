// The form for a video: which stretch of simulated time, how fast it passes, how large; with progress, and a way to break it off.
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { saveFile } from '../instruments/save-file';
import { sentenceOf } from '../simulation/problems';
import { maximumStepsPerRequest } from '../simulation/protocol';
import { secondsAt, stepAt } from '../simulation/timeline';
import type { Moment } from './moment';
import { makeVideo, type VideoOptions, type VideoProgress } from './video';
import { frameCount, planProblem } from './video-plan';

const kSeconds = 5; // of a stretch at first
const kSizes = ['1280 × 720', '1920 × 1080', '1080 × 1080', '720 × 1280', '640 × 360'] as const;
const kFrameRates = ['24', '25', '30', '50', '60'] as const;
const kGifRates = ['10', '12.5', '20', '25'] as const; // whole hundredths of a second, all that the format has
const kSpeeds = ['1/100', '1/10', '1/4', '1/2', '1', '2', '4'] as const;

const hasEncoder = (): boolean => typeof VideoEncoder !== 'undefined';

const choice = (options: readonly string[], chosen: string, words: (option: string) => string = String): HTMLSelectElement => {
  const select = make('select', {}) as HTMLSelectElement;
  select.append(...options.map((option) => new Option(words(option), option, option === chosen, option === chosen)));
  return select;
};

const partOf = (fraction: string): number => {
  const [above, below = '1'] = fraction.split('/');
  return Number(above) / Number(below);
};

export class VideoForm {
  readonly element = make('form', { class: 'share-video-form' }) as HTMLFormElement;
  readonly #figure: Figure;
  readonly #moment: Moment;
  readonly #from: HTMLInputElement;
  readonly #to: HTMLInputElement;
  readonly #kind = choice(['video', 'gif'], hasEncoder() ? 'video' : 'gif', (kind) => (kind === 'gif' ? 'animated GIF' : 'video'));
  readonly #size = choice(kSizes, kSizes[0]);
  #rate = choice(kFrameRates, '30');
  readonly #rates = make('label', {}, 'Frames a second', this.#rate);
  readonly #speed = choice(kSpeeds, '1', (speed) => `${speed.replace('1/', '1⁄')}×`);
  readonly #hasText = make('input', { type: 'checkbox', checked: '' }) as HTMLInputElement;
  readonly #plan = make('p', { class: 'share-fit', role: 'status' });
  readonly #start = make('button', { type: 'submit', class: 'button button-main' }, 'Make the video') as HTMLButtonElement;
  readonly #cancel = make('button', { type: 'button', class: 'button button-outlined', hidden: '' }, 'Cancel');
  readonly #progress = make('progress', { hidden: '', max: '1', 'aria-label': 'Video' }) as HTMLProgressElement;
  readonly #preview = make('canvas', { class: 'share-preview', 'aria-hidden': 'true', hidden: '' }) as HTMLCanvasElement;
  #making: AbortController | null = null;

  constructor(figure: Figure, moment: Moment) {
    this.#figure = figure;
    this.#moment = moment;
    const now = secondsAt(moment.timeline, moment.run.steps);
    // What was just seen; at the start what comes.
    const from = now >= 1 ? Math.max(0, now - kSeconds) : 0;
    this.#from = this.#seconds(from);
    this.#to = this.#seconds(now >= 1 ? now : kSeconds);
    if (!hasEncoder()) this.#kind.options[0]!.disabled = true;
    this.#offerRates();
    this.element.noValidate = true;
    this.element.append(
      make(
        'div',
        { class: 'share-fields' },
        make('label', {}, 'From, s', this.#from),
        make('label', {}, 'to, s', this.#to),
        make('label', {}, 'Speed', this.#speed),
        make('label', {}, 'As', this.#kind),
        make('label', {}, 'Size', this.#size),
        this.#rates,
      ),
      make('label', { class: 'dialog-check' }, this.#hasText, ' title and time in the picture'),
      this.#plan,
      make('div', { class: 'share-row' }, this.#start, this.#cancel, this.#progress),
      this.#preview,
    );
    this.#kind.addEventListener('change', () => this.#offerRates());
    this.element.addEventListener('input', () => this.#showPlan());
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#make();
    });
    this.#cancel.addEventListener('click', () => this.end());
    this.#showPlan();
  }

  /** Breaks off what is being made. */
  end(): void {
    this.#making?.abort();
  }

  get #options(): VideoOptions {
    const { timeline } = this.#moment;
    const [width = 0, height = 0] = this.#size.value.split(' × ').map(Number);
    const stepIn = (input: HTMLInputElement): number => (input.value.trim() === '' ? NaN : stepAt(timeline, Number(input.value)));
    return {
      stretch: { from: stepIn(this.#from), to: stepIn(this.#to), timeline },
      pace: { frameRate: Number(this.#rate.value), speed: partOf(this.#speed.value) },
      width,
      height,
      isGif: this.#kind.value === 'gif',
      hasText: this.#hasText.checked,
    };
  }

  #seconds(value: number): HTMLInputElement {
    return make('input', { type: 'number', min: '0', step: 'any', value: String(Number(value.toFixed(3))) }) as HTMLInputElement;
  }

  // A GIF is small and slow; a video is neither.
  #offerRates(): void {
    const isGif = this.#kind.value === 'gif';
    const rate = isGif ? choice(kGifRates, '20') : choice(kFrameRates, '30');
    this.#rate.replaceWith(rate);
    this.#rate = rate;
    this.#size.value = kSizes[isGif ? kSizes.length - 1 : 0]!;
  }

  #showPlan(): void {
    if (this.#making) return;
    const { stretch, pace } = this.#options;
    const problem = planProblem(stretch, pace, maximumStepsPerRequest);
    this.#start.disabled = problem !== '';
    const frames = problem === '' ? frameCount(stretch, pace) : 0;
    this.#plan.textContent =
      problem || `Steps ${stretch.from} to ${stretch.to}: ${frames} frames, ${(frames / pace.frameRate).toFixed(1)} s to watch.`;
  }

  async #make(): Promise<void> {
    if (this.#making || this.#start.disabled) return;
    const { course, title } = this.#moment;
    const options = this.#options;
    this.#making = new AbortController();
    const { signal } = this.#making;
    this.#setBusy(true);
    let said: string;
    try {
      const video = await makeVideo(this.#figure, course, options, (progress) => this.#showProgress(progress), signal);
      saveFile(`${title}, step ${options.stretch.from} to ${options.stretch.to}.${video.ending}`, video.file);
      said = `The ${options.isGif ? 'GIF' : 'video'} was saved: ${video.frames} frames, ${megabytes(video.file.size)} MB.`;
    } catch (error) {
      said = signal.aborted ? 'Broken off: no file was made.' : sentenceOf(error);
    }
    this.#making = null;
    this.#setBusy(false);
    this.#plan.textContent = said;
  }

  #setBusy(isBusy: boolean): void {
    const hadFocus = this.element.contains(document.activeElement);
    for (const field of this.element.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) field.disabled = isBusy;
    this.#start.hidden = isBusy;
    this.#cancel.hidden = this.#progress.hidden = !isBusy;
    this.#preview.hidden = !isBusy;
    this.#progress.removeAttribute('value');
    if (isBusy) this.#plan.textContent = 'Running to the first frame…';
    if (hadFocus) (isBusy ? this.#cancel : this.#start).focus();
  }

  #showProgress({ done, frames, canvas }: VideoProgress): void {
    this.#progress.value = done / frames;
    this.#plan.textContent = `Frame ${done} of ${frames}`;
    const width = 480;
    const height = Math.round((width * canvas.height) / canvas.width);
    if (this.#preview.width !== width || this.#preview.height !== height) Object.assign(this.#preview, { width, height });
    this.#preview.getContext('2d')?.drawImage(canvas, 0, 0, width, height);
  }
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1);
