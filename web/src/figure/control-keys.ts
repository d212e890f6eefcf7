// The letters that a control takes. A file of its own: what reads controls loads apart from what shows their keys.
import type { Control } from './scene-controls';

export const keysOf = (control: Control): readonly string[] =>
  control.kind === 'button' ? (control.key === null ? [] : [control.key]) : [...control.keys.keys()];
