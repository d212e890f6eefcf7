// What the wrapper for React offers: its types, shipped as react.d.ts as they stand.
import type { CSSProperties, ForwardRefExoticComponent, ReactNode, RefAttributes } from 'react';
import type { TumbleSceneElement, TumbleSceneEvents, TumbleSceneProperties } from '../element/api';

type Attributes = { readonly [Name in keyof TumbleSceneProperties]?: TumbleSceneProperties[Name] | number };

export interface TumbleSceneProps extends Omit<Attributes, 'scene'> {
  /** A scene of the gallery by its name, or a scene. */
  readonly scene?: string | object | null;
  /** A link as "Share" gives it. */
  readonly link?: string;
  /** Where it stands while it waits. */
  readonly step?: number;
  readonly id?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** What stands there until the figure runs, and for readers without scripts: a picture, a sentence. */
  readonly children?: ReactNode;
  readonly onReady?: (event: TumbleSceneEvents['ready']) => void;
  readonly onStep?: (event: TumbleSceneEvents['step']) => void;
  readonly onPush?: (event: TumbleSceneEvents['push']) => void;
  readonly onImpact?: (event: TumbleSceneEvents['impact']) => void;
  readonly onChange?: (event: TumbleSceneEvents['change']) => void;
  readonly onVisibility?: (event: TumbleSceneEvents['visibility']) => void;
  readonly onEnd?: (event: TumbleSceneEvents['end']) => void;
  readonly onError?: (event: TumbleSceneEvents['error']) => void;
}

/** `<tumble-scene>` as a component. A server renders the tag with its children; the element loads in the browser. The ref is the element. */
export declare const TumbleScene: ForwardRefExoticComponent<TumbleSceneProps & RefAttributes<TumbleSceneElement>>;
