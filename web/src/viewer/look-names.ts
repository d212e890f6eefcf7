// What a body can be drawn as: its key `look` (web/scenes/README.md).

export const figureNames = ['racket', 'hammer', 'rocket', 'twinRocket'] as const;
export type FigureName = (typeof figureNames)[number];

/** The module that draws figures, once it is loaded. */
export type FigureMaker = typeof import('./figures');
