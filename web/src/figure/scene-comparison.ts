// The runs that a scene asks for with `show.compare`: ghosts of itself by other schemes, with their names. It loads with the first scene that
// compares.
import { make } from '../dom/elements';
import { wordFor, type MotionScheme } from '../instruments/scheme-names';
import { sentenceOf } from '../simulation/problems';
import type { Area } from '../viewer/orbit-camera';
import { ComparedRuns } from './compared-runs';
import type { Figure } from './figure';
import { runSwatch } from './run-lines';

export class SceneComparison {
  readonly #figure: Figure;
  readonly #runs: ComparedRuns;
  readonly #names = make('ul', { class: 'compared-names' });
  #isOwn = false; // the runs are those of the scene

  constructor(figure: Figure, stage: HTMLElement) {
    this.#figure = figure;
    this.#runs = ComparedRuns.of(figure);
    this.#names.lang = figure.translate.lang;
    this.#names.ariaLabel = figure.translate('The same by other schemes');
    this.#names.hidden = true;
    stage.append(this.#names);
    this.#runs.changed.on(() => {
      this.#isOwn = false; // whoever begins them says so afterwards
      this.#names.hidden = true;
    });
    figure.shown.on(() => figure.viewer && this.#place(figure.viewer.camera.freeArea));
  }

  /** Begins those of the scene on display; without any, ends those of the scene before. */
  async open(schemes: readonly MotionScheme[]): Promise<void> {
    if (schemes.length === 0) {
      if (this.#isOwn) this.#runs.end();
      return;
    }
    const { notices, translate } = this.#figure;
    try {
      const variants = schemes.map((motion) => ({ motion, stepsPerSecond: null }));
      if (!(await this.#runs.begin(variants, this.#figure.selection.body?.id ?? null))) return;
      this.#isOwn = true;
      this.#names.replaceChildren(...schemes.map((scheme, index) => make('li', {}, runSwatch(index + 1), translate(wordFor(scheme)))));
      this.#names.hidden = false;
    } catch (error) {
      notices.refuse(sentenceOf(error));
    }
  }

  #place({ left, top }: Area): void {
    this.#names.style.left = `${left}px`;
    this.#names.style.top = `${top}px`;
  }
}
