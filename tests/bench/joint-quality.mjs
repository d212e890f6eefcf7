// How well joints hold, and what becomes of the energy where nothing takes any away: from poses and velocities while a scene runs.
import { dot, inverse, minus, orientationOf, plus, positionOf, relative, rotated, kWorldPlace } from './poses.mjs';
import { massOf } from './shapes.mjs';

/** Kinetic and potential energy of bodies whose centres of mass are their origins, J. */
function energyOf(scene, masses, world, poses) {
  let kinetic = 0,
    potential = 0;
  for (const [i, { mass, inertia }] of masses.entries()) {
    const { lin, ang } = world.getVel(i);
    const spin = rotated(inverse(orientationOf(poses, i)), ang);
    kinetic += (mass * dot(lin, lin) + inertia.reduce((sum, moment, axis) => sum + moment * spin[axis] ** 2, 0)) / 2;
    potential -= mass * dot(scene.gravity, positionOf(poses, i));
  }
  return { kinetic, total: kinetic + potential };
}

export function watchJoints(scene) {
  const startOf = (index) => (index === null ? kWorldPlace : scene.bodies[index]);
  const anchors = scene.joints.map(({ a, b, point }) =>
    [a, b].map((index) => ({ index, anchor: relative(startOf(index), point, [0, 0, 0, 1]).position })),
  );
  const masses = scene.conservative ? scene.bodies.map(({ shape, density }) => massOf(shape, density)) : null;
  let widest = 0,
    atStart = null,
    last = null,
    highest = 0,
    mostKinetic = 0;

  const placeOf = (poses, { index, anchor }) =>
    index === null ? anchor : plus(positionOf(poses, index), rotated(orientationOf(poses, index), anchor));

  return {
    /** Fills `poses` and notes what they tell. */
    look(world, poses) {
      world.readPoses(poses);
      for (const [a, b] of anchors) {
        const gap = Math.hypot(...minus(placeOf(poses, a), placeOf(poses, b)));
        widest = Number.isNaN(gap) ? Infinity : Math.max(widest, gap);
      }
      if (!masses) return;
      const { kinetic, total } = energyOf(scene, masses, world, poses);
      atStart ??= total;
      last = total - atStart;
      highest = Math.max(highest, last);
      mostKinetic = Math.max(mostKinetic, kinetic);
    },
    /** `gap`: the farthest that the two anchors of a joint were apart, m; energy gained, as parts of the largest kinetic energy. */
    result: () => ({ gap: widest, energy: masses && { end: last / mostKinetic, highest: highest / mostKinetic } }),
  };
}
