// The gate for messages of another page that holds ours in a frame. A message passes when the frame's address allows its type, and
// when size and rate stay within what a page needs that drives a scene. Messages that pass are checked further where they are carried
// out (check-message.ts, the engine).

import type { Command, Vector } from './protocol';

/** Rights of the other page: none; move time and act on bodies; or also load scenes. */
export type Allowance = 'nothing' | 'drive' | 'edit';

/** From a page around ours, over the port it sent. `request`, where given, comes back with the answer. */
export type FromOutside =
  | { type: 'play' | 'pause' | 'reset' | 'state'; request?: number }
  | { type: 'rate'; rate: number; request?: number }
  | { type: 'step'; count: number; request?: number }
  | { type: 'seek'; step: number; request?: number }
  | { type: 'push'; body: number; impulse: Vector; point?: Vector; request?: number }
  | { type: 'load'; scene: string; request?: number } // JSON
  | { type: 'command'; command: Command; request?: number };

const kNeeds: Readonly<Record<FromOutside['type'], Allowance>> = {
  play: 'drive',
  pause: 'drive',
  reset: 'drive',
  state: 'drive',
  rate: 'drive',
  step: 'drive',
  seek: 'drive',
  push: 'drive',
  load: 'edit',
  command: 'edit',
};

/** Largest message, in values, letters and bytes: of a scene, and of everything else. */
export const largestFromOutside = { load: 4 << 20, other: 16 << 10 };
/** Messages a second, and how many at once. */
const kRate = 120;
const kBurst = 240;
/** Requests without an answer. */
const kMostOpen = 16;

export class Gate {
  readonly #allowed: Allowance;
  readonly #milliseconds: () => number;
  readonly #needs: Readonly<Record<string, Allowance>>;
  #tokens = kBurst;
  #last: number;
  #open = 0;

  /** `needs`: the types of messages, each with the least allowance that it needs. */
  constructor(
    allowed: Allowance,
    milliseconds: () => number = () => performance.now(),
    needs: Readonly<Record<string, Allowance>> = kNeeds,
  ) {
    this.#allowed = allowed;
    this.#milliseconds = milliseconds;
    this.#needs = needs;
    this.#last = milliseconds();
  }

  /** The reason of a refusal, or ''. A message that passes counts as open until `done`. */
  admit(message: unknown): string {
    const now = this.#milliseconds();
    this.#tokens = Math.min(kBurst, this.#tokens + ((now - this.#last) * kRate) / 1000);
    this.#last = now;
    if (this.#tokens < 1) return `Too many messages: at most ${kRate} a second are read.`;
    this.#tokens -= 1;
    if (this.#allowed === 'nothing') return 'This figure was not given to other pages to drive.';
    const type = typeof message === 'object' && message !== null ? (message as { type?: unknown }).type : undefined;
    if (typeof type !== 'string' || !Object.hasOwn(this.#needs, type)) return 'A message has the type of what it asks for.';
    if (this.#needs[type] === 'edit' && this.#allowed !== 'edit')
      return `This frame may drive the figure, not change its scene: "${type}" is for frames that may edit.`;
    const largest = type === 'load' ? largestFromOutside.load : largestFromOutside.other;
    if (isHeavier(message, largest)) return `The message is larger than ${largest} bytes.`;
    if (this.#open >= kMostOpen) return `${kMostOpen} messages wait for their answer: please wait for one.`;
    this.#open += 1;
    return '';
  }

  done(): void {
    this.#open -= 1;
  }
}

/** True when a value is heavier than `most`, or no plain data: numbers, texts, lists and objects. Counting stops there, also in a value that
 *  holds itself. */
export function isHeavier(value: unknown, most: number): boolean {
  let weight = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && weight <= most) {
    const next = waiting.pop();
    weight += 1;
    if (typeof next === 'string') weight += next.length;
    else if (typeof next === 'bigint') return true;
    else if (Array.isArray(next)) {
      if (next.length > most - weight) return true; // holes count, too: whoever reads the list goes through them
      for (const part of next as unknown[]) waiting.push(part);
    } else if (typeof next === 'object' && next !== null) {
      if (Object.getPrototypeOf(next) !== Object.prototype) return true;
      for (const key in next) {
        weight += key.length;
        if (weight > most) return true;
        waiting.push((next as Record<string, unknown>)[key]);
      }
    }
  }
  return weight > most;
}
