#include "contacts/row_drift.h"

#include <algorithm>

#include "tuning.h"

namespace tumble {
namespace {

const Body& bodyOf(const ContactScene& scene, std::uint32_t collider) {
  return scene.bodies.bodies[scene.colliders.colliders[collider].body];
}
bool isSphere(const ContactScene& scene, std::uint32_t collider) { return scene.colliders.colliders[collider].isSphere; }

/// A ball off the centre of mass of its body.
bool isLoaded(const ContactScene& scene, std::uint32_t collider) {
  const Collider& c = scene.colliders.colliders[collider];
  return c.isSphere && c.moves && c.position != Vec3{};
}

/// Whether the normal is that of a face of the collider on this side (0: A), which turns with it.
bool ownsFace(const ContactScene& scene, const TouchingPair& pair, int side) {
  const bool ballA = isSphere(scene, pair.colliderA), ballB = isSphere(scene, pair.colliderB);
  if (ballA || ballB) return side == 0 ? !ballA : !ballB;
  const unsigned axis = scene.contacts.pool[pair.contactIndex].axis;
  return side == 0 ? isFaceOfA(axis) : isFaceOfB(axis);
}

/// omega x (omega x c) of a loaded ball that rolls. One that has just landed may stop turning, and nothing is foreseen of it.
Vec3 ballLeverAcceleration(const Manifold& manifold, Vec3 omega, Vec3 c, float timeStep) {
  const double half = 0.5 * static_cast<double>(timeStep), most = static_cast<double>(kMostBend);
  const Vec3 way = cross(omega, c);
  if (!(manifold.normalImpulse[0] > 0) || dot(way, way) * half * half > most * most * dot(c, c)) return {};
  return cross(omega, way);
}

/// The relative velocity that drifts, in the middle of the step, and its rate; `turned`: what the turning of the normal adds to that.
struct KinematicPointVelocity {
  Vec3 velocity, rate;
  double turned = 0;
};

/// Of something kinematic, against the other body at p.
KinematicPointVelocity kinematicVelocityAt(const Body& body, const Body& other, const OrientedBox& shape, const Manifold& manifold, Vec3 p, Vec3 normal, bool face,
                   float timeStep) {
  const Vec3 turning = body.kinematicOmega, omega = angularVelocity(other), r = p - other.x, arm = p - body.x;
  Vec3 leverRate, leverAcceleration;
  if (shape.isSphere) {
    const Vec3 c = shape.center - other.x, along = face ? cross(turning, r - c) : Vec3{};
    leverRate = cross(omega, c) + along;
    leverAcceleration = cross(omega, along) + ballLeverAcceleration(manifold, omega, c, timeStep);
  } else {
    leverRate = cross(omega, r);
    // As far as it turns with it: what tumbles may stop.
    const double most = dot(turning, turning), share = most > 0 ? std::clamp(dot(omega, turning) / most, 0.0, 1.0) : 0;
    leverAcceleration = cross(turning, cross(turning, r)) * (share * share);
  }
  const Vec3 way = other.v + leverRate - body.v;
  KinematicPointVelocity result{body.v + cross(turning, arm + way * (0.5 * static_cast<double>(timeStep))), cross(turning, way) - leverAcceleration, 0};
  if (face) result.turned = -dot(cross(turning, normal), other.v + cross(omega, r) - body.v - cross(turning, arm));
  return result;
}

/// Where the points of a manifold are counted from, the directions of its rows, and the middle of its points.
struct RowFrame {
  Vec3 origin, n, t1, t2;
  Vec3f center;
};

/// What the change of the angular velocity by itself adds to the rows; `passed`: s, from the moment they are of to the middle of the step.
template <class Add>
void addWobble(Add add, const RowFrame& frame, const Manifold& manifold, const Body& body, double sign, double passed) {
  const Vec3 turning = freeAngularAcceleration(body.q, body.inverseInertia, body.L, angularVelocity(body)) * sign;
  const auto addAlong = [&](int row, Vec3f p, Vec3 direction) {
    const double rate = dot(cross(turning, frame.origin + toDouble(p) - body.x), direction);
    add(row, rate * passed, rate);
  };
  for (int i = 0; i < manifold.count; ++i) addAlong(i, manifold.points[i].position, frame.n);
  addAlong(kMaxManifoldPoints, frame.center, frame.t1);
  addAlong(kMaxManifoldPoints + 1, frame.center, frame.t2);
  add(kMaxManifoldPoints + 2, dot(turning, frame.n) * passed, dot(turning, frame.n));
}

}  // namespace

bool wobbles(const Body& body, double timeStep) {
  const Vec3 i = body.inverseInertia;
  if (body.type != BodyType::dynamic || body.planar || isIsotropic(i)) return false;
  const double least = kSlowestWobble / (0.5 * timeStep * body.radius), most = std::max({i.x, i.y, i.z});
  if (dot(body.L, body.L) * most * most < least) return false;  // |I^-1 (L x omega)| <= |L|^2 max^2
  const Vec3 rate = freeAngularAcceleration(body.q, i, body.L, angularVelocity(body));
  return dot(rate, rate) > least * least;
}

bool isKinematic(const ContactScene& scene, const TouchingPair& pair) {
  return bodyOf(scene, pair.colliderA).type == BodyType::kinematic || bodyOf(scene, pair.colliderB).type == BodyType::kinematic;
}

bool hasKinematicVelocity(const ContactScene& scene, const TouchingPair& pair) {
  return (scene.colliders.anyLoaded && (isLoaded(scene, pair.colliderA) || isLoaded(scene, pair.colliderB))) || isKinematic(scene, pair);
}

Vec3f midStepNormal(const ContactScene& scene, const TouchingPair& pair, float halfStep) {
  const Vec3f n = scene.contacts.pool[pair.contactIndex].normal;
  for (int side = 0; side < 2; ++side) {
    const Body& body = bodyOf(scene, side == 0 ? pair.colliderA : pair.colliderB);
    if (body.type == BodyType::kinematic && ownsFace(scene, pair, side)) return turnedBy(n, toFloat(body.kinematicOmega) * halfStep);
  }
  return n;
}

void addKinematicVelocity(ContactSolver& solver, ContactConstraintWide& rows, int lane, const ContactScene& scene, const TouchingPair& pair, float timeStep) {
  if (rows.kinematicVelocity == 0) {
    rows.kinematicVelocity = static_cast<std::uint32_t>(solver.kinematicVelocities.size());
    solver.kinematicVelocities.push_back({});
  }
  KinematicVelocity& out = solver.kinematicVelocities[rows.kinematicVelocity];
  const Manifold& manifold = scene.contacts.pool[pair.contactIndex];
  const Vec3 n = toDouble(vectorOf(rows.normal, lane)), t1 = toDouble(vectorOf(rows.tangent, lane)), t2 = cross(n, t1);
  const Vec3 origin = scene.colliders.boxes[pair.colliderA].center;
  const std::uint32_t colliders[2] = {pair.colliderA, pair.colliderB};
  const auto add = [&](int row, double velocity, double rate) {
    out.acceleration[row].f[lane] += static_cast<float>(rate);
    out.velocity[row].f[lane] += static_cast<float>(velocity - rate * (0.5 * static_cast<double>(timeStep)));
  };
  Vec3f center;
  for (int i = 0; i < manifold.count; ++i) center += manifold.points[i].position * (1 / static_cast<float>(manifold.count));
  const RowFrame frame{origin, n, t1, t2, center};
  for (int side = 0; side < 2; ++side) {
    if (!solver.bodies.marks[side == 0 ? rows.a[lane] : rows.b[lane]].wobbles) continue;
    const Body& body = bodyOf(scene, colliders[side]);
    // What turns too far to be led has rows of the start of the step.
    const bool led = scene.cache.references[body.firstCollider].midStepRotation != Vec3f{};
    addWobble(add, frame, manifold, body, side == 0 ? -1 : 1, led ? 0 : 0.5 * static_cast<double>(timeStep));
  }
  for (int side = 0; side < 2; ++side) {
    const Body &body = bodyOf(scene, colliders[side]), &other = bodyOf(scene, colliders[1 - side]);
    const double sign = side == 0 ? -1 : 1;
    if (body.type == BodyType::kinematic) {
      out.hasKinematicBody = true;
      const OrientedBox& shape = scene.colliders.boxes[colliders[1 - side]];
      const bool face = ownsFace(scene, pair, side);
      const auto at = [&](Vec3f p) { return kinematicVelocityAt(body, other, shape, manifold, origin + toDouble(p), n, face, timeStep); };
      for (int i = 0; i < manifold.count; ++i) {
        const KinematicPointVelocity d = at(manifold.points[i].position);
        add(i, sign * dot(d.velocity, n), sign * (dot(d.rate, n) + d.turned));
      }
      const KinematicPointVelocity d = at(center);
      add(kMaxManifoldPoints, sign * dot(d.velocity, t1), sign * dot(d.rate, t1));
      add(kMaxManifoldPoints + 1, sign * dot(d.velocity, t2), sign * dot(d.rate, t2));
      out.velocity[kMaxManifoldPoints + 2].f[lane] += static_cast<float>(sign * dot(body.kinematicOmega, n));
    } else if (other.type != BodyType::kinematic && isLoaded(scene, colliders[side])) {
      const Vec3 leverAcceleration = ballLeverAcceleration(manifold, angularVelocity(body), scene.colliders.boxes[colliders[side]].center - body.x, timeStep) * sign;
      add(0, 0, dot(leverAcceleration, n));
      add(kMaxManifoldPoints, 0, dot(leverAcceleration, t1));
      add(kMaxManifoldPoints + 1, 0, dot(leverAcceleration, t2));
    }
  }
}

}  // namespace tumble
