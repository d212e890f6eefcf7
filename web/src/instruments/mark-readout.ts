// Switches of the marks that belong to no single quantity (centre of mass, axes, ellipsoid, polhode, cones, forces, contacts),
// each with the number it stands for.
import { Emitter } from '../simulation/emitter';
import { dot, size } from '../simulation/mechanics';
import { contactLayout, forceLayout } from '../simulation/layout';
import type { BodyInfo, BodyState, Details } from '../simulation/protocol';
import { degreesPerRadian, formatFixed, formatOnce } from './number-format';
import { quantities } from './quantities';
import { ReadoutRow, type MarkSwitch } from './readout-row';

export type MarkName =
  | 'centre'
  | 'axes'
  | 'trail'
  | 'strobe'
  | 'impacts'
  | 'ellipsoid'
  | 'polhode'
  | 'cones'
  | 'appliedForces'
  | 'contacts';

const rows: readonly {
  readonly name: MarkName;
  readonly symbol: string;
  readonly words: string;
  readonly unit: string;
  readonly colorProperty?: string;
  readonly hint?: string;
}[] = [
  { name: 'centre', symbol: '⊕', words: 'centre of mass', unit: 'm' },
  { name: 'axes', symbol: 'xyz', words: 'body axes', unit: '°' },
  { name: 'trail', symbol: '⋯', words: 'trail', unit: '' },
  { name: 'strobe', symbol: '◦◦◦', words: 'strobe, every 0.25 s', unit: '' },
  { name: 'impacts', symbol: '✕', words: 'impacts', unit: '', colorProperty: quantities.impulse.colorProperty },
  { name: 'appliedForces', symbol: 'F, r', words: 'forces and lever arms', unit: '', colorProperty: quantities.force.colorProperty },
  { name: 'contacts', symbol: 'n, j', words: 'contacts', unit: 'N s', colorProperty: quantities.impulse.colorProperty },
  {
    name: 'ellipsoid',
    symbol: 'I',
    words: 'ellipsoid of inertia',
    unit: 'kg m²',
    hint: 'long where the body turns easily; as it turns freely it rolls on a plane across L (Poinsot)',
  },
  {
    name: 'polhode',
    symbol: '◯',
    words: 'polhode, at L²/2E',
    unit: 'kg m²',
    colorProperty: quantities.angularVelocity.colorProperty,
    hint: 'the path of ω on the ellipsoid; L²/2E, with E of rotation, lies between the least and the largest moment of inertia',
  },
  {
    name: 'cones',
    symbol: '∠ω, L',
    words: 'cones of ω',
    unit: '°',
    colorProperty: quantities.angularMomentum.colorProperty,
    hint: 'the cone of ω in the body rolls on the cone of ω in space; the number is the angle from ω to L',
  },
];

const degrees = (radians: number): string => formatOnce(radians * degreesPerRadian);

export class MarkReadout {
  readonly marks = new Emitter<MarkSwitch<MarkName>>();
  readonly #rows: ReadonlyMap<MarkName, ReadoutRow>;

  constructor(tableBody: HTMLElement) {
    this.#rows = new Map(
      rows.map(({ name, words, ...look }) => [name, new ReadoutRow({ ...look, name: words, vector: false, hasMark: true })]),
    );
    for (const [mark, row] of this.#rows) {
      row.marked.on((isShown) => this.marks.emit({ mark, isShown }));
      tableBody.append(...row.nodes);
    }
  }

  show(body: BodyInfo, state: BodyState, details: Details | null): void {
    this.#set('centre', body.centerOfMass.map((part) => formatFixed(part, 2)).join(', '));
    this.#set('axes', degrees(2 * Math.acos(Math.min(1, Math.abs(state.orientation[3])))));
    this.#set('ellipsoid', body.inertia.map((part) => formatOnce(part)).join(', '));
    const [energy, moment, spin] = [2 * state.rotationalEnergy, size(state.angularMomentum), size(state.angularVelocity)];
    this.#set('polhode', energy > 0 ? formatOnce(moment ** 2 / energy) : '');
    const cosine = dot(state.angularVelocity, state.angularMomentum) / (spin * moment);
    this.#set('cones', spin * moment > 0 ? degrees(Math.acos(Math.min(1, cosine))) : '');
    if (!details) return;
    const { forces, contacts } = details;
    let acting = 0;
    for (let at = 0; at < forces.length; at += forceLayout.stride) if (forces[at + forceLayout.slot] === body.slot) acting += 1;
    let [points, impulse] = [0, 0];
    for (let at = 0; at < contacts.length; at += contactLayout.stride) {
      if (contacts[at + contactLayout.slotA] !== body.slot && contacts[at + contactLayout.slotB] !== body.slot) continue;
      points += 1;
      impulse += contacts[at + contactLayout.impulse]!;
    }
    this.#set('appliedForces', acting === 1 ? '1 force' : `${acting} forces`);
    this.#set('contacts', points === 0 ? 'none' : `${points}: Σj ${formatOnce(impulse)}`);
  }

  /** Of a mark of this table; others are not its business. */
  setMark(name: string, isOn: boolean): void {
    this.#rows.get(name as MarkName)?.setMark(isOn);
  }

  showNothing(): void {
    for (const row of this.#rows.values()) row.showNothing();
  }

  #set(name: MarkName, text: string): void {
    this.#rows.get(name)?.showText(text);
  }
}
