#include "motion/free_motion.h"

#include <algorithm>

#include "assertion.h"
#include "forces/evaluate.h"
#include "math/rotation_vector.h"
#include "math/trigonometry.h"
#include "motion/composition.h"
#include "motion/free_rotation.h"

namespace tumble {
namespace {

struct Decay {
  double factor;    // E = e^(-c t)
  double time;      // T = (1 - E) / c, seconds
  double distance;  // (t - T) / c, seconds^2: displacement per unit of constant acceleration
};

Decay decayOf(double c, double t) {
  if (c == 0) return {1, t, 0.5 * t * t};
  const double ct = c * t;
  if (ct < 1e-3 && ct > -1e-3) {  // series: the closed form loses half of its digits to cancellation here
    const double T = t * (1 - ct * (0.5 - ct * (1.0 / 6 - ct * (1.0 / 24 - ct / 120))));
    return {1 - c * T, T, t * t * (0.5 - ct * (1.0 / 6 - ct * (1.0 / 24 - ct * (1.0 / 120 - ct / 720))))};
  }
  const double E = exponential(-ct), T = (1 - E) / c;
  return {E, T, (t - T) / c};
}

}  // namespace

void push(Body& body, const Wrench& wrench, double time) {
  body.v += wrench.force * (time * body.inverseMass);
  body.L += wrench.torque * time;
}

void pushWithDrag(Body& body, const Wrench& wrench, const Drag& drag, Vec3 gravity, double time) {
  const Decay linear = decayOf(drag.linear * body.inverseMass, time);
  body.v = body.v * linear.factor + (wrench.force * body.inverseMass + gravity) * linear.time;
  const Vec3 l = inverseRotate(body.q, body.L), torque = inverseRotate(body.q, wrench.torque);
  Vec3 slowed;
  for (int i = 0; i < 3; ++i) {
    const Decay angular = decayOf(drag.angular * body.inverseInertia[i], time);
    slowed[i] = l[i] * angular.factor + torque[i] * angular.time;
  }
  body.L = rotate(body.q, slowed);
}

int forceSubsteps(double rate, double time) {
  const double wanted = rate * time / kSpringAngle;
  if (!(wanted > kForceSubsteps)) return kForceSubsteps;
  return wanted < kMaxForceSubsteps ? static_cast<int>(wanted) + 1 : kMaxForceSubsteps;
}

void kickFrom(Body& body, const Body& state, const FlightForces& forces, double time) {
  const Wrench wrench = wrenchBesidesDrag(forces.lasting, state, time);
  if (!hasDrag(forces.lasting)) return push(body, wrench, time);
  pushWithDrag(body, wrench, dragOf(forces.lasting), forces.gravity, time);
}

void kick(Body& body, const FlightForces& forces, double time) {
  if (!dependsOnVelocity(forces.lasting)) return kickFrom(body, body, forces, time);
  Body middle = body;
  kickFrom(middle, body, forces, 0.5 * time);
  kickFrom(body, middle, forces, time);
}

void kickOfOrder4(Body& body, std::span<const Force> forces, double h) {
  if (!dependsOnVelocity(forces)) return push(body, totalWrench(forces, body), h);
  Wrench slope[4];
  const double share[4] = {0, 0.5, 0.5, 1};
  for (int i = 0; i < 4; ++i) {
    Body stage = body;
    if (i > 0) push(stage, slope[i - 1], share[i] * h);
    slope[i] = totalWrench(forces, stage);
  }
  const double sixth = h / 6;
  body.v += (slope[0].force + (slope[1].force + slope[2].force) * 2.0 + slope[3].force) * (sixth * body.inverseMass);
  body.L += (slope[0].torque + (slope[1].torque + slope[2].torque) * 2.0 + slope[3].torque) * sixth;
}

void drift(Body& body, Vec3 gravity, double time, Rotation rotation) {
  const Decay linear = decayOf(body.linearDamping, time), angular = decayOf(body.angularDamping, time);
  body.x += body.v * linear.time + gravity * linear.distance;
  body.v = body.v * linear.factor + gravity * linear.time;
  body.q = rotation(body.q, body.L, body.inertia, angular.time);
  if (body.angularDamping != 0) body.L = body.L * angular.factor;
}

void moveByOrder4(Body& body, const FlightForces& forces, double time, Rotation rotation) {
  double done = 0;
  for (const double share : kComposition) {
    const double half = 0.5 * share * time;
    setTime(forces, done, done + half);
    kickOfOrder4(body, forces.lasting, half);
    drift(body, forces.gravity, share * time, rotation);
    setTime(forces, done + half, done + 2 * half);
    kickOfOrder4(body, forces.lasting, half);
    done += 2 * half;
  }
}

void moveFreely(Body& body, Vec3 gravity, double time, bool few) {
  TUMBLE_ASSERT(body.type != BodyType::fixed, "a static body does not move");
  if (body.type == BodyType::kinematic) {
    body.x += body.v * time;
    body.q = turnedAt(body.kinematicOmega, time, body.q);
    return;
  }
  drift(body, gravity, time, few ? freeRotationFew : freeRotation);
}

double flightWork(std::span<const Force> forces, int substeps) {
  return static_cast<double>(forces.size()) * (dependsOnVelocity(forces) ? 4 : 1) * substeps;
}

int affordableSubsteps(std::span<const Force> forces, double work) {
  const double most = work / flightWork(forces, 1);
  return most < kForceSubsteps ? kForceSubsteps : static_cast<int>(std::min<double>(most, kMaxForceSubsteps));
}

double moveUnderForces(Body& body, const FlightForces& forces, double time, bool few, double work) {
  setTime(forces, 0, time);
  const double springs = springRate(forces.lasting, body, time).fastest();
  TUMBLE_ASSERT(body.type == BodyType::dynamic, "forces move dynamic bodies alone");
  const int substeps = std::min(forceSubsteps(springs, time), affordableSubsteps(forces.lasting, work));
  const double done = flightWork(forces.lasting, substeps);
  const double h = time / substeps;
  const Rotation rotation = few ? freeRotationOrder4 : substeps > 4 * kForceSubsteps ? freeRotationFew : freeRotation;
  // The phase error of a spring accumulates over its oscillations, so it gets order 4. Only kicks of order 2 are exact for drag that is fast within a
  // substep.
  FlightForces part = forces;
  if ((springs > 0 || forces.signals) && dragRate(forces.lasting, body, time) * h < kSpringAngle) {
    const int steps = compositionsOf(substeps);
    for (int i = 0; i < steps; ++i, part.time = forces.time + i * (time / steps)) moveByOrder4(body, part, time / steps, rotation);
    return done;
  }
  for (int i = 0; i < substeps; ++i, part.time = forces.time + i * h) moveByOrder2(body, part, h, rotation);
  return done;
}

void moveByOrder2(Body& body, const FlightForces& forces, double time, Rotation rotation) {
  setTime(forces, 0, 0.5 * time);
  kick(body, forces, 0.5 * time);
  drift(body, hasDrag(forces.lasting) ? Vec3{} : forces.gravity, time, rotation);
  setTime(forces, 0.5 * time, time);
  kick(body, forces, 0.5 * time);
}

}  // namespace tumble
