// What a frame (embed.html) and the page around it say to each other: the frame's side is embed-port.ts, that of the page client.ts.
//   frame → page, to the window: Announcement, when it loads and whenever it is greeted; Height, whenever it changes
//   page → frame, to the window: Greeting; then, once, Handover with a port
//   over the port: Welcome; each Call has one Answer; PortEvent in between
import type { Allowance } from '../simulation/gate';
import type { TumbleSceneEvents, TumbleSceneMethods } from './api';

/** Changes when a message comes to mean something else. */
export const kClientVersion = 1;

export type Announcement = { tumble: 1; type: 'ready'; client: typeof kClientVersion; allowed: Allowance };
export type Height = { tumble: 1; type: 'height'; height: number };
export type Greeting = { tumble: 1; type: 'hello' };
export type Handover = { tumble: 1; type: 'port'; client: typeof kClientVersion };

export type Method = keyof TumbleSceneMethods;
export type EventType = keyof TumbleSceneEvents;

/** The attributes of the figure, by their names. */
export type Welcome = { type: 'welcome'; attributes: Record<string, string | null> };
export type CallType = Method | 'readings' | 'attribute' | 'alive';
export type Call = { request: number; type: CallType; given: unknown[] };
export type Answer = { request: number; type: 'done'; value?: unknown } | { request: number; type: 'refused'; message: string };
export type PortEvent = { type: 'event'; event: EventType; detail: unknown } | { type: 'gone' };

export const methodNames = [
  'play',
  'pause',
  'step',
  'seek',
  'reset',
  'push',
  'command',
  'get',
  'set',
  'link',
  'toBlob',
] as const satisfies readonly Method[];
export const eventTypes = [
  'ready',
  'step',
  'push',
  'impact',
  'change',
  'visibility',
  'end',
  'error',
] as const satisfies readonly EventType[];

/** Attributes that put another scene into the figure, or take it from its reader's hand. */
export const kOfScene: readonly string[] = ['scene', 'src', 'link', 'poster', 'allow'];

/** What each call needs of the rights that the frame's address gives ("host=drive"); 'nothing' of them: no call passes without. */
export const callNeeds: Readonly<Record<string, Allowance>> = {
  ...Object.fromEntries(methodNames.map((name) => [name, 'drive'])),
  readings: 'drive',
  attribute: 'drive',
  alive: 'drive',
  command: 'edit',
  set: 'edit',
} satisfies Record<string, Allowance>;

/** Paths that one call may ask for. */
export const kMostReadings = 100;

/** Answers that a page waits for at once; the frame takes a few more. */
export const kMostCalls = 12;

/** True of a message of ours of this type. It may be anything else all the same. */
export const isOurs = (data: unknown, type: string): boolean =>
  typeof data === 'object' && data !== null && (data as { tumble?: unknown }).tumble === 1 && (data as { type?: unknown }).type === type;
