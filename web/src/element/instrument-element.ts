// <tumble-plot> and <tumble-meter>: instruments of the laboratory beside a figure of the page, which they name. The elements are small and there at once;
// what draws in them loads when the first one that is seen is about a figure that runs. They wake no figure.
import { make } from '../dom/elements';
import { shortened, withoutUnseen } from '../dom/seen-text';
import type { Figure } from '../figure/figure';
import { spokenFor, wordsAdded, wordsOf } from '../words/dictionaries';
import { SpokenError } from '../words/spoken-error';
import { english, type Translate } from '../words/translate';
import { arrivals, figureOf } from './figure-lookup';
import { languageAround, watchPageLanguage } from './page-language';
import { applyTheme, isDarkAround, watchPageTheme } from './page-theme';
import type { SceneElement } from './scene-element';
import type { Sentence } from './shell';
import { instrumentShellStyles } from './shell-styles';
import { unwatchSight, watchSight, type Watcher } from './sight';

/** What is drawn in an element. */
export interface Instrument {
  /** The figure runs, perhaps anew. Throws with a sentence. */
  follow(figure: Figure): void;
  /** Light or dark, as the page is. */
  recolor(): void;
  dispose(): void;
}

/** Where an instrument is, and what its author says about it. */
export type InstrumentPlace = {
  readonly host: HTMLElement;
  readonly figure: SceneElement;
  readonly show: string;
  /** In place of a name of its own, in the language of the page. */
  readonly label: string | null;
  /** Of the page, as its author writes it. */
  readonly lang: string;
  readonly translate: Translate;
  readonly numbers: Readonly<Record<string, number | null>>;
  /** What is wrong from now on. */
  readonly report: (problem: unknown) => void;
  /** It has drawn: what the author put inside gives way. */
  readonly drawn: () => void;
};

export type MakeInstrument = (place: InstrumentPlace) => Instrument;

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;
type Shell = { readonly root: ShadowRoot; readonly element: HTMLElement; readonly host: HTMLElement; readonly trouble: HTMLElement };

function said(error: unknown, translate: Translate): Sentence {
  const { lang } = translate;
  if (error instanceof SpokenError) return { text: error.in(translate), lang };
  if (error instanceof TypeError) return { text: translate('The instrument could not be loaded.'), lang };
  return { text: error instanceof Error ? error.message : String(error), lang: 'en' };
}

export abstract class InstrumentElement extends Base {
  /** Attributes that are numbers. */
  protected abstract readonly numberNames: readonly string[];
  /** Loads what makes the instrument. */
  protected abstract load(): Promise<MakeInstrument>;
  #shell: Shell | null = null;
  #figure: SceneElement | null = null;
  #instrument: Instrument | null = null;
  #making = 0; // the number of the instrument that is made or there; 0: none
  #made = 0; // how many have been
  #lang = ''; // of the page around
  #translate: Translate = english;
  #words: Promise<Translate> = Promise.resolve(english);
  #isStale = false; // the language is another one since it was made
  #problem: unknown = null;
  #isSeen = false; // it was, once
  #leave: (() => void)[] = [];
  readonly #watcher: Watcher = {
    isVisible: false,
    seen: () => {
      this.#isSeen ||= this.#watcher.isVisible;
      this.#follow();
    },
  };

  connectedCallback(): void {
    this.#shell ??= this.#makeShell();
    this.#applyTheme();
    this.#applyLanguage();
    const speak = (): void => this.#applyLanguage();
    this.#leave = [
      watchPageTheme(() => this.#applyTheme()),
      watchPageLanguage(this, speak),
      wordsAdded.on(speak),
      arrivals.on(({ id }) => id === this.getAttribute('for') && this.#find()),
    ];
    watchSight(this, this.#watcher);
    // What the page holds behind it may be about to come.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => this.#find(), { once: true });
    else queueMicrotask(() => this.#find());
  }

  disconnectedCallback(): void {
    unwatchSight(this);
    this.#watcher.isVisible = false;
    this.#leave.forEach((off) => off());
    this.#leave = [];
    this.#end();
    this.#figure = null;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#shell || !this.isConnected) return;
    this.#end();
    this.#find();
  }

  #find(): void {
    if (!this.isConnected) return;
    try {
      const figure = figureOf(this.getAttribute('for') ?? '');
      if (figure !== this.#figure) {
        this.#end();
        this.#figure = figure;
        this.#leave.push(figure.runs.on(() => this.#figure === figure && this.#follow()));
      }
      this.#report(null);
      this.#follow();
    } catch (error) {
      this.#end();
      this.#figure = null;
      this.#report(error);
    }
  }

  // The figure runs, and this is seen, or was.
  #follow(): void {
    const figure = this.#figure?.running?.figure;
    if (!figure || !this.#isSeen) return;
    if (this.#isStale) this.#end();
    if (this.#instrument) this.#attempt(() => this.#instrument?.follow(figure));
    else if (this.#making === 0) void this.#make(this.#figure!);
  }

  async #make(figure: SceneElement): Promise<void> {
    const making = (this.#making = this.#made += 1);
    try {
      const makeOne = await this.load();
      const { default: styles } = await import('virtual:instrument-styles');
      await this.#words;
      if (making !== this.#making) return;
      const { root, host } = this.#shell!;
      host.lang = this.#translate.lang;
      if (root.adoptedStyleSheets.length === 1) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetOf(styles)];
      this.#instrument = makeOne({
        host,
        figure,
        show: this.getAttribute('show') ?? '',
        label: this.getAttribute('label'),
        lang: this.#lang,
        translate: this.#translate,
        numbers: Object.fromEntries(this.numberNames.map((name) => [name, this.#number(name)])),
        report: (problem) => this.#report(problem),
        drawn: () => this.#shell!.element.toggleAttribute('data-drawn', true),
      });
      this.#follow();
    } catch (error) {
      if (making !== this.#making) return;
      this.#report(error);
      if (error instanceof TypeError) this.#making = 0; // the network: once more when the figure runs anew, or this is seen again
    }
  }

  #end(): void {
    this.#making = 0;
    this.#isStale = false;
    this.#instrument?.dispose();
    this.#instrument = null;
    this.#shell?.element.removeAttribute('data-drawn');
  }

  #attempt(work: () => void): void {
    try {
      work();
      this.#report(null);
    } catch (error) {
      this.#report(error);
    }
  }

  #number(name: string): number | null {
    const text = this.getAttribute(name);
    if (text === null) return null;
    const value = text.trim() === '' ? NaN : Number(text);
    if (Number.isFinite(value)) return value;
    throw new SpokenError('{name}: “{text}” is not a number.', { name, text: shortened(text) });
  }

  #report(problem: unknown): void {
    this.#problem = problem;
    void this.#words.then(() => problem === this.#problem && this.#showProblem());
  }

  #showProblem(): void {
    const { trouble } = this.#shell!;
    trouble.hidden = this.#problem === null;
    const { text, lang } = said(this.#problem ?? '', this.#translate);
    trouble.lang = lang;
    trouble.textContent = withoutUnseen(text);
  }

  #applyLanguage(): void {
    const lang = languageAround(this);
    const words = wordsOf(spokenFor(lang));
    this.#words = words;
    void words.then((translate) => words === this.#words && this.#speak(lang, translate));
  }

  // An instrument is made anew, at once or when its figure, which may speak another language by now, runs again.
  #speak(lang: string, translate: Translate): void {
    if (lang === this.#lang && translate === this.#translate) return;
    this.#lang = lang;
    this.#translate = translate;
    this.#isStale = this.#making !== 0;
    this.#showProblem();
    this.#follow();
  }

  #applyTheme(): void {
    const { element } = this.#shell!;
    if (applyTheme(this, element, isDarkAround(this))) this.#instrument?.recolor();
  }

  #makeShell(): Shell {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheetOf(instrumentShellStyles)];
    const host = make('div', { class: 'instrument' });
    const trouble = make('p', { class: 'trouble', role: 'status' });
    trouble.hidden = true;
    const element = make('div', { class: 'element' }, host, make('slot', {}), trouble);
    root.append(element);
    return { root, element, host, trouble };
  }
}

const sheets = new Map<string, CSSStyleSheet>();
function sheetOf(text: string): CSSStyleSheet {
  let sheet = sheets.get(text);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.set(text, sheet);
  }
  return sheet;
}

export class PlotElement extends InstrumentElement {
  static readonly observedAttributes = ['for', 'show', 'label', 'from', 'to', 'window'];
  protected readonly numberNames = ['from', 'to', 'window'];
  protected readonly load = async (): Promise<MakeInstrument> => {
    const { FigurePlot } = await import('./figure-plot');
    return (place) => new FigurePlot(place);
  };
}

export class MeterElement extends InstrumentElement {
  static readonly observedAttributes = ['for', 'show', 'label', 'min', 'max', 'target'];
  protected readonly numberNames = ['min', 'max', 'target'];
  protected readonly load = async (): Promise<MakeInstrument> => {
    const { FigureMeter } = await import('./figure-meter');
    return (place) => new FigureMeter(place);
  };
}
