// The list of runs to compare: a row for each, with its scheme and its step, and ready comparisons to choose from.
import { make } from '../dom/elements';
import { lineFor, motionSchemes, wordFor } from '../instruments/scheme-names';
import { Emitter } from '../simulation/emitter';
import { mostRuns } from '../figure/compared-runs';
import type { Variant } from '../figure/comparison';
import { runSwatch } from '../figure/run-lines';

const as = (motion: string, stepsPerSecond: number | null = null): Variant => ({ motion, stepsPerSecond });
const presets: readonly (readonly [string, readonly Variant[]])[] = [
  ['Euler gains energy', [as('explicitEuler'), as('exact')]],
  ['Gram–Schmidt repairs the matrix, not the motion', [as('explicitEuler'), as('explicitEulerGramSchmidt'), as('exact')]],
  ['Without the gyroscopic term no flip', [as('semiImplicitEulerNoGyro'), as('semiImplicitEuler'), as('exact')]],
  ['Runge–Kutta and the splittings', [as('rungeKutta4'), as('splitting2'), as('splitting4')]],
  ['Half and quarter steps', [as('', 120), as('', 240)]],
];

export class CompareVariants {
  readonly preset = make('select', { class: 'compare-preset', 'aria-label': 'Ready comparisons' }) as HTMLSelectElement;
  readonly rows = make('div', { class: 'compare-rows' });
  /** The list changed; `isPreset`: a ready comparison was chosen, which begins at once. */
  readonly changed = new Emitter<boolean>();
  #variants: Variant[] = [as('explicitEuler')];

  constructor() {
    this.preset.append(
      make('option', { value: '' }, 'Ready comparisons…'),
      ...presets.map(([title], index) => make('option', { value: String(index) }, title)),
    );
    this.preset.addEventListener('change', () => {
      const chosen = presets[Number(this.preset.value)];
      if (!chosen || this.preset.value === '') return;
      this.#variants = [...chosen[1]];
      this.#show();
      this.changed.emit(true);
    });
    this.#show();
  }

  get all(): readonly Variant[] {
    return this.#variants;
  }

  /** Other runs are on, which the page did not begin. */
  set all(variants: readonly Variant[]) {
    this.#variants = [...variants];
    this.#show();
  }

  #show(): void {
    const rows = this.#variants.map((variant, index) => this.#row(variant, index));
    const add = make('button', { type: 'button', class: 'button button-link' }, 'One more');
    add.addEventListener('click', () => {
      this.#variants.push(as('exact'));
      this.#show();
      this.changed.emit(false);
    });
    const own = make('div', { class: 'compare-row' }, runSwatch(0), make('span', {}, 'the scene as it is'));
    this.rows.replaceChildren(own, ...rows, ...(this.#variants.length < mostRuns ? [add] : []));
  }

  #row(variant: Variant, index: number): HTMLElement {
    const scheme = make('select', { 'aria-label': `Scheme of run ${index + 1}` }) as HTMLSelectElement;
    scheme.append(
      make('option', { value: '' }, 'its own scheme'),
      ...motionSchemes.map((scheme) => make('option', { value: scheme, title: lineFor(scheme) }, wordFor(scheme))),
    );
    scheme.value = variant.motion;
    const rate = make('input', {
      type: 'number',
      min: '10',
      max: '10000',
      step: '1',
      placeholder: 'steps/s',
      'aria-label': `Steps per second of run ${index + 1}`,
    }) as HTMLInputElement;
    rate.value = variant.stepsPerSecond ? String(variant.stepsPerSecond) : '';
    const change = (): void => {
      if (!rate.validity.valid) return void rate.reportValidity();
      this.#variants[index] = as(scheme.value, rate.value === '' ? null : rate.valueAsNumber);
      this.changed.emit(false);
    };
    scheme.addEventListener('change', change);
    rate.addEventListener('change', change);
    const remove = make(
      'button',
      { type: 'button', class: 'button button-quiet button-round', 'aria-label': `Remove run ${index + 1}` },
      '×',
    );
    remove.addEventListener('click', () => {
      this.#variants.splice(index, 1);
      this.#show();
      this.changed.emit(false);
    });
    const line = make('small', { class: 'compare-line' }, lineFor(variant.motion));
    return make('div', { class: 'compare-row' }, runSwatch(index + 1), scheme, rate, remove, line);
  }
}
