// Whether letters, digits and signs alone are keys of the page. Who speaks to the machine can switch them off (WCAG 2.1, 2.1.4).
import { storageOf } from './browser-storage';

const kName = 'tumble.character-keys';
const kOff = 'off';

let isOn = storageOf('localStorage')?.getItem(kName) !== kOff;

export const hasCharacterKeys = (): boolean => isOn;

/** Kept for the next visit, where the browser keeps anything. */
export function setCharacterKeys(isWanted: boolean): void {
  isOn = isWanted;
  try {
    if (isOn) storageOf('localStorage')?.removeItem(kName);
    else storageOf('localStorage')?.setItem(kName, kOff);
  } catch {} // it holds until the page is closed
}
