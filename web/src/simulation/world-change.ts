// How a reported world differs from the one before.

/** `scene`: another scene; `edit`: the same one, edited; `slots`: its bodies have other slots (after a reset, or back in time before an
 *  edit); `bodies`: bodies came or went. */
export type WorldChange = 'scene' | 'edit' | 'slots' | 'bodies';
