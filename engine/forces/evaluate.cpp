#include "forces/evaluate.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "forces/fluid_drag.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Wrench of the drag among `forces`.
Wrench dragWrench(std::span<const Force> forces, const Body& body) {
  const Drag drag = dragOf(forces);
  if (drag.linear == 0 && drag.angular == 0) return {};
  return {body.v * -drag.linear, angularVelocity(body) * -drag.angular};
}

}  // namespace

Vec3 worldPoint(const Body& body, Vec3 pointInBody) { return bodyOrigin(body) + rotate(bodyOrientation(body), pointInBody); }

void updateAnchor(Spring& spring, const Body& other) {
  TUMBLE_ASSERT(spring.other != kNoBody && other.alive, "the anchor of a spring is on a living body");
  spring.anchor = worldPoint(other, spring.otherPoint);
  spring.anchorVelocity = other.type == BodyType::fixed ? Vec3{} : velocityAt(other, spring.anchor);
  spring.anchorInverseMass = inverseMassAt(other, spring.anchor);
}

Wrench wrenchOf(const Force& force, const Body& body) { return totalWrench({&force, 1}, body); }

/// The tension of a spring at a distance (m) from its anchor.
static void setTension(SpringLine& line, const Spring& spring, double distance) {
  line.anchorVelocity = spring.anchorVelocity;
  line.anchorInverseMass = spring.anchorInverseMass;
  line.tension = spring.stiffness * (distance - spring.restLength);
  line.stiffness = spring.stiffness;
  line.damping = spring.damping;
  const bool isotropic = spring.restLength == 0;
  line.lateral = isotropic ? spring.stiffness : distance > spring.restLength ? line.tension / distance : 0;
  // Between two bodies only along the line: lateral forces would have no balancing torque, and change the angular momentum.
  line.lateralDamping = isotropic && spring.other == kNoBody ? spring.damping : 0;
}

/// The tension of a beam: within its range it is a spring of rest length 0.
static void setTension(SpringLine& line, const Beam& beam, double distance) {
  const bool within = distance < beam.range;
  line.lateral = beam.strength / (within ? beam.range : distance);
  line.stiffness = within ? line.lateral : 0;
  line.tension = line.lateral * distance;
  line.damping = line.lateralDamping = beam.damping;
}

SpringLine lineOf(const Force& force, Vec3 p) {
  const auto* spring = std::get_if<Spring>(&force.model);
  const auto* beam = std::get_if<Beam>(&force.model);
  SpringLine line;
  if (!spring && !beam) return line;
  line.anchor = spring ? spring->anchor : beam->anchor;
  const Vec3 d = p - line.anchor;
  line.direction = normalized(d);
  if (spring) setTension(line, *spring, length(d));
  else setTension(line, *beam, length(d));
  return line;
}

static Vec3 springForce(const SpringLine& line, const Body& body, Vec3 p) {
  if (line.damping == 0) return line.direction * -line.tension;
  const Vec3 v = velocityAt(body, p) - line.anchorVelocity;
  const double along = dot(line.direction, v);
  return (line.direction * (line.tension + (line.damping - line.lateralDamping) * along) + v * line.lateralDamping) * -1;
}

static double potentialEnergy(const Spring& spring, double distance) {
  const double stretch = distance - spring.restLength;
  return 0.5 * spring.stiffness * stretch * stretch;
}

/// The integral of its tension: that of a spring within its range, constant beyond.
static double potentialEnergy(const Beam& beam, double distance) {
  const double within = distance < beam.range ? distance : beam.range;
  return beam.strength * (0.5 * within * within / beam.range + distance - within);
}

double potentialEnergy(const Force& force, const Body& body) {
  if (isDriven(force) && !isSpring(force)) return 0;
  if (const auto* field = std::get_if<AccelerationField>(&force.model)) return -body.mass * dot(field->acceleration, body.x);
  const Vec3* const point = pointOf(force);
  if (!point || typeOf(force) == ForceType::fluidDrag) return 0;
  const Vec3 p = worldPoint(body, *point);
  if (const auto* spring = std::get_if<Spring>(&force.model)) return potentialEnergy(*spring, length(p - spring->anchor));
  if (const auto* beam = std::get_if<Beam>(&force.model)) return potentialEnergy(*beam, length(p - beam->anchor));
  const auto& constant = *std::get_if<ConstantForce>(&force.model);
  return constant.frame == ForceFrame::world && force.untilStep < 0 ? -dot(constant.force, p) : 0;
}

Wrench totalWrench(std::span<const Force> forces, const Body& body) {
  const Wrench drag = dragWrench(forces, body), others = wrenchBesidesDrag(forces, body);
  return {drag.force + others.force, drag.torque + others.torque};
}

Wrench wrenchBesidesDrag(std::span<const Force> forces, const Body& body, double time) {
  Wrench sum = steadyWrench(forces, body);
  addFluidDrag(sum, forces, body, time);
  for (const Force& force : forces) {
    if (!isSpring(force)) continue;
    const Vec3 p = worldPoint(body, *pointOf(force)), pull = springForce(lineOf(force, p), body, p);
    sum.force += pull;
    sum.torque += cross(p - body.x, pull);
  }
  return sum;
}

Wrench steadyWrench(std::span<const Force> forces, const Body& body) {
  Wrench sum;
  for (const Force& force : forces) {
    if (const auto* field = std::get_if<AccelerationField>(&force.model)) sum.force += field->acceleration * body.mass;
    const auto* constant = std::get_if<ConstantForce>(&force.model);
    const auto* torque = std::get_if<ConstantTorque>(&force.model);
    if (!constant && !torque) continue;
    const Vec3 own = constant ? constant->force : torque->torque;
    const ForceFrame frame = constant ? constant->frame : torque->frame;
    const Vec3 vector = frame == ForceFrame::body ? rotate(bodyOrientation(body), own) : own;
    if (constant) {
      sum.force += vector;
      sum.torque += cross(worldPoint(body, constant->point) - body.x, vector);
    } else {
      sum.torque += vector;
    }
  }
  return sum;
}

Drag dragOf(std::span<const Force> forces) {
  Drag sum;
  for (const Force& force : forces) {
    if (const auto* drag = std::get_if<Drag>(&force.model)) sum.linear += drag->linear, sum.angular += drag->angular;
  }
  return sum;
}

bool hasDrag(std::span<const Force> forces) {
  return std::any_of(forces.begin(), forces.end(), [](const Force& force) {
    const auto* drag = std::get_if<Drag>(&force.model);
    return drag && (drag->linear != 0 || drag->angular != 0 || isDriven(force));
  });
}

double dragRate(std::span<const Force> forces, const Body& body, double time) {
  const Drag drag = dragOf(forces);
  double fastest = drag.linear * body.inverseMass;
  if (std::any_of(forces.begin(), forces.end(), [](const Force& force) { return typeOf(force) == ForceType::fluidDrag; })) {
    const Wrench wrench = wrenchBesidesDrag(forces, body, time);
    Body pushed = body;
    pushed.v += wrench.force * (time * body.inverseMass);
    pushed.L += wrench.torque * time;
    fastest = std::max(fastest, std::max(fluidDragRate(forces, body), fluidDragRate(forces, pushed)));
  }
  for (int i = 0; i < 3; ++i) {
    const double rate = drag.angular * body.inverseInertia[i];
    fastest = rate > fastest ? rate : fastest;
  }
  return fastest;
}

SpringRate springRate(std::span<const Force> forces, const Body& body, double time) {
  SpringRate sum;
  const Vec3 inverse = body.inverseInertia;
  const double mostInverse = std::max(inverse.x, std::max(inverse.y, inverse.z)), spin = length(angularVelocity(body));
  sum.damping = fluidDragRate(forces, body);
  for (const Force& force : forces) {
    if (!isSpring(force)) continue;
    const Vec3 p = worldPoint(body, *pointOf(force));
    const SpringLine line = lineOf(force, p);
    const double w = inverseMassAt(body, p) + line.anchorInverseMass;
    sum.squared += w * (line.lateral > line.stiffness ? line.lateral : line.stiffness);
    sum.damping += w * line.damping;
    const double lever = length(p - body.x), speed = length(velocityAt(body, p) - line.anchorVelocity);
    sum.swinging += (std::abs(line.tension) + line.stiffness * speed * time) * lever * mostInverse;
    if (lever > 0) sum.turning = std::max(sum.turning, spin);
    if (line.lateral == line.stiffness) continue;  // isotropic: the direction of the line has no effect
    const double way = (speed + 0.5 * std::abs(line.tension) * w * time) * time, distance = length(p - line.anchor);
    if (way > 0) sum.turning = std::max(sum.turning, way / (std::max(distance - way, kNearestPass * way) * time));
  }
  return sum;
}

bool dependsOnVelocity(std::span<const Force> forces) {
  return std::any_of(forces.begin(), forces.end(), [](const Force& force) {
    const auto* spring = std::get_if<Spring>(&force.model);
    const auto* beam = std::get_if<Beam>(&force.model);
    return typeOf(force) == ForceType::drag || typeOf(force) == ForceType::fluidDrag || (spring && spring->damping != 0) ||
           (beam && beam->damping != 0);
  });
}

}  // namespace tumble
