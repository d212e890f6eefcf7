// The collision explained: one impact in the formula of Hecker (1997, "Physics, Part 4"),
//     j = -(1 + e) v_n / (1/m_A + 1/m_B + n.[(I_A^-1 (r_A x n)) x r_A + (I_B^-1 (r_B x n)) x r_B])
// beside the impulse of the engine, which solves several points at once and has friction.
import { make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import { quantities } from '../instruments/quantities';
import { VectorTable } from '../instruments/vector-table';
import { apply, cross, dot, inverseTensor, sum, times, turn, vectorAt } from '../simulation/mechanics';
import { impactBodyLayout, impactLayout } from '../simulation/layout';
import type { BodyInfo, Frame, Vector, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import type { LabContext, LabPage } from './lab-context';

const kKept = 50; // impacts to choose from
const sides = ['A', 'B'] as const;

type Side = {
  readonly body: BodyInfo;
  readonly position: Vector;
  readonly velocity: Vector;
  readonly angularVelocity: Vector;
  readonly angularImpulse: Vector;
  readonly orientation: readonly number[];
};
type Impact = {
  readonly step: number;
  readonly seconds: number;
  readonly points: number;
  readonly restitution: number;
  readonly point: Vector;
  readonly normal: Vector;
  readonly impulse: Vector;
  readonly a: Side;
  readonly b: Side;
};

export class CollisionPage implements LabPage {
  readonly element = make('div', { class: 'lab-page' });
  readonly #figure: Figure;
  readonly #none = make('div', {}, make('p', { class: 'lab-hint' }, 'When bodies meet, the newest impact stands here in numbers.'));
  readonly #choice = make('select', { 'aria-label': 'Which impact' }) as HTMLSelectElement;
  readonly #story = make('p', { class: 'lab-hint' });
  readonly #table = new VectorTable('The impact');
  readonly #worked = make('div', { hidden: '' });
  readonly #showsNewest = make('input', { type: 'checkbox', checked: '' }) as HTMLInputElement;
  #impacts: Impact[] = [];
  #shown: Impact | null = null;
  #isShown = false;
  #isStale = false;

  constructor({ figure }: LabContext) {
    this.#figure = figure;
    const { velocity, angularVelocity, angularMomentum, impulse } = quantities;
    const table = this.#table;
    table.add('n', { formula: 'n, from A to B', unit: '' });
    for (const side of sides) {
      table.addHeading(`${side}, before`);
      table.add(`r${side}`, { formula: `r_${side}`, unit: 'm' });
      table.add(`v${side}`, { formula: `v_${side}`, unit: velocity.unit, colorProperty: velocity.colorProperty });
      table.add(`w${side}`, { formula: `ω_${side}`, unit: angularVelocity.unit, colorProperty: angularVelocity.colorProperty });
    }
    table.addHeading('How fast they close in');
    table.add('vrel', { formula: 'v_rel = v_B + ω_B × r_B − v_A − ω_A × r_A', unit: velocity.unit, colorProperty: velocity.colorProperty });
    table.add('vn', { formula: 'v_n = n · v_rel', unit: velocity.unit }, true);
    table.addHeading('The impulse');
    table.add('weight', { formula: 'w = 1/m_A + 1/m_B + n · [(I_A⁻¹ (r_A × n)) × r_A + (I_B⁻¹ (r_B × n)) × r_B]', unit: '1/kg' }, true);
    table.add('j', { formula: 'j = −(1 + e) v_n / w', unit: impulse.unit, colorProperty: impulse.colorProperty }, true);
    table.add('impulse', { formula: 'J on B, as done', unit: impulse.unit, colorProperty: impulse.colorProperty });
    table.add('friction', { formula: 'of it by friction', unit: impulse.unit }, true);
    for (const side of sides) {
      table.addHeading(`${side}, after`);
      table.add(`v${side}1`, {
        formula: `v_${side} ${side === 'A' ? '−' : '+'} J / m_${side}`,
        unit: velocity.unit,
        colorProperty: velocity.colorProperty,
      });
      table.add(`L${side}`, { formula: `ΔL_${side}`, unit: angularMomentum.unit, colorProperty: angularMomentum.colorProperty });
      table.add(`w${side}1`, {
        formula: `ω_${side} + I_${side}⁻¹ ΔL_${side}`,
        unit: angularVelocity.unit,
        colorProperty: angularVelocity.colorProperty,
      });
    }
    table.addHeading('How fast they part');
    table.add('vn1', { formula: 'v_n after', unit: velocity.unit }, true);
    table.add('energy', { formula: 'energy of motion lost', unit: 'J' }, true);
    const before = make('button', { type: 'button', class: 'button button-outlined' }, 'Go to just before');
    before.addEventListener('click', () => this.#shown && void figure.actions.seek(Math.max(0, this.#shown.step - 1)));
    this.#choice.addEventListener('change', () => {
      this.#showsNewest.checked = false;
      this.#show(this.#impacts[Number(this.#choice.value)] ?? null);
    });
    this.#worked.append(
      make('div', { class: 'lab-row' }, this.#choice, make('label', { class: 'lab-check' }, this.#showsNewest, ' newest'), before),
      this.#story,
      table.element,
    );
    const rerun = make('button', { type: 'button', class: 'button button-outlined' }, 'Run the scene from its start');
    rerun.addEventListener('click', () => void figure.actions.rerun());
    this.#none.append(make('div', { class: 'lab-row lab-actions' }, rerun));
    this.element.append(this.#none, this.#worked);
    for (const impacts of figure.impacts) this.#record(impacts);
  }

  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    this.#figure.watches.set('impacts', { details: isShown });
    if (isShown) this.#update();
  }

  showFrame(frame: Frame): void {
    if (frame.impacts) this.#record(frame.impacts);
    if (this.#isShown && this.#isStale) this.#update();
  }

  setWorld(_info: WorldInfo, change: WorldChange): void {
    if (change !== 'scene') return;
    this.#impacts = [];
    this.#update();
  }

  select(): void {}

  #record(numbers: Float64Array): void {
    const bodies = new Map(this.#figure.simulation.info?.bodies.map((body) => [body.slot, body]));
    for (let at = 0; at < numbers.length; at += impactLayout.stride) {
      const impact = readImpact(numbers, at, bodies, this.#figure.simulation.secondsAt);
      if (!impact) continue;
      this.#impacts = this.#impacts.filter(({ step }) => step <= impact.step); // time went back: what came later is to come again
      if (!isKnown(this.#impacts, impact)) this.#impacts.push(impact);
    }
    this.#impacts.splice(0, this.#impacts.length - kKept);
    this.#isStale = true;
  }

  #update(): void {
    this.#isStale = false;
    this.#worked.hidden = this.#impacts.length === 0;
    this.#none.hidden = this.#impacts.length > 0;
    const options = this.#impacts.map((impact, index) =>
      make('option', { value: String(index) }, `${impact.seconds.toFixed(3)} s: ${bodyName(impact.a.body)}, ${bodyName(impact.b.body)}`),
    );
    this.#choice.replaceChildren(...options.reverse());
    if (this.#showsNewest.checked || !this.#shown || !this.#impacts.includes(this.#shown)) this.#show(this.#impacts.at(-1) ?? null);
    this.#choice.value = String(this.#shown ? this.#impacts.indexOf(this.#shown) : -1);
  }

  #show(impact: Impact | null): void {
    this.#shown = impact;
    if (!impact) return;
    const { a, b, normal, impulse, point } = impact;
    const levers = { A: sum(point, a.position, -1), B: sum(point, b.position, -1) };
    const after = { A: motionAfter(a, times(impulse, -1)), B: motionAfter(b, impulse) };
    const relative = relativeVelocity(a, b, levers.A, levers.B);
    const parted = relativeVelocity({ ...a, ...after.A }, { ...b, ...after.B }, levers.A, levers.B);
    const weight = inverseMass(a.body) + inverseMass(b.body) + dot(normal, sum(swing(a, levers.A, normal), swing(b, levers.B, normal)));
    const along = dot(impulse, normal);
    this.#story.textContent =
      `A is ${bodyName(a.body)}, B is ${bodyName(b.body)}; e = ${formatOnce(impact.restitution)}; ` +
      (impact.points === 1
        ? 'they met at one point.'
        : `they met at ${impact.points} points at once, and p is the middle of these: j of one point is what it would be there alone.`) +
      (impact.restitution === 0 ? ' They do not bounce: J is what stops them.' : '');
    const set = (name: string, value: Vector | number): void => this.#table.set(name, value);
    set('n', normal);
    for (const [side, one] of [
      ['A', a],
      ['B', b],
    ] as const) {
      set(`r${side}`, one.body.mass > 0 ? levers[side] : [0, 0, 0]);
      set(`v${side}`, one.velocity);
      set(`w${side}`, one.angularVelocity);
      set(`v${side}1`, after[side].velocity);
      set(`L${side}`, one.angularImpulse);
      set(`w${side}1`, after[side].angularVelocity);
    }
    set('vrel', relative);
    set('vn', dot(normal, relative));
    set('weight', weight);
    set('j', (-(1 + impact.restitution) * dot(normal, relative)) / weight);
    set('impulse', impulse);
    set('friction', Math.sqrt(Math.max(0, dot(impulse, impulse) - along * along)));
    set('vn1', dot(normal, parted));
    set('energy', energyOf(a, a) + energyOf(b, b) - energyOf(a, after.A) - energyOf(b, after.B));
  }
}

function readImpact(
  numbers: Float64Array,
  at: number,
  bodies: ReadonlyMap<number, BodyInfo>,
  secondsAt: (step: number) => number,
): Impact | null {
  const number = (field: keyof typeof impactLayout): number => numbers[at + impactLayout[field]]!;
  const vector = (field: 'point' | 'normal' | 'impulse'): Vector => vectorAt(numbers, at + impactLayout[field]);
  const [a, b] = [bodies.get(number('slotA')), bodies.get(number('slotB'))];
  if (!a || !b) return null;
  const side = (body: BodyInfo, own: number): Side => ({
    body,
    position: vectorAt(numbers, own + impactBodyLayout.position),
    velocity: vectorAt(numbers, own + impactBodyLayout.velocity),
    angularVelocity: vectorAt(numbers, own + impactBodyLayout.angularVelocity),
    angularImpulse: vectorAt(numbers, own + impactBodyLayout.angularImpulse),
    orientation: [...numbers.subarray(own + impactBodyLayout.orientation, own + impactBodyLayout.stride)],
  });
  const step = number('step');
  return {
    step,
    seconds: secondsAt(step - 1) + number('time'),
    points: number('pointCount'),
    restitution: number('restitution'),
    point: vector('point'),
    normal: vector('normal'),
    impulse: vector('impulse'),
    a: side(a, at + impactLayout.a),
    b: side(b, at + impactLayout.b),
  };
}

const isKnown = (known: readonly Impact[], impact: Impact): boolean =>
  known.some(
    (other) =>
      other.step === impact.step &&
      other.a.body === impact.a.body &&
      other.b.body === impact.b.body &&
      Math.abs(other.seconds - impact.seconds) < 1e-12,
  );

const inverseMass = (body: BodyInfo): number => (body.mass > 0 ? 1 / body.mass : 0);

// I^-1 in world axes times a vector.
const yieldTo = ({ body, orientation }: Side, vector: Vector): Vector =>
  turn(orientation, 0, apply(inverseTensor(body), turn(orientation, 0, vector, true)));

const swing = (side: Side, lever: Vector, normal: Vector): Vector =>
  side.body.mass > 0 ? cross(yieldTo(side, cross(lever, normal)), lever) : [0, 0, 0];

type Moving = { readonly velocity: Vector; readonly angularVelocity: Vector };

const motionAfter = (side: Side, impulse: Vector): Moving => ({
  velocity: sum(side.velocity, impulse, inverseMass(side.body)),
  angularVelocity: sum(side.angularVelocity, yieldTo(side, side.angularImpulse)),
});

const relativeVelocity = (a: Moving, b: Moving, leverA: Vector, leverB: Vector): Vector =>
  sum(sum(b.velocity, cross(b.angularVelocity, leverB)), sum(a.velocity, cross(a.angularVelocity, leverA)), -1);

function energyOf(side: Side, { velocity, angularVelocity }: Moving): number {
  const { body, orientation } = side;
  if (body.mass === 0) return 0;
  const own = turn(orientation, 0, angularVelocity, true);
  return 0.5 * body.mass * dot(velocity, velocity) + 0.5 * dot(own, apply(body.inertiaTensor, own));
}
