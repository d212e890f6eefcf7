// The panels that open and close: the list of scenes, the laboratory and the numbers. The first two share the left side; on a small
// screen only one is open at a time. `insets` gives the part of the stage that the open ones cover.
import { find } from '../dom/elements';
import { observeSize } from '../instruments/observe-size';
import { Emitter } from '../simulation/emitter';
import type { Insets } from '../viewer/orbit-camera';
import { makeSheet } from './sheets';

export type PanelName = 'gallery' | 'lab' | 'numbers';
const names = ['gallery', 'lab', 'numbers'] as const;

const kMostOfSheet = 0.6; // of the height that counts as covered: a sheet pulled up hides the picture, and it stays where it is

const kHalf = 0.6; // of the width: a panel that takes less stands at a side, also where others are sheets
const kBeside = 1 / 3; // of the width: what takes less has the bodies beside it
const kAside = 16; // CSS pixels: energies from the edges of the free part
const kMostBeside = 0.45; // of its width, that they take
const kPlayAndHint = 110; // CSS pixels
const narrow = window.matchMedia('(max-width: 760px)');
const low = window.matchMedia('(max-width: 760px) and (max-height: 360px)'); // no hint
const tight = window.matchMedia('(max-width: 1079px)'); // room for one panel at a time
const roomy = window.matchMedia('(min-width: 1080px)');

export class Panels {
  /** A panel opened, closed or changed its size. */
  readonly changed = new Emitter<void>();
  /** A panel opened. */
  readonly opened = new Emitter<PanelName>();
  /** The set of open panels changed. */
  readonly shown = new Emitter<void>();
  readonly #panels = { gallery: find('gallery'), lab: find('lab'), numbers: find('numbers') };
  readonly #buttons = { gallery: find('gallery-button'), lab: find('lab-button'), numbers: find('numbers-button') };
  readonly #isEmbed: boolean;
  readonly #bar = document.querySelector('.bar') as HTMLElement;
  readonly #time = document.querySelector('.time') as HTMLElement;
  readonly #stage = document.querySelector('.stage') as HTMLElement;

  constructor(signal: AbortSignal, isEmbed: boolean) {
    this.#isEmbed = isEmbed;
    for (const name of names) {
      this.#buttons[name].addEventListener('click', () => this.toggle(name), { signal });
      find(`${name}-close`).addEventListener('click', () => this.close(name), { signal });
      this.#panels[name].addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'Escape') this.close(name);
        },
        { signal },
      );
    }
    for (const name of names) makeSheet(this.#panels[name], () => this.changed.emit(), signal);
    // The content of the laboratory loads later and changes its size.
    signal.addEventListener(
      'abort',
      observeSize(this.#panels.lab, () => this.isOpen('lab') && this.changed.emit()),
    );
    narrow.addEventListener('change', () => narrow.matches && this.isOpen('gallery') && this.close('gallery'), { signal });
    find('open-whole').hidden = !isEmbed;
    if (roomy.matches && !isEmbed) this.open('gallery', false);
  }

  get isNarrow(): boolean {
    return narrow.matches;
  }

  isOpen(name: PanelName): boolean {
    return !this.#panels[name].hidden;
  }

  open(name: PanelName, takesFocus = true): void {
    for (const other of names) if (other !== name && (tight.matches || (name !== 'numbers' && other !== 'numbers'))) this.#hide(other);
    this.#panels[name].hidden = false;
    this.#buttons[name].setAttribute('aria-expanded', 'true');
    if (takesFocus) this.#panels[name].querySelector<HTMLElement>('[tabindex="0"], .button-round')?.focus();
    this.opened.emit(name);
    this.shown.emit();
    this.changed.emit();
  }

  close(name: PanelName): void {
    const hadFocus = this.#panels[name].contains(document.activeElement);
    this.#hide(name);
    if (hadFocus) this.#buttons[name].focus();
    this.shown.emit();
    this.changed.emit();
  }

  toggle(name: PanelName): void {
    if (this.isOpen(name)) this.close(name);
    else this.open(name);
  }

  /** What bars and panels cover of the stage, in CSS pixels. */
  insets(): Insets {
    const stage = this.#stage.getBoundingClientRect();
    const top = Math.max(0, this.#bar.getBoundingClientRect().bottom - stage.top);
    let bottom = Math.max(0, stage.bottom - this.#time.getBoundingClientRect().top);
    let left = 0;
    let right = 0;
    // Play and the hint cover it where it is narrow, elsewhere the hint, which stays; messages, which are higher, come and go.
    const foot = this.#stage.querySelector(narrow.matches ? '.foot' : '.hint')?.getBoundingClientRect();
    if (foot && foot.height > 0 && foot.height < kPlayAndHint) bottom = Math.max(bottom, stage.bottom - foot.top);
    const isBeside = names.some((name) => this.isOpen(name) && this.#panels[name].offsetWidth < kHalf * stage.width);
    if (narrow.matches && !isBeside) {
      // The controls of the scene lie over the whole width there, and energies leave too little beside them.
      for (const name of ['.controls', '.energy-bars']) {
        const over = this.#stage.querySelector(name)?.getBoundingClientRect();
        if (!over || over.height === 0 || over.right - stage.left < kBeside * stage.width) continue;
        if (stage.bottom - over.top < kMostOfSheet * stage.height) bottom = Math.max(bottom, stage.bottom - over.top);
      }
      for (const name of names)
        if (this.isOpen(name))
          bottom = Math.min(kMostOfSheet * stage.height, stage.bottom - this.#panels[name].getBoundingClientRect().top);
    } else {
      for (const name of ['gallery', 'lab'] as const)
        if (this.isOpen(name)) left = this.#panels[name].getBoundingClientRect().right - stage.left;
      if (this.isOpen('numbers')) right = stage.right - this.#panels.numbers.getBoundingClientRect().left;
    }
    this.#stage.style.setProperty('--panels', `${left}px`); // beside which the energies stand
    const bars = this.#stage.querySelector('.energy-bars')?.getBoundingClientRect();
    if (bars && (this.#isEmbed || !narrow.matches)) {
      const beside = this.#isEmbed ? bars.right - stage.left : bars.width && bars.width + kAside;
      if (beside < kMostBeside * (stage.width - left - right)) left += Math.max(0, beside);
    }
    const below = { left, top, right, bottom };
    return low.matches && !names.some((name) => this.isOpen(name)) ? this.#roomier(below, stage) : below;
  }

  // A long heading leaves more room beside it than below.
  #roomier(below: Insets, stage: DOMRect): Insets {
    const boxOf = (name: string): DOMRect | undefined => document.querySelector(name)?.getBoundingClientRect();
    const controls = boxOf('.controls');
    const beside = {
      left: Math.max(below.left, (boxOf('.heading')?.right ?? 0) - stage.left),
      top: (boxOf('.bar-end')?.bottom ?? 0) - stage.top,
      right: below.right,
      bottom: Math.max(below.bottom, controls?.height ? stage.bottom - controls.top : 0),
    };
    const least = ({ left, top, right, bottom }: Insets): number => Math.min(stage.width - left - right, stage.height - top - bottom);
    return least(beside) > least(below) ? beside : below;
  }

  #hide(name: PanelName): void {
    this.#panels[name].hidden = true;
    this.#buttons[name].setAttribute('aria-expanded', 'false');
  }
}
