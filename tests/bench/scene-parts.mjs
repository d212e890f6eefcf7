// What the scenes of the benchmark are made of: SI units, y up, 1/60 s a step, friction 0.5 and restitution 0 for every pair. Chance
// comes from one seeded generator, and nothing but + - * / and sqrt is used, so that the input is equal to the bit on every machine.
//
// A scene: { title, steps, gravity, statics, bodies, joints, kick, pit, stands, conservative }.
//   statics      boxes that never move: { half, position, orientation }
//   bodies       { shape, position, orientation, density, angularVelocity, collides }; a shape as in shapes.mjs, collides: true
//   joints       { type, a, b, point, axis, limits }: "ball" or "hinge", bodies by index or null for the world, where they are at
//                the start, in the world; limits are of the angle of b about the axis against a, which begins at 0
//   kick         an impulse at the centre of a body at a step
//   pit          half the inner width of a pit
//   stands       the scene is a building, whose bodies ought to stay where they are
//   conservative nothing takes energy away, and nothing adds any

export const kTimeStep = 1 / 60;
export const kFriction = 0.5;
export const kRestitution = 0;
export const kGravity = [0, -9.81, 0];

const kUpright = [0, 0, 0, 1];

/** Numbers in [0, 1): the linear congruential generator of W. Press et al., "Numerical Recipes" (1992), section 7.1. */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/** Every rotation equally likely: a point in the unit ball of four dimensions, made one long. */
export function randomOrientation(next) {
  for (;;) {
    const q = [0, 0, 0, 0].map(() => 2 * next() - 1);
    const square = q.reduce((sum, x) => sum + x * x, 0);
    if (square > 0.01 && square <= 1) return q.map((x) => x / Math.sqrt(square));
  }
}

export const thing = (shape, position, rest = {}) => ({ shape, position, orientation: kUpright, density: 1, collides: true, ...rest });
export const box = (half, position, rest) => thing({ type: 'box', half }, position, rest);
export const block = (half, position) => ({ half, position, orientation: kUpright });
export const ground = (half = 60) => block([half, 1, half], [0, -1, 0]);
