#include "forces/evaluate.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
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

void updateAnchor(Force& force, const Body& other) {
  TUMBLE_ASSERT(force.other != kNoBody && other.alive, "the anchor of a spring is on a living body");
  force.anchor = worldPoint(other, force.otherPoint);
  force.anchorVelocity = other.type == BodyType::fixed ? Vec3{} : velocityAt(other, force.anchor);
  force.anchorInverseMass = inverseMassAt(other, force.anchor);
}

Wrench wrenchOf(const Force& force, const Body& body) { return totalWrench({&force, 1}, body); }

SpringLine lineOf(const Force& force, Vec3 p) {
  const Vec3 d = p - force.anchor;
  const double distance = length(d);
  SpringLine line;
  line.direction = normalized(d);
  if (force.type == ForceType::beam) {
    // Beyond its range it pulls with its full strength, within as a spring.
    const bool within = distance < force.range;
    line.lateral = force.strength / (within ? force.range : distance);
    line.stiffness = within ? line.lateral : 0;
    line.tension = line.lateral * distance;
    line.damping = line.lateralDamping = force.damping;
    return line;
  }
  line.tension = force.stiffness * (distance - force.restLength);
  line.stiffness = force.stiffness;
  line.damping = force.damping;
  const bool isotropic = force.restLength == 0;
  line.lateral = isotropic ? force.stiffness : distance > force.restLength ? line.tension / distance : 0;
  // Between two bodies only along the line: lateral forces would have no balancing torque, and change the angular momentum.
  line.lateralDamping = isotropic && force.other == kNoBody ? force.damping : 0;
  return line;
}

static Vec3 springForce(const Force& force, const Body& body, Vec3 p) {
  const SpringLine line = lineOf(force, p);
  if (line.damping == 0) return line.direction * -line.tension;
  const Vec3 v = velocityAt(body, p) - force.anchorVelocity;
  const double along = dot(line.direction, v);
  return (line.direction * (line.tension + (line.damping - line.lateralDamping) * along) + v * line.lateralDamping) * -1;
}

double potentialEnergy(const Force& force, const Body& body) {
  const Vec3 p = worldPoint(body, force.point);
  const double distance = length(p - force.anchor);
  switch (force.type) {
    case ForceType::spring: {
      const double stretch = distance - force.restLength;
      return 0.5 * force.stiffness * stretch * stretch;
    }
    case ForceType::beam: {  // the integral of its force: that of a spring within its range, constant beyond
      const double within = distance < force.range ? distance : force.range;
      return force.strength * (0.5 * within * within / force.range + distance - within);
    }
    case ForceType::field: return -body.mass * dot(force.vector, body.x);
    case ForceType::force: return force.frame == ForceFrame::world && force.untilStep < 0 ? -dot(force.vector, p) : 0;
    case ForceType::torque:
    case ForceType::drag: break;
  }
  return 0;
}

Wrench totalWrench(std::span<const Force> forces, const Body& body) {
  const Wrench drag = dragWrench(forces, body), others = wrenchBesidesDrag(forces, body);
  return {drag.force + others.force, drag.torque + others.torque};
}

Wrench wrenchBesidesDrag(std::span<const Force> forces, const Body& body) {
  Wrench sum = steadyWrench(forces, body);
  for (const Force& force : forces) {
    if (!isSpring(force)) continue;
    const Vec3 p = worldPoint(body, force.point), pull = springForce(force, body, p);
    sum.force += pull;
    sum.torque += cross(p - body.x, pull);
  }
  return sum;
}

Wrench steadyWrench(std::span<const Force> forces, const Body& body) {
  Wrench sum;
  for (const Force& force : forces) {
    const Vec3 vector = force.frame == ForceFrame::body ? rotate(bodyOrientation(body), force.vector) : force.vector;
    if (force.type == ForceType::force) {
      sum.force += vector;
      sum.torque += cross(worldPoint(body, force.point) - body.x, vector);
    } else if (force.type == ForceType::torque) {
      sum.torque += vector;
    } else if (force.type == ForceType::field) {
      sum.force += force.vector * body.mass;
    }
  }
  return sum;
}

Drag dragOf(std::span<const Force> forces) {
  Drag sum;
  for (const Force& force : forces) {
    if (force.type == ForceType::drag) sum.linear += force.linear, sum.angular += force.angular;
  }
  return sum;
}

double dragRate(std::span<const Force> forces, const Body& body) {
  const Drag drag = dragOf(forces);
  double fastest = drag.linear * body.inverseMass;
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
  for (const Force& force : forces) {
    if (!isSpring(force)) continue;
    const Vec3 p = worldPoint(body, force.point);
    const double w = inverseMassAt(body, p) + force.anchorInverseMass;
    const SpringLine line = lineOf(force, p);
    sum.squared += w * (line.lateral > line.stiffness ? line.lateral : line.stiffness);
    sum.damping += w * line.damping;
    const double lever = length(p - body.x), speed = length(velocityAt(body, p) - force.anchorVelocity);
    sum.swinging += (std::abs(line.tension) + line.stiffness * speed * time) * lever * mostInverse;
    if (lever > 0) sum.turning = std::max(sum.turning, spin);
    if (line.lateral == line.stiffness) continue;  // isotropic: the direction of the line has no effect
    const double way = (speed + 0.5 * std::abs(line.tension) * w * time) * time, distance = length(p - force.anchor);
    if (way > 0) sum.turning = std::max(sum.turning, way / (std::max(distance - way, kNearestPass * way) * time));
  }
  return sum;
}

bool dependsOnVelocity(std::span<const Force> forces) {
  for (const Force& force : forces) {
    if (force.type == ForceType::drag || (isSpring(force) && force.damping != 0)) return true;
  }
  return false;
}

}  // namespace tumble
