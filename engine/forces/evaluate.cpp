#include "forces/evaluate.h"

#include <algorithm>
#include <cmath>

#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Of the drag among `laws`, at these velocities.
Wrench dragWrench(std::span<const Force> laws, const Body& body) {
  const Drag drag = dragOf(laws);
  if (drag.linear == 0 && drag.angular == 0) return {};
  return {body.v * -drag.linear, angularVelocity(body) * -drag.angular};
}

}  // namespace

Vec3 worldPoint(const Body& body, Vec3 pointInBody) { return bodyOrigin(body) + rotate(bodyOrientation(body), pointInBody); }

void followPartner(Force& law, const Body& partner) {
  law.anchor = worldPoint(partner, law.otherPoint);
  law.anchorVelocity = partner.type == BodyType::fixed ? Vec3{} : velocityAt(partner, law.anchor);
  law.anchorInverseMass = inverseMassAt(partner, law.anchor);
}

Wrench wrenchOf(const Force& law, const Body& body) { return totalWrench({&law, 1}, body); }

SpringLine lineOf(const Force& law, Vec3 p) {
  const Vec3 d = p - law.anchor;
  const double distance = length(d);
  SpringLine line;
  line.direction = normalized(d);
  if (law.type == ForceType::beam) {
    // Beyond its reach it pulls with its full strength; within as a spring.
    const bool within = distance < law.reach;
    line.lateral = law.strength / (within ? law.reach : distance);
    line.stiffness = within ? line.lateral : 0;
    line.tension = line.lateral * distance;
    line.damping = line.lateralDamping = law.damping;
    return line;
  }
  line.tension = law.stiffness * (distance - law.restLength);
  line.stiffness = law.stiffness;
  line.damping = law.damping;
  const bool isotropic = law.restLength == 0;
  line.lateral = isotropic ? law.stiffness : distance > law.restLength ? line.tension / distance : 0;
  // Between two bodies only along the line: a force across it would be a torque that nothing answers.
  line.lateralDamping = isotropic && law.other == kNoBody ? law.damping : 0;
  return line;
}

static Vec3 springForce(const Force& law, const Body& body, Vec3 p) {
  const SpringLine line = lineOf(law, p);
  if (line.damping == 0) return line.direction * -line.tension;
  const Vec3 v = velocityAt(body, p) - law.anchorVelocity;
  const double along = dot(line.direction, v);
  return (line.direction * (line.tension + (line.damping - line.lateralDamping) * along) + v * line.lateralDamping) * -1;
}

double potentialEnergy(const Force& law, const Body& body) {
  const Vec3 p = worldPoint(body, law.point);
  const double distance = length(p - law.anchor);
  switch (law.type) {
    case ForceType::spring: {
      const double stretch = distance - law.restLength;
      return 0.5 * law.stiffness * stretch * stretch;
    }
    case ForceType::beam: {  // the integral of its pull: of a spring within reach, then of a constant strength
      const double within = distance < law.reach ? distance : law.reach;
      return law.strength * (0.5 * within * within / law.reach + distance - within);
    }
    case ForceType::field: return -body.mass * dot(law.vector, body.x);
    case ForceType::force: return law.frame == ForceFrame::world && law.untilStep < 0 ? -dot(law.vector, p) : 0;
    case ForceType::torque:
    case ForceType::drag: break;
  }
  return 0;
}

Wrench totalWrench(std::span<const Force> laws, const Body& body) {
  const Wrench drag = dragWrench(laws, body), others = wrenchBesidesDrag(laws, body);
  return {drag.force + others.force, drag.torque + others.torque};
}

Wrench wrenchBesidesDrag(std::span<const Force> laws, const Body& body) {
  Wrench sum = steadyWrench(laws, body);
  for (const Force& law : laws) {
    if (!isSpring(law)) continue;
    const Vec3 p = worldPoint(body, law.point), force = springForce(law, body, p);
    sum.force += force;
    sum.torque += cross(p - body.x, force);
  }
  return sum;
}

Wrench steadyWrench(std::span<const Force> laws, const Body& body) {
  Wrench sum;
  for (const Force& law : laws) {
    const Vec3 vector = law.frame == ForceFrame::body ? rotate(bodyOrientation(body), law.vector) : law.vector;
    if (law.type == ForceType::force) {
      sum.force += vector;
      sum.torque += cross(worldPoint(body, law.point) - body.x, vector);
    } else if (law.type == ForceType::torque) {
      sum.torque += vector;
    } else if (law.type == ForceType::field) {
      sum.force += law.vector * body.mass;
    }
  }
  return sum;
}

Drag dragOf(std::span<const Force> laws) {
  Drag sum;
  for (const Force& law : laws) {
    if (law.type == ForceType::drag) sum.linear += law.linear, sum.angular += law.angular;
  }
  return sum;
}

double dragRate(std::span<const Force> laws, const Body& body) {
  const Drag drag = dragOf(laws);
  double fastest = drag.linear * body.inverseMass;
  for (int i = 0; i < 3; ++i) {
    const double rate = drag.angular * body.inverseInertia[i];
    fastest = rate > fastest ? rate : fastest;
  }
  return fastest;
}

SpringRate springRate(std::span<const Force> laws, const Body& body, double time) {
  SpringRate sum;
  const Vec3 inverse = body.inverseInertia;
  const double mostInverse = std::max(inverse.x, std::max(inverse.y, inverse.z)), spin = length(angularVelocity(body));
  for (const Force& law : laws) {
    if (!isSpring(law)) continue;
    const Vec3 p = worldPoint(body, law.point);
    const double w = inverseMassAt(body, p) + law.anchorInverseMass;
    const SpringLine line = lineOf(law, p);
    sum.squared += w * (line.lateral > line.stiffness ? line.lateral : line.stiffness);
    sum.damping += w * line.damping;
    const double lever = length(p - body.x), speed = length(velocityAt(body, p) - law.anchorVelocity);
    sum.swinging += (std::abs(line.tension) + line.stiffness * speed * time) * lever * mostInverse;
    if (lever > 0) sum.turning = std::max(sum.turning, spin);
    if (line.lateral == line.stiffness) continue;  // a straight pull passes its anchor as if it were not there
    const double way = (speed + 0.5 * std::abs(line.tension) * w * time) * time, distance = length(p - law.anchor);
    if (way > 0) sum.turning = std::max(sum.turning, way / (std::max(distance - way, kNearestPass * way) * time));
  }
  return sum;
}

bool dependsOnVelocity(std::span<const Force> laws) {
  for (const Force& law : laws) {
    if (law.type == ForceType::drag || (isSpring(law) && law.damping != 0)) return true;
  }
  return false;
}

}  // namespace tumble
