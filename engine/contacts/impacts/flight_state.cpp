#include "contacts/impacts/flight_state.h"

#include <algorithm>

#include "contacts/contact_solver.h"
#include "contacts/impacts/jointed_impacts.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"

namespace tumble {
namespace {

/// m/s. Of a velocity gained by falling, what the contacts that bore the body in the last substep take back: against their impulse, and at most all of it.
/// Without that a ball that rolls into a cushion falls along it, and friction there spins it. (Not of what springs press: it would gain energy.)
Vec3 bornVelocity(const ContactSolver& solver, std::uint32_t index, Vec3 gained) {
  const Vec3 support = vectorOf(solver.bodies.warmStart[index].velocity);
  const double size = length(support);
  if (!(size > 0)) return {};
  const double against = -dot(gained, support) / size;
  return against > 0 ? support * (std::min(against, size) / size) : Vec3{};
}

FlightState stateOf(const Body& body, Vec3 omega, double inverseMass, Vec3 inverseInertia) {
  return {body.x, body.q, body.v, omega, body.L, inverseMass, inverseInertia, body.planar, false, {}, {}};
}

}  // namespace

bool isInFreeFlight(const SolverBodies& bodies, std::uint32_t index, const Body& body) {
  const SolverBodyMarks& marks = bodies.marks[index];
  return !marks.hadContactImpulse && !marks.hasLastingForce && body.motion == MotionScheme::automatic;
}

void continueFlight(const ContactSolver& solver, Body& body, std::uint32_t index, double elapsed) {
  const std::uint32_t start = solver.bodies.marks[index].flightIndex;
  if (start != 0) {
    const FlightStart& from = solver.bodies.flightStarts[start];
    body.x = from.x, body.q = from.q, body.v = from.v, body.L = from.L;
    elapsed -= from.time;
  }
  moveFreely(body, solver.freeFall, elapsed);
}

FlightState flightStateAt(const ContactSolver& solver, const BodyStore& store, std::uint32_t bodyIndex, std::uint32_t index, double alpha) {
  const Body& start = store.bodies[bodyIndex];
  const double h = solver.substep, before = solver.substepsDone * h, elapsed = before + alpha * h;
  if (index == 0) {
    if (start.type != BodyType::kinematic) {
      FlightState still;
      still.x = start.x, still.q = start.q;
      return still;
    }
    Body moved = start;
    moveFreely(moved, {}, elapsed);
    return stateOf(moved, start.kinematicOmega, 0, {});
  }
  if (answeringGroupOf(solver, index)) return jointedStateAt(solver, store, index, alpha);
  if (isInFreeFlight(solver.bodies, index, start)) {
    Body moved = start;
    continueFlight(solver, moved, index, elapsed);
    return stateOf(moved, angularVelocity(moved), start.inverseMass, start.inverseInertia);
  }
  const SolverBody& state = solver.bodies.state[index];
  const Vec3 g = toDouble(solver.bodies.drive[index].acceleration);
  FlightState s;
  // Substeps move by the velocity at their end: k of them are g h (k h) / 2 too far along a parabola.
  const ForcedBody* const forced = forcedBodyOf(solver, bodyIndex);
  const Vec3 gained = forced ? forced->smooth : g * before;
  s.v = vectorOf(state.velocity) - g * (h * (1 - alpha));
  if (!forced) s.v += bornVelocity(solver, index, g * (alpha * h));
  s.x = start.x + displacementOf(solver.bodies, index) - gained * (0.5 * h) + (s.v - g * (0.5 * alpha * h)) * (alpha * h);
  const SymmetricMat3 root = inertiaRootOf(solver.bodies, index, start);
  const Vec3 rotation = scaledRotationOf(solver.bodies, index) + vectorOf(state.scaledAngularVelocity) * (alpha * h);
  s.q = freeRotationOrder2(start.q, root * rotation, start.inertia, 1);
  s.L = root * vectorOf(state.scaledAngularVelocity);
  s.omega = rotate(s.q, scaled(start.inverseInertia, inverseRotate(s.q, s.L)));
  s.inverseMass = start.inverseMass;
  s.inverseInertia = start.inverseInertia;
  s.planar = start.planar;
  return s;
}

}  // namespace tumble
