#include "world/point_kinematics.h"

#include "forces/drive.h"
#include "forces/evaluate.h"
#include "motion/rates.h"
#include "world/flight_group.h"
#include "world/jointed_motion.h"
#include "world/lasting_forces.h"

namespace tumble {
namespace {

/// The lasting forces on a body, with the anchors of springs at the present state of the other bodies.
List<Force> forcesNow(const World& world, std::uint32_t index) {
  List<Force> forces(forcesOn(world, index));
  driveForces({forces.data(), forces.size()}, world.signals, startOfPart(world), startOfPart(world));
  for (Force& force : forces) {
    const Body* other = findBody(world.bodies, otherBodyOf(force));
    if (other) updateAnchor(*couplingOf(force), *other);
  }
  return forces;
}

}  // namespace

Accelerations accelerationsOf(World& world, std::uint32_t index) {
  const Body& body = world.bodies.bodies[index];
  if (body.type != BodyType::dynamic || body.frozen || isAsleep(body)) return {};
  Vec3 acceleration, torque;
  if (wasTouched(world.contactSolver, index)) {
    const std::uint32_t i = world.contactSolver.bodies.indexOf[index];
    const SolverBody& state = world.contactSolver.bodies.state[i];
    const SolverBodyStart& start = world.contactSolver.bodies.start[i];
    const ContactSolver& solver = world.contactSolver;
    const double rate = 1 / (static_cast<double>(solver.substep) * solver.preset.substeps);  // of the last part of the step
    acceleration = (vectorOf(state.velocity) - toDouble(start.velocity)) * rate;
    torque = inertiaRootOf(world.contactSolver.bodies, i, body) *
             ((vectorOf(state.scaledAngularVelocity) - toDouble(start.scaledAngularVelocity)) * rate);
  } else if (gatherConnections(world); !jointsOn(world.jointGraph, index).empty()) {
    List<std::uint8_t> done(world.bodies.bodies.size());
    FlightGroup group;
    gatherGroup(group, world, index, done);
    const Rates rates = ratesInJoints(world, group);
    acceleration = rates.acceleration;
    torque = rates.torque;
  } else {
    const List<Force> forces = forcesNow(world, index);
    const Rates rates = ratesOf(body, {world.settings.gravity, forces}, 0);
    acceleration = rates.acceleration;
    torque = rates.torque;
  }
  if (body.motion != MotionScheme::semiImplicitEulerNoGyro) torque -= cross(angularVelocity(body), body.L);
  return {acceleration, rotate(body.q, scaled(body.inverseInertia, inverseRotate(body.q, torque)))};
}

PointKinematics kinematicsOf(const Body& body, Vec3 point, const Accelerations& accelerations) {
  const Vec3 p = worldPoint(body, point), r = p - body.x;
  const Vec3 omega = body.type == BodyType::fixed ? Vec3{} : angularVelocity(body);
  PointKinematics k;
  k.position = p;
  k.velocity = body.v + cross(omega, r);
  k.tangential = cross(accelerations.angular, r);
  k.centripetal = cross(omega, cross(omega, r));
  k.acceleration = accelerations.linear + k.tangential + k.centripetal;
  return k;
}

}  // namespace tumble
