// Drives a figure in a frame (embed.html) as if it were an element of the page: connect(iframe) hands over a port, and gives an object with the methods,
// properties and events of <tumble-scene>. client-api.ts says what it offers; no module of a figure is in here.
import { withoutUnseen } from '../dom/seen-text';
import type { TumbleCommand, TumblePush, TumbleSceneProperties, TumbleStand } from './api';
import { detailOf, isAnswer } from './client-answers';
import type { TumbleConnectOptions, TumbleFrame, TumbleReading } from './client-api';
import {
  eventTypes,
  isOurs,
  kClientVersion,
  kMostCalls,
  type Call,
  type EventType,
  type Greeting,
  type Handover,
  type Welcome,
} from './embed-protocol';

const kSilence = 10_000; // ms without a word of a frame that has loaded
const kHeights = { least: 40, most: 8000 }; // CSS pixels

type Waiting = { readonly call: Call; readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

function originOf(iframe: HTMLIFrameElement, wanted: string | undefined): string {
  if (wanted !== undefined) return wanted;
  const { sandbox } = iframe;
  if (iframe.hasAttribute('sandbox') && !sandbox.contains('allow-same-origin')) return 'null';
  return new URL(iframe.src, document.baseURI).origin;
}

// Hears what the window of the frame says. The returned function ends that.
function hear(iframe: HTMLIFrameElement, heard: (message: { data: unknown; origin: string }) => void): () => void {
  const listen = (event: MessageEvent): void => {
    if (event.source !== null && event.source === iframe.contentWindow) heard(event);
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

const greet = (iframe: HTMLIFrameElement): void => {
  const greeting: Greeting = { tumble: 1, type: 'hello' };
  iframe.contentWindow?.postMessage(greeting, '*'); // says nothing, to whoever is there
};

export async function connect(iframe: HTMLIFrameElement, { origin, signal }: TumbleConnectOptions = {}): Promise<TumbleFrame> {
  const from = originOf(iframe, origin);
  await announced(iframe, from, signal);
  const { port1, port2 } = new MessageChannel();
  const welcomed = new Promise<Partial<Welcome> | null>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const handover: Handover = { tumble: 1, type: 'port', client: kClientVersion };
  // A frame without an origin of its own cannot be addressed by one; it is the one that was heard.
  iframe.contentWindow!.postMessage(handover, from === 'null' ? '*' : from, [port2]);
  const welcome = await within(welcomed, 'The frame took no port: its address may name another page around as its host.', signal);
  return new Frame(iframe, port1, attributesOf(welcome?.attributes), signal) as Frame & TumbleFrame; // its properties are those that the frame names
}

// Resolves when the frame has said what it is.
function announced(iframe: HTMLIFrameElement, from: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const end = (error?: unknown): void => {
      clearTimeout(timer);
      stop();
      iframe.removeEventListener('load', loaded);
      signal?.removeEventListener('abort', abort);
      if (error === undefined) resolve();
      else reject(error);
    };
    const stop = hear(iframe, ({ data, origin }) => {
      if (!isOurs(data, 'ready')) return;
      const { client, allowed } = data as { client?: unknown; allowed?: unknown };
      if (origin !== from) end(new Error(`The frame comes from ${origin}, not from ${from}.`));
      else if (client === undefined)
        end(new Error('The frame holds the whole page, which speaks another protocol: put embed.html into it.'));
      else if (client !== kClientVersion)
        end(new Error(`The frame speaks another version of the protocol than this page (${kClientVersion}).`));
      else if (allowed === 'nothing')
        end(new Error('The frame was not given to this page to drive: its address needs host=drive or host=edit.'));
      else end();
    });
    const loaded = (): void => {
      greet(iframe);
      clearTimeout(timer);
      timer = setTimeout(() => end(new Error('The frame says nothing: it holds no embed.html, or that could not start there.')), kSilence);
    };
    const abort = (): void => end(signal!.reason);
    iframe.addEventListener('load', loaded);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else if (iframe.loading === 'lazy')
      greet(iframe); // it may come much later
    else loaded();
  });
}

function within<Value>(work: Promise<Value>, sentence: string, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(sentence)), kSilence);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function attributesOf(given: unknown): Map<string, string | null> {
  const all = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const isAttribute = (one: [string, unknown]): one is [string, string | null] =>
    /^[a-z]{1,20}$/.test(one[0]) && (one[1] === null || typeof one[1] === 'string');
  return new Map(all.filter(isAttribute).slice(0, 100));
}

const sentenceOf = (message: unknown): string =>
  typeof message === 'string' ? withoutUnseen(message.slice(0, 1000)) : 'The frame refuses, and does not say why.';

class Frame extends EventTarget implements Omit<TumbleFrame, keyof TumbleSceneProperties | 'addEventListener'> {
  readonly iframe: HTMLIFrameElement;
  readonly #window: Window;
  readonly #port: MessagePort;
  readonly #attributes: Map<string, string | null>;
  readonly #waiting = new Map<number, Waiting>(); // for the answer to a request
  readonly #queue: Waiting[] = []; // until others are answered
  readonly #end = new AbortController();
  #last = 0;

  constructor(iframe: HTMLIFrameElement, port: MessagePort, attributes: Map<string, string | null>, signal: AbortSignal | undefined) {
    super();
    this.iframe = iframe;
    this.#window = iframe.contentWindow!;
    this.#port = port;
    this.#attributes = attributes;
    for (const name of attributes.keys()) if (!(name in this)) this.#addProperty(name);
    port.onmessage = ({ data }) => this.#hear(data);
    const { signal: ended } = this.#end;
    port.addEventListener('close', () => this.#leave('The frame has gone.'), { signal: ended });
    // Another document, or the same one that had not finished: that one answers.
    iframe.addEventListener('load', () => void this.#askAlive(), { signal: ended });
    signal?.addEventListener('abort', () => this.disconnect(), { signal: ended });
    const timer = setInterval(() => this.#checkFrame(), 500);
    ended.addEventListener('abort', () => clearInterval(timer));
  }

  play(until?: number): Promise<void> {
    return this.#call('play', until);
  }
  pause(): Promise<TumbleStand> {
    return this.#call('pause');
  }
  step(count?: number): Promise<TumbleStand> {
    return this.#call('step', count);
  }
  seek(step: number): Promise<TumbleStand> {
    return this.#call('seek', step);
  }
  reset(): Promise<TumbleStand> {
    return this.#call('reset');
  }
  push(push: TumblePush): Promise<number> {
    return this.#call('push', push);
  }
  command(command: TumbleCommand): Promise<number> {
    return this.#call('command', command);
  }
  get(path: string): Promise<unknown> {
    return this.#call('get', path);
  }
  set(path: string, value: unknown): Promise<void> {
    return this.#call('set', path, value);
  }
  link(): Promise<string> {
    return this.#call('link');
  }
  toBlob(): Promise<Blob> {
    return this.#call('toBlob');
  }

  readings(paths: readonly string[]): Promise<readonly TumbleReading[] | null> {
    return this.#call('readings', paths);
  }

  getAttribute(name: string): string | null {
    return this.#attributes.get(name) ?? null;
  }

  async setAttribute(name: string, value: string | null): Promise<void> {
    const before = this.getAttribute(name);
    this.#attributes.set(name, value);
    try {
      await this.#call('attribute', name, value);
    } catch (error) {
      if (this.getAttribute(name) === value) this.#attributes.set(name, before);
      throw error;
    }
  }

  disconnect(): void {
    this.#leave('The page has ended the connection.');
  }

  // As on the element: flags are booleans, and what is refused is told.
  #addProperty(name: string): void {
    const isFlag = name === 'paused' || name === 'loop';
    Object.defineProperty(this, name, {
      enumerable: true,
      get: () => (isFlag ? !['false', null].includes(this.getAttribute(name)) : this.getAttribute(name)),
      set: (value: unknown) => {
        const text = value === null || value === undefined || value === false ? null : value === true ? '' : String(value);
        this.setAttribute(name, text).catch(({ message }: Error) => this.#dispatch('error', { step: 0, hash: null, message }));
      },
    });
  }

  #dispatch(type: EventType, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #call<Value>(type: Call['type'], ...given: unknown[]): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#end.signal.aborted) return reject(new Error('There is no connection to the frame any more.'));
      this.#last += 1;
      this.#queue.push({ call: { request: this.#last, type, given }, resolve: resolve as (value: unknown) => void, reject });
      this.#send();
    });
  }

  #send(): void {
    while (this.#queue.length > 0 && this.#waiting.size < kMostCalls) {
      const waiting = this.#queue.shift()!;
      const { call, reject } = waiting;
      try {
        this.#port.postMessage(call);
        this.#waiting.set(call.request, waiting);
      } catch {
        reject(new Error(`${call.type}: only plain data can be sent to a frame.`));
      }
    }
  }

  #hear(
    message: { type?: unknown; request?: unknown; value?: unknown; message?: unknown; event?: unknown; detail?: unknown } | null,
  ): void {
    if (message?.type === 'gone') return this.#leave('The frame has gone.');
    if (message?.type === 'event') {
      const type = eventTypes.find((name) => name === message.event);
      const detail = type && detailOf(type, message.detail);
      if (detail) this.#dispatch(type, detail);
      return;
    }
    const waiting = this.#waiting.get(message?.request as number);
    if (!waiting) return;
    const { type } = waiting.call;
    this.#waiting.delete(waiting.call.request);
    this.#send();
    if (message!.type === 'refused') waiting.reject(new Error(sentenceOf(message!.message)));
    else if (message!.type === 'done' && isAnswer(type, message!.value)) waiting.resolve(message!.value);
    else waiting.reject(new Error(`The frame's answer to “${type}” is none.`));
  }

  // A frame that is taken out of the page says nothing.
  #checkFrame(): void {
    if (this.iframe.contentWindow !== this.#window) this.#leave('The frame has gone.');
  }

  async #askAlive(): Promise<void> {
    const silence = setTimeout(() => this.#leave('The frame has gone.'), kSilence);
    await this.#call('alive').catch(() => {});
    clearTimeout(silence);
  }

  #leave(why: string): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    this.#port.onmessage = null;
    this.#port.close();
    const error = new Error(why);
    for (const { reject } of [...this.#waiting.values(), ...this.#queue]) reject(error);
  }
}

export function fitHeight(iframe: HTMLIFrameElement, { origin }: Pick<TumbleConnectOptions, 'origin'> = {}): () => void {
  const from = originOf(iframe, origin);
  const stop = hear(iframe, ({ data, origin: sender }) => {
    if (sender !== from || !isOurs(data, 'height')) return;
    const { height } = data as { height?: unknown };
    if (typeof height !== 'number' || !(height >= kHeights.least && height <= kHeights.most)) return;
    iframe.style.height = `${Math.round(height)}px`;
  });
  greet(iframe);
  return stop;
}
