#include "forces/evaluate.h"

#include "math/trigonometry.h"

namespace tumble {
namespace {

/// F = -(k (l - l0) + c dl/dt) along the line; with l0 = 0 isotropic: F = -k d - c v.
Vec3 springForce(const Force& law, const Body& body, Vec3 p, double time) {
  const Vec3 d = p - law.anchor, v = velocityAt(body, p);
  const double w = inverseMassAt(body, p);
  // (d + h v) instead of d, and the change of v by the force itself: F = -(k (d + h v) + c v) / (1 + h w (c + h k)).
  const double implicit = 1 / (1 + time * w * (law.damping + time * law.stiffness));
  if (law.restLength == 0) return ((d + v * time) * law.stiffness + v * law.damping) * -implicit;
  const Vec3 n = normalized(d);
  const double speed = dot(n, v);
  return n * (-implicit * (law.stiffness * (length(d) - law.restLength + time * speed) + law.damping * speed));
}

/// (1 - e^(-x)) / x, the mean of e^-s over s in [0, x].
double meanDecay(double x) { return x < 1e-4 ? 1 - x * (0.5 - x / 6) : (1 - exponential(-x)) / x; }

}  // namespace

Vec3 worldPoint(const Body& body, Vec3 pointInBody) { return bodyOrigin(body) + rotate(bodyOrientation(body), pointInBody); }

Wrench wrenchOf(const Force& law, const Body& body) {
  return law.type == ForceType::drag ? meanDrag({&law, 1}, body, 0) : totalWrench({&law, 1}, body, 0);
}

Wrench totalWrench(std::span<const Force> laws, const Body& body, double time) {
  Wrench sum;
  for (const Force& law : laws) {
    const Vec3 vector = law.frame == ForceFrame::body ? rotate(bodyOrientation(body), law.vector) : law.vector;
    switch (law.type) {
      case ForceType::force:
        sum.force += vector;
        sum.torque += cross(worldPoint(body, law.point) - body.x, vector);
        break;
      case ForceType::torque: sum.torque += vector; break;
      case ForceType::spring: {
        const Vec3 p = worldPoint(body, law.point), force = springForce(law, body, p, time);
        sum.force += force;
        sum.torque += cross(p - body.x, force);
        break;
      }
      case ForceType::drag: break;  // meanDrag
    }
  }
  return sum;
}

Wrench meanDrag(std::span<const Force> laws, const Body& body, double time) {
  double linear = 0, angular = 0;
  for (const Force& law : laws) {
    if (law.type == ForceType::drag) linear += law.linear, angular += law.angular;
  }
  if (linear == 0 && angular == 0) return {};
  const Vec3 l = inverseRotate(body.q, body.L);
  Vec3 torque;
  for (int i = 0; i < 3; ++i) {
    const double rate = angular * body.inverseInertia[i];
    torque[i] = -l[i] * rate * meanDecay(rate * time);
  }
  return {body.v * (-linear * meanDecay(linear * body.inverseMass * time)), rotate(body.q, torque)};
}

double springRate(std::span<const Force> laws, const Body& body) {
  double fastest = 0;
  for (const Force& law : laws) {
    if (law.type != ForceType::spring) continue;
    const double w = inverseMassAt(body, worldPoint(body, law.point));
    const double rate = std::sqrt(law.stiffness * w) + law.damping * w;
    if (rate > fastest) fastest = rate;
  }
  return fastest;
}

}  // namespace tumble
