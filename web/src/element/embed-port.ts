// The frame's side of a page around it that drives the figure (client.ts). Only the parent is heard, only with the rights of the frame's address,
// and from its origin where that names one. All that comes over the port is hostile until it is checked: type, size and rate by the gate, the rest
// here, and what a command says by the engine. A refusal is a sentence and changes nothing.
import { shortened } from '../dom/seen-text';
import type { SceneElement } from './scene-element';
import { Gate, type Allowance } from '../simulation/gate';
import type { TumbleCommand, TumblePush, TumbleSceneElement } from './api';
import type { TumbleReading } from './client-api';
import {
  callNeeds,
  eventTypes,
  isOurs,
  kClientVersion,
  kMostReadings,
  kOfScene,
  type Announcement,
  type Answer,
  type PortEvent,
  type Welcome,
} from './embed-protocol';

export type Around = {
  readonly allowed: Allowance;
  /** The only origin that is heard; null: any. */
  readonly origin: string | null;
  /** Called when the page around greets. */
  readonly greeted: () => void;
};

type Driven = TumbleSceneElement & Pick<SceneElement, 'running'>;

const kMostSteps = 1_000_000;

class Refused extends Error {}

export function hearPageAround(figure: Driven, names: readonly string[], { allowed, origin, greeted }: Around): void {
  if (window.parent === window) return;
  const announcement: Announcement = { tumble: 1, type: 'ready', client: kClientVersion, allowed };
  const announce = (): void => window.parent.postMessage(announcement, '*'); // says nothing that is not in the address
  const gate = new Gate(allowed, () => performance.now(), callNeeds); // one for all ports: another port is no way round its limits
  let connection: Connection | null = null;
  window.addEventListener('message', ({ source, origin: from, data, ports: [port] }) => {
    if (source !== window.parent) return;
    if (isOurs(data, 'hello')) {
      announce();
      return greeted();
    }
    if (!isOurs(data, 'port') || data.client !== kClientVersion || !port) return;
    if (allowed === 'nothing' || (origin !== null && origin !== from)) return port.close();
    connection?.close();
    connection = new Connection(port, gate, figure, names, allowed);
  });
  window.addEventListener('pagehide', () => connection?.close());
  announce();
}

class Connection {
  readonly #port: MessagePort;
  readonly #gate: Gate;
  readonly #figure: Driven;
  readonly #names: readonly string[];
  readonly #allowed: Allowance;
  readonly #end = new AbortController();

  constructor(port: MessagePort, gate: Gate, figure: Driven, names: readonly string[], allowed: Allowance) {
    this.#port = port;
    this.#gate = gate;
    this.#figure = figure;
    this.#names = names;
    this.#allowed = allowed;
    const { signal } = this.#end;
    for (const event of eventTypes)
      figure.addEventListener(event, (heard) => this.#send({ type: 'event', event, detail: (heard as CustomEvent).detail }), { signal });
    port.onmessage = ({ data }) => void this.#answer(data);
    const welcome: Welcome = { type: 'welcome', attributes: Object.fromEntries(names.map((name) => [name, figure.getAttribute(name)])) };
    port.postMessage(welcome);
  }

  close(): void {
    this.#send({ type: 'gone' });
    this.#end.abort();
    this.#port.onmessage = null;
    this.#port.close();
  }

  #send(message: PortEvent): void {
    if (!this.#end.signal.aborted) this.#port.postMessage(message);
  }

  async #answer(call: unknown): Promise<void> {
    const request = requestOf(call);
    const send = (answer: { type: 'done'; value: unknown } | { type: 'refused'; message: string }): void => {
      if (request === null || this.#end.signal.aborted) return;
      const whole: Answer = { request, ...answer };
      this.#port.postMessage(whole);
    };
    const refusal = this.#gate.admit(call);
    if (refusal !== '') return send({ type: 'refused', message: refusal });
    try {
      const { type, given } = call as { type: string; given: unknown };
      send({ type: 'done', value: await this.#carryOut(type, listOf(given)) });
    } catch (error) {
      send({ type: 'refused', message: error instanceof Error ? error.message : 'This did not work.' });
    } finally {
      this.#gate.done();
    }
  }

  #carryOut(type: string, given: readonly unknown[]): Promise<unknown> | unknown {
    const figure = this.#figure;
    const [first, second] = given;
    switch (type) {
      case 'alive':
        return undefined;
      case 'play':
        return figure.play(first === undefined ? undefined : wholeOf(first, 'play'));
      case 'step':
        return figure.step(first === undefined ? 1 : wholeOf(first, 'step'));
      case 'seek':
        return figure.seek(wholeOf(first, 'seek'));
      case 'pause':
      case 'reset':
      case 'link':
      case 'toBlob':
        return figure[type]();
      case 'push':
        return figure.push(pushOf(first));
      case 'command':
        return figure.command(commandOf(first));
      case 'get':
        return figure.get(pathOf(first, 'get'));
      case 'set':
        if (second === undefined) throw new Refused('set: a value is missing.');
        return figure.set(pathOf(first, 'set'), second);
      case 'readings':
        return this.#readings(pathsOf(first));
      case 'attribute':
        return this.#setAttribute(first, second);
      default:
        throw new Refused(`A figure does not “${shortened(type)}”.`);
    }
  }

  // It wakes no figure: null where none runs.
  async #readings(paths: readonly string[]): Promise<readonly TumbleReading[] | null> {
    const { running } = this.#figure;
    if (!running) return null;
    await running.renew();
    return paths.map((path) => {
      try {
        return running.reading(path) ?? { refused: 'It has not come yet.' };
      } catch (error) {
        return { refused: error instanceof Error ? error.message : 'This did not work.' };
      }
    });
  }

  #setAttribute(name: unknown, value: unknown): void {
    if (typeof name !== 'string' || !this.#names.includes(name))
      throw new Refused(`A figure has no attribute “${shortened(String(name))}”.`);
    if (kOfScene.includes(name) && this.#allowed !== 'edit')
      throw new Refused(`This frame may drive the figure, not change its scene: “${name}” is for frames that may edit.`);
    if (value === null) this.#figure.removeAttribute(name);
    else if (typeof value === 'string') this.#figure.setAttribute(name, value);
    else throw new Refused(`${name}: an attribute is a text, or null.`);
  }
}

const requestOf = (call: unknown): number | null => {
  const request = typeof call === 'object' && call !== null ? (call as { request?: unknown }).request : null;
  return typeof request === 'number' && Number.isSafeInteger(request) ? request : null;
};

const listOf = (given: unknown): readonly unknown[] => {
  if (given === undefined) return [];
  if (Array.isArray(given) && given.length <= 2) return given as unknown[];
  throw new Refused('A call gives a list of what it takes, two things at most.');
};

function wholeOf(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= kMostSteps) return value;
  throw new Refused(`${what}: this takes a whole number from 0 to ${kMostSteps}.`);
}

function pathOf(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '' && value.length <= 300) return value;
  throw new Refused(`${what}: a path is a text of 1 to 300 letters.`);
}

function pathsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length > kMostReadings)
    throw new Refused(`readings: this takes a list of up to ${kMostReadings} paths.`);
  return value.map((path) => pathOf(path, 'readings'));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const isVector = (value: unknown): boolean => Array.isArray(value) && value.length === 3 && value.every((part) => Number.isFinite(part));

function pushOf(value: unknown): TumblePush {
  if (!isRecord(value)) throw new Refused('push: this takes a body and an impulse.');
  const { body, impulse, point } = value;
  if (typeof body !== 'string' && !Number.isInteger(body)) throw new Refused('push: a body is named by a text or by its number.');
  if (!isVector(impulse)) throw new Refused('push: an impulse is three numbers, N s.');
  if (point !== undefined && !isVector(point)) throw new Refused('push: a point is three numbers, m.');
  return { body, impulse, ...(point !== undefined && { point }) } as TumblePush;
}

function commandOf(value: unknown): TumbleCommand {
  if (isRecord(value) && typeof value.type === 'string') return value as TumbleCommand;
  throw new Refused('command: a command has a type.');
}
