// <tumble-plot> and <tumble-meter>: instruments of the laboratory beside a figure of the page, which they name. The elements are small and there at once;
// what draws in them loads when the first one that is seen is about a figure that runs. They wake no figure.
import { make } from '../dom/elements';
import { withoutUnseen } from '../dom/seen-text';
import type { Figure } from '../figure/figure';
import { arrivals, figureOf } from './figure-lookup';
import { isDarkAround, watchPageTheme } from './page-theme';
import type { SceneElement } from './scene-element';
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
  /** In place of a name of its own. */
  readonly label: string | null;
  readonly numbers: Readonly<Record<string, number | null>>;
  /** What is wrong from now on. */
  readonly tell: (problem: unknown) => void;
  /** It has drawn: what the author put inside gives way. */
  readonly drawn: () => void;
};

export type MakeInstrument = (place: InstrumentPlace) => Instrument;

const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;
type Shell = { readonly root: ShadowRoot; readonly element: HTMLElement; readonly host: HTMLElement; readonly trouble: HTMLElement };
const sentenceOf = (error: unknown): string =>
  error instanceof TypeError ? 'The instrument could not be loaded.' : error instanceof Error ? error.message : String(error);

export abstract class InstrumentElement extends Base {
  /** Attributes that are numbers. */
  protected abstract readonly numberNames: readonly string[];
  /** Loads what makes the instrument. */
  protected abstract load(): Promise<MakeInstrument>;
  #shell: Shell | null = null;
  #figure: SceneElement | null = null;
  #instrument: Instrument | null = null;
  #making = 0; // another one for each instrument
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
    this.#leave = [watchPageTheme(() => this.#applyTheme()), arrivals.on(({ id }) => id === this.getAttribute('for') && this.#find())];
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
      this.#tell(null);
      this.#follow();
    } catch (error) {
      this.#end();
      this.#figure = null;
      this.#tell(error);
    }
  }

  // The figure runs, and this is seen, or was.
  #follow(): void {
    const figure = this.#figure?.running?.figure;
    if (!figure || !this.#isSeen) return;
    if (this.#instrument) this.#attempt(() => this.#instrument?.follow(figure));
    else if (this.#making === 0) void this.#make(this.#figure!);
  }

  async #make(figure: SceneElement): Promise<void> {
    const making = (this.#making = Math.random());
    try {
      const makeOne = await this.load();
      const { default: styles } = await import('virtual:instrument-styles');
      if (making !== this.#making) return;
      const { root, host } = this.#shell!;
      if (root.adoptedStyleSheets.length === 1) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetOf(styles)];
      this.#instrument = makeOne({
        host,
        figure,
        show: this.getAttribute('show') ?? '',
        label: this.getAttribute('label'),
        numbers: Object.fromEntries(this.numberNames.map((name) => [name, this.#number(name)])),
        tell: (problem) => this.#tell(problem),
        drawn: () => this.#shell!.element.toggleAttribute('data-drawn', true),
      });
      this.#follow();
    } catch (error) {
      if (making === this.#making) this.#tell(error);
    }
  }

  #end(): void {
    this.#making = 0;
    this.#instrument?.dispose();
    this.#instrument = null;
    this.#shell?.element.removeAttribute('data-drawn');
  }

  #attempt(work: () => void): void {
    try {
      work();
      this.#tell(null);
    } catch (error) {
      this.#tell(error);
    }
  }

  #number(name: string): number | null {
    const text = this.getAttribute(name);
    if (text === null) return null;
    const value = text.trim() === '' ? NaN : Number(text);
    if (Number.isFinite(value)) return value;
    throw new Error(`${name}: “${text.slice(0, 60)}” is not a number.`);
  }

  #tell(problem: unknown): void {
    const { trouble } = this.#shell!;
    trouble.hidden = problem === null;
    trouble.textContent = problem === null ? '' : withoutUnseen(sentenceOf(problem));
  }

  #applyTheme(): void {
    const { element } = this.#shell!;
    const theme = isDarkAround(this) ? 'dark' : 'light';
    const { fontFamily } = getComputedStyle(this);
    element.style.setProperty('--sans', fontFamily);
    if (element.dataset.theme === theme) return;
    element.dataset.theme = theme;
    this.#instrument?.recolor();
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
