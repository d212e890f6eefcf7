// How the world that a simulation reports differs from the one it reported before.
/** Another scene, the same one as somebody changed it, the same one with its bodies on other slots (from the start, or back in time
 *  before a change), or with bodies that came or went. */
export type WorldChange = 'scene' | 'edit' | 'slots' | 'bodies';
