// Names for what is added to a scene.
import { asObject } from '../simulation/scene-path';

/** “cube”, “cube 2”, …: the first that none of the bodies or joints has. */
export function freeName(list: readonly unknown[], wanted: string): string {
  const taken = new Set(list.map((one) => asObject(one).name));
  const stem = wanted.replace(/ \d+$/, '');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!taken.has(name)) return name;
  }
}
