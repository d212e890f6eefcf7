// The wrapper for React (react-api.ts), for every React from 18 on: it sets attributes and listens by itself.
import { createElement, forwardRef, useEffect, useImperativeHandle, useRef, type ReactElement, type ReactNode } from 'react';
import type { TumbleSceneElement, TumbleSceneEvents } from '../element/api';
import type { TumbleSceneProps } from './react-api';

type Listeners = Record<string, ((event: CustomEvent) => void) | undefined>;

const kEvents = ['ready', 'step', 'push', 'impact', 'change', 'visibility', 'end', 'error'] satisfies (keyof TumbleSceneEvents)[];
const propertyOf = (event: string): string => `on${event[0]!.toUpperCase()}${event.slice(1)}`;
const kHandlers = new Set(kEvents.map(propertyOf));
// Attributes whose names are methods of the element: React would put the value in place of the method.
const kMethods = ['step', 'link'] as const;

// "<" as an escape: the text cannot end its own tag.
const inlineScene = (scene: object): ReactElement =>
  createElement('script', {
    key: 'scene',
    type: 'application/json',
    dangerouslySetInnerHTML: { __html: JSON.stringify(scene).replaceAll('<', '\\u003c') },
  });

export const TumbleScene = forwardRef<TumbleSceneElement, TumbleSceneProps>((properties, outerRef) => {
  const ref = useRef<TumbleSceneElement>(null);
  useImperativeHandle(outerRef, () => ref.current!);
  const latest = useRef<Listeners>({});
  latest.current = properties as unknown as Listeners;

  const { children, scene, className, step, link, ...others } = properties;
  useEffect(() => {
    const values = { step, link };
    for (const name of kMethods) {
      const value = values[name];
      if (value === undefined) ref.current!.removeAttribute(name);
      else ref.current!.setAttribute(name, String(value));
    }
  }, [step, link]);

  useEffect(() => {
    void import('tumble-physics/element');
    const element = ref.current!;
    const dispatch = (event: Event): void => latest.current[propertyOf(event.type)]?.(event as CustomEvent);
    for (const event of kEvents) element.addEventListener(event, dispatch);
    return () => {
      for (const event of kEvents) element.removeEventListener(event, dispatch);
    };
  }, []);

  const attributes: Record<string, unknown> = { ref, suppressHydrationWarning: true };
  if (className !== undefined) attributes.class = className;
  if (typeof scene === 'string') attributes.scene = scene;
  for (const [name, value] of Object.entries(others)) {
    if (kHandlers.has(name) || value === undefined || value === null || value === false) continue;
    attributes[name] = value;
  }
  const inline: ReactNode = typeof scene === 'object' && scene !== null ? inlineScene(scene) : null;
  return createElement('tumble-scene', attributes, inline, children);
});
TumbleScene.displayName = 'TumbleScene';
