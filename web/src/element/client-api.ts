// What tumble-client.js offers to a page that holds embed.html in a frame. Built into dist/tumble-client.d.ts as it is.
// Units SI, y up, quaternions x, y, z, w, as in tumble-scene.d.ts.
import type { TumbleSceneEvents, TumbleSceneMethods, TumbleSceneProperties } from './api';

export type * from './api';

export type TumbleConnectOptions = {
  /** The origin that the frame has to have, "null" for one that is sandboxed without its own; left out: that of its `src`. */
  readonly origin?: string;
  /** Ends the waiting, which then rejects with the signal's reason, and later the connection. */
  readonly signal?: AbortSignal;
};

/** What a path names now, with its unit, SI; or a sentence that says why it cannot be read. */
export type TumbleReading = { readonly value: unknown; readonly unit: string } | { readonly refused: string };

/** A figure in a frame, with the methods, properties and events of `<tumble-scene>`. Setting a property sends it to the frame; what the frame refuses is
 *  an event `error`. Methods reject with a sentence, also when the frame goes away. */
export interface TumbleFrame extends EventTarget, TumbleSceneMethods, TumbleSceneProperties {
  readonly iframe: HTMLIFrameElement;
  getAttribute(name: string): string | null;
  /** Null takes the attribute away. Rejects with a sentence where the frame's address does not allow it. */
  setAttribute(name: string, value: string | null): Promise<void>;
  /** What paths name now, as in `get`, with units, all of one step; null where the figure does not run. At most 100 paths. */
  readings(paths: readonly string[]): Promise<readonly TumbleReading[] | null>;
  /** Ends the connection: what waits is rejected, the figure goes on. */
  disconnect(): void;
  addEventListener<Type extends keyof TumbleSceneEvents>(
    type: Type,
    listener: (this: TumbleFrame, event: TumbleSceneEvents[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

/** Connects to the figure of a frame, whose address gives `host=drive` or `host=edit`; a frame that is loaded later is waited for. */
export declare function connect(iframe: HTMLIFrameElement, options?: TumbleConnectOptions): Promise<TumbleFrame>;

/** Connects as `connect` does, and lets the page's prose drive the frame by its `id` as it drives an element: links `#id?step=192`, and with `data-tumble`
 *  buttons, numbers with their units, and inputs; these change the scene, for which the frame's address gives `host=edit`. What is clicked before the frame is
 *  there is done when it is. */
export declare function driveByProse(iframe: HTMLIFrameElement, options?: TumbleConnectOptions): Promise<TumbleFrame>;

/** Gives the frame the height it asks for, now and whenever its width changes; it needs no `host`. The returned function ends that. */
export declare function fitHeight(iframe: HTMLIFrameElement, options?: Pick<TumbleConnectOptions, 'origin'>): () => void;
