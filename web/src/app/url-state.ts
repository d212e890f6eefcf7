// The address of the page holds its state: the scene of the gallery or the id of a kept one, paused or not, embedded or not, and the rights
// of a page around it; and behind "#" a link to what one sees, where that is more (links/). An author may say more by hand: a step, marks,
// values of the scene (readable-address.ts). Every change of scene is a step in the history; pausing is not. No other file makes an address.
import { linkOf } from '../links/link-of-hash';
import type { Allowance } from '../simulation/gate';

export type UrlState = {
  /** Of the gallery; beside `kept`, the one that it was made from. */
  readonly scene: string | null;
  /** The id of a scene that this browser keeps (kept-scenes.ts). */
  readonly kept: string | null;
  readonly isPaused: boolean;
  readonly isEmbed: boolean;
  readonly allowed: Allowance;
  /** What else it says of the scene: readable-address.ts. */
  readonly more: URLSearchParams | null;
};

const kKnown = ['scene', 'kept', 'paused', 'embed', 'allow'];
const kOfPage = ['embed', 'allow']; // stay from scene to scene

const allowances: readonly string[] = ['drive', 'edit'] satisfies Allowance[];

const isOn = (parameters: URLSearchParams, name: string): boolean =>
  parameters.has(name) && !['0', 'false', 'no'].includes(parameters.get(name) ?? '');

export function readUrl(): UrlState {
  const parameters = new URLSearchParams(location.search);
  const allow = parameters.get('allow') ?? '';
  const more = new URLSearchParams([...parameters].filter(([name]) => !kKnown.includes(name)));
  return {
    scene: parameters.get('scene'),
    kept: parameters.get('kept'),
    isPaused: isOn(parameters, 'paused'),
    isEmbed: isOn(parameters, 'embed'),
    allowed: allowances.includes(allow) ? (allow as Allowance) : 'nothing',
    more: more.size > 0 ? more : null,
  };
}

// Of the present address those that are named.
const only = (names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => names.includes(name)));

/** The address of a scene of the gallery or of a kept one, relative to the page, keeping what it says of the page. */
export function sceneUrl(scene: string | null, kept: string | null = null): string {
  const parameters = only(kOfPage);
  for (const [name, value] of Object.entries({ scene, kept })) if (value !== null) parameters.set(name, value);
  return address(parameters);
}

/** The same scene in a page of its own, for a figure's link. */
export function wholePageUrl(): string {
  const parameters = new URLSearchParams(location.search);
  parameters.delete('embed');
  return address(parameters);
}

/** A link that is longer than this stays out of the address: programs cut longer ones. */
export const kLongestAddress = 8000;

/** The link of the address, damaged or not; or the one that was too long for it. */
export function readLink(): string | null {
  const link = linkOf(location.hash)?.slice(1);
  if (link !== undefined && !document.getElementById(link)) return link;
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'link' in state && typeof state.link === 'string' ? state.link : null;
}

/** Puts a link into the address, or in its place into what the browser keeps with it; null: none. False where it is too long for the
 *  address. */
export function replaceLink(link: string | null): boolean {
  const url = address(only(kKnown)); // the link says what else was said
  const whole = `${url}#${link ?? ''}`;
  const fits = link === null || location.origin.length + whole.length <= kLongestAddress;
  try {
    history.replaceState(fits ? null : { link }, '', link !== null && fits ? whole : url);
  } catch {
    // WebKit takes so many changes of the address in half a minute, and no more: the next one is written
  }
  return fits;
}

/** The address of the page with a link, for somebody else: without what is kept in this browser alone. */
export function sharedUrl(link: string | null, scene: string | null, isEmbed = false): string {
  const parameters = new URLSearchParams();
  if (scene !== null) parameters.set('scene', scene);
  if (isEmbed) parameters.set('embed', '');
  return `${/^https?:/.test(location.origin) ? location.origin : 'file://'}${address(parameters)}${link === null ? '' : `#${link}`}`;
}

export function pushScene(scene: string | null, kept: string | null = null): void {
  const url = sceneUrl(scene, kept);
  // Behind the scene that was chosen no link of it stays, which may be damaged.
  if (url + location.hash !== address(new URLSearchParams(location.search))) history.pushState(null, '', url);
}

/** Another scene than the one that the address asks for. */
export const replaceScene = (scene: string | null, keepsLink = false): void =>
  keepsLink
    ? history.replaceState(history.state, '', `${sceneUrl(scene)}${location.hash}`)
    : history.replaceState(null, '', sceneUrl(scene));

export function replacePaused(isPaused: boolean): void {
  const parameters = new URLSearchParams(location.search);
  if (parameters.has('paused') === isPaused) return;
  if (isPaused) parameters.set('paused', '');
  else parameters.delete('paused');
  history.replaceState(history.state, '', `${address(parameters)}${location.hash}`);
}

// "?scene=one&paused": flags without "=", as people write them.
function address(parameters: URLSearchParams): string {
  const text = parameters.toString().replace(/=(&|$)/g, '$1');
  return `${location.pathname}${text ? `?${text}` : ''}`;
}
