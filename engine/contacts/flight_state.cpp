#include "contacts/flight_state.h"

#include "motion/free_motion.h"
#include "motion/free_rotation.h"

namespace tumble {
FlightState flightStateAt(const ContactSolver& solver, const BodyStore& store, std::uint32_t body, std::uint32_t index, double alpha) {
  const Body& start = store.bodies[body];
  const double h = solver.substep, before = solver.substepsDone * h, elapsed = before + alpha * h;
  if (index == 0) {
    if (start.type != BodyType::kinematic) return {start.x, start.q, {}, {}, 0, {}};
    Body moved = start;
    moveFreely(moved, {}, elapsed);
    return {moved.x, moved.q, start.v, start.kinematicOmega, 0, {}};
  }
  const SolverBody& state = solver.bodies.state[index];
  const Vec3 g = toDouble(solver.bodies.drive[index].acceleration);
  FlightState s;
  // The substeps move by the velocity at their end, h k times too far in free fall by g h / 2; a parabola has neither.
  s.v = vectorOf(state.velocity) - g * (h * (1 - alpha));
  s.x = start.x + displacementOf(solver.bodies, index) - g * (0.5 * h * before) + (s.v - g * (0.5 * alpha * h)) * (alpha * h);
  const SymmetricMat3 root = inertiaRootOf(solver.bodies, index, start);
  const Vec3 turn = turnOf(solver.bodies, index) + vectorOf(state.spin) * (alpha * h);
  s.q = freeRotationOrder2(start.q, root * turn, start.inertia, 1);
  const Vec3 L = root * vectorOf(state.spin);
  s.omega = rotate(s.q, scaled(start.inverseInertia, inverseRotate(s.q, L)));
  s.inverseMass = start.inverseMass;
  s.inverseInertia = start.inverseInertia;
  s.planar = start.planar;
  return s;
}

OrientedBox boxAt(const Collider& collider, const FlightState& state) {
  return orientedBoxOf(collider, state.x, state.q);
}

}  // namespace tumble
