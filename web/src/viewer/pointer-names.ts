/** What may be done to a picture by hand. */
export const allowedNames = ['push', 'drag', 'camera'] as const;
export type Allowed = (typeof allowedNames)[number];
