// How the sphere of momenta is looked at: the build draws it (momentum-sphere.mjs), the page moves a point on it.
const kTurn = 0.9;
const kLift = 0.38;

const [s, c, l, k] = [Math.sin(kTurn), Math.cos(kTurn), Math.sin(kLift), Math.cos(kLift)];
const right = [c, 0, -s];
const up = [-s * l, k, -c * l];
const near = [s * k, l, c * k];

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const kRadius = 150;

/** Where a direction in body axes (a unit vector) is drawn, in units of the drawing. */
export const placeOf = (u) => [kRadius * dot(u, right), -kRadius * dot(u, up)];

/** True on the half of the sphere that is towards the reader. */
export const isNear = (u) => dot(u, near) >= 0;
