// The parts of the energy that have bars, and the scale of the bars.
import type { Measures } from '../simulation/protocol';

export const energyParts: readonly {
  readonly label: string;
  readonly name: string;
  readonly css: string;
  readonly of: (measures: Measures) => number; // J
}[] = [
  { label: 'moving', name: 'kinetic energy of translation', css: 'is-translation', of: ({ linearEnergy }) => linearEnergy },
  { label: 'turning', name: 'kinetic energy of rotation', css: 'is-rotation', of: ({ rotationalEnergy }) => rotationalEnergy },
  { label: 'potential', name: 'potential energy', css: 'is-potential', of: ({ potentialEnergy }) => potentialEnergy },
  {
    label: 'sum',
    name: 'sum: it stays where nothing takes or gives',
    css: 'is-sum',
    of: ({ linearEnergy, rotationalEnergy, potentialEnergy }) => linearEnergy + rotationalEnergy + potentialEnergy,
  },
];

/** The smallest of 1, 2, 5 times a power of ten that is not below the value; 0 for nothing above 0. */
export function roundScale(value: number): number {
  if (!(value > 0) || value === Infinity) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power;
}
