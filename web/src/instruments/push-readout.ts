// The text beside a push arrow: the impulse J, and the changes of velocity and angular velocity it will bring.
import { formatOnce } from './number-format';
import { quantities, type QuantityName } from './quantities';

type Length = { length(): number };

const lines: readonly (readonly [QuantityName, string])[] = [
  ['impulse', 'J'],
  ['velocity', 'Δv'],
  ['angularVelocity', 'Δω'],
];

export class PushReadout {
  readonly element = document.createElement('div');
  readonly #numbers: readonly HTMLElement[];

  constructor() {
    this.element.className = 'label label-push';
    this.#numbers = lines.map(([name, symbol]) => {
      const line = document.createElement('div');
      const mark = document.createElement('i');
      mark.textContent = symbol;
      mark.style.color = `var(${quantities[name].colorProperty})`;
      const number = document.createElement('span');
      line.append(mark, number, ` ${quantities[name].unit}`);
      this.element.append(line);
      return number;
    });
  }

  show(impulse: Length, velocityChange: Length, angularVelocityChange: Length): void {
    [impulse, velocityChange, angularVelocityChange].forEach((value, index) => {
      const text = formatOnce(value.length());
      const number = this.#numbers[index];
      if (number.textContent !== text) number.textContent = text;
    });
  }
}

/** The symbol that stands at the tip of an arrow. */
export function createSymbol(name: QuantityName): HTMLElement {
  const element = document.createElement('div');
  element.className = 'label label-symbol';
  element.textContent = quantities[name].symbol;
  element.style.color = `var(${quantities[name].colorProperty})`;
  return element;
}
