// The address of the page holds its state: the scene of the gallery, paused or not, embedded or not, and the rights of a page around
// it. Every change of scene is a step in the history; pausing is not.
import type { Allowance } from '../simulation/gate';

export type UrlState = {
  readonly scene: string | null;
  readonly isPaused: boolean;
  readonly isEmbed: boolean;
  readonly allowed: Allowance;
};

const allowances: readonly string[] = ['drive', 'edit'] satisfies Allowance[];

const isOn = (parameters: URLSearchParams, name: string): boolean =>
  parameters.has(name) && !['0', 'false', 'no'].includes(parameters.get(name) ?? '');

export function readUrl(): UrlState {
  const parameters = new URLSearchParams(location.search);
  const allow = parameters.get('allow') ?? '';
  return {
    scene: parameters.get('scene'),
    isPaused: isOn(parameters, 'paused'),
    isEmbed: isOn(parameters, 'embed'),
    allowed: allowances.includes(allow) ? (allow as Allowance) : 'nothing',
  };
}

/** The address of a scene of the gallery, relative to the page, keeping what else the address says. */
export function sceneUrl(scene: string | null): string {
  const parameters = new URLSearchParams(location.search);
  parameters.delete('paused');
  if (scene === null) parameters.delete('scene');
  else parameters.set('scene', scene);
  return address(parameters);
}

/** The same scene in a page of its own, for a figure's link. */
export function wholePageUrl(): string {
  const parameters = new URLSearchParams(location.search);
  parameters.delete('embed');
  return address(parameters);
}

export function pushScene(scene: string | null): void {
  const url = sceneUrl(scene);
  if (url !== address(new URLSearchParams(location.search))) history.pushState(null, '', url);
}

export function replacePaused(isPaused: boolean): void {
  const parameters = new URLSearchParams(location.search);
  if (parameters.has('paused') === isPaused) return;
  if (isPaused) parameters.set('paused', '');
  else parameters.delete('paused');
  history.replaceState(history.state, '', address(parameters));
}

// "?scene=one&paused": flags without "=", as people write them.
function address(parameters: URLSearchParams): string {
  const text = parameters.toString().replace(/=(&|$)/g, '$1');
  return `${location.pathname}${text ? `?${text}` : ''}`;
}
