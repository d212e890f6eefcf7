// What a body can be drawn as: its key `look` (web/scenes/README.md).
import type { OwnColors } from './palette';

export const figureNames = ['racket', 'hammer', 'rocket', 'twinRocket'] as const;
export type FigureName = (typeof figureNames)[number];

/** What a scene or a command says of how a body is drawn: its colours, and what in place of its shapes. */
export type BodyLook = { readonly colors: OwnColors; readonly figure?: FigureName };

/** The module that draws figures, once it is loaded. */
export type FigureMaker = typeof import('./figures');
