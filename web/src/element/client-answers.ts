// What a frame may answer and tell. The page around trusts no frame: what does not look as it should is no answer.
import { isHeavier } from '../simulation/gate';
import type { TumbleStand } from './api';
import { kMostReadings, type CallType, type EventType } from './embed-protocol';

const kHeaviest = 16 << 10; // values and letters of what `get` gives
const kLongestLink = 100_000; // letters
const kLargestPicture = 64 << 20; // bytes
const kMostImpacts = 10_000;

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 1000;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => Number.isFinite(value);

function standOf(value: unknown): TumbleStand | null {
  if (!isRecord(value) || !isWhole(value.step)) return null;
  const { step, hash } = value;
  return hash === null || (typeof hash === 'string' && /^[0-9a-f]{16}$/.test(hash)) ? { step, hash } : null;
}

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= kLongestLink && /^(https?|file):$/.test(URL.canParse(value) ? new URL(value).protocol : '');

const isPicture = (value: unknown): boolean => value instanceof Blob && value.type === 'image/png' && value.size <= kLargestPicture;

const isNothing = (value: unknown): boolean => value === undefined;
const isStand = (value: unknown): boolean => standOf(value) !== null;

const isVector = (value: unknown): boolean => Array.isArray(value) && value.length === 3 && value.every(isNumber);
const isReading = (one: unknown): boolean =>
  isRecord(one) && (isText(one.refused) || (isText(one.unit) && [isNumber, isFlag, isText, isVector].some((fits) => fits(one.value))));
const areReadings = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length <= kMostReadings && value.every(isReading));

const kAnswers: Readonly<Record<CallType, (value: unknown) => boolean>> = {
  play: isNothing,
  pause: isStand,
  step: isStand,
  seek: isStand,
  reset: isStand,
  push: isWhole,
  command: isWhole,
  get: (value) => value !== undefined && !isHeavier(value, kHeaviest),
  set: isNothing,
  link: isAddress,
  toBlob: isPicture,
  readings: areReadings,
  attribute: isNothing,
  alive: isNothing,
};

export const isAnswer = (type: keyof typeof kAnswers, value: unknown): boolean => kAnswers[type](value);

/** What an event says, of what it may say; null where it is none. */
export function detailOf(type: EventType, detail: unknown): TumbleStand | null {
  const stand = standOf(detail);
  if (!stand || !isRecord(detail)) return null;
  const with_ = (wanted: Record<string, (value: unknown) => boolean>): TumbleStand | null => {
    const kept = Object.keys(wanted).map((name) => [name, detail[name]] as const);
    return kept.every(([name, value]) => wanted[name]!(value)) ? { ...stand, ...Object.fromEntries(kept) } : null;
  };
  switch (type) {
    case 'push':
      return with_({ body: isText, impulse: isVector });
    case 'impact':
      return with_({ impacts: areImpacts });
    case 'change':
      return with_({ what: isText });
    case 'visibility':
      return with_({ isVisible: isFlag, isRunning: isFlag });
    case 'error':
      return with_({ message: isText });
    default:
      return stand;
  }
}

const areImpacts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= kMostImpacts &&
  value.every((impact) => isRecord(impact) && Object.keys(impact).length === 2 && isWhole(impact.step) && isNumber(impact.impulse));
