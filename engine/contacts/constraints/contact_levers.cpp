#include "contacts/constraints/contact_levers.h"

#include <algorithm>

#include "colliders/axis_of_revolution.h"
#include "colliders/convex_distance.h"
#include "math/rotation_vector.h"
#include "tuning.h"

namespace tumble {
namespace {

bool isSphere(const ContactScene& scene, std::uint32_t collider) { return scene.colliders.colliders[collider].isSphere(); }

/// Whether the other body touches the collider where it is round, and not on the flat end of a cylinder or cone.
bool isRoundAlong(const ContactScene& scene, std::uint32_t collider, Vec3 normal) {
  const OrientedBox& shape = scene.colliders.boxes[collider];
  if (isPolyhedron(shape.shape)) return false;
  const Vec3 across = cross(normal, toDouble(shape.axes.cy));
  const bool hasFlatEnd = shape.shape == ColliderShape::cylinder || shape.shape == ColliderShape::cone;
  return !hasFlatEnd || dot(across, across) > kLeastGenerator;
}

/// m, from the centre of the shape. The point farthest along `direction` on the rim, cap or apex at one end of the axis; of an ellipsoid of all.
Vec3 farthestAtEnd(const OrientedBox& shape, Vec3 direction, bool isUpper) {
  if (shape.shape == ColliderShape::ellipsoid) return supportPoint(shape, direction);
  const Vec3 axis = toDouble(shape.axes.cy), h = toDouble(shape.halfExtents);
  const bool isCapsule = shape.shape == ColliderShape::capsule;
  const Vec3 end = axis * ((isUpper ? 1 : -1) * (isCapsule ? h.y - h.x : h.y));
  if (isCapsule) return end + direction * h.x;
  const Vec3 out = direction - axis * dot(axis, direction);
  const double size = length(out);
  const bool isApex = isUpper && shape.shape == ColliderShape::cone;
  return isApex || !(size > 0) ? end : end + out * (h.x / size);
}

}  // namespace

Vec3 idleSpinOf(const ContactScene& scene, std::uint32_t collider) {
  return idleSpinOf(scene.colliders.boxes[collider], bodyOf(scene, collider).kinematicOmega);
}

RollingLever rollingLeverOf(const OrientedBox& shape, const Manifold& manifold, const Body& body, Vec3 direction, Vec3 at, bool isOnFace,
                            float timeStep) {
  const Vec3 omega = angularVelocity(body);
  const double half = 0.5 * static_cast<double>(timeStep), most = static_cast<double>(kMostBend);
  // Of a line on a seam the spin counts, too: at 180 rad/s it would hop.
  const Vec3 bending = manifold.count > 1 ? omega : omega - idleSpinOf(shape, omega);
  if (!hasNormalImpulse(manifold) || dot(bending, bending) * half * half > most * most) return {};
  RollingLever rolling{omega, shape.center - body.x, {}, {}, manifold.count > 1};
  if (rolling.isLine) {
    const Vec3 axis = toDouble(shape.axes.cy), across = cross(direction, axis);
    const double size = dot(across, across);
    if (size > kLeastGenerator) rolling.lineRate = direction * (dot(cross(omega, axis), across) / size);
    return rolling;
  }
  if (!isOnFace) return rolling;
  const Quat turn = rotatedBy({}, bending * half);
  const bool isUpper = dot(at, toDouble(shape.axes.cy)) > 0;
  const Vec3 moved = rotate(turn, rolling.center) - rolling.center + farthestAtEnd(turnedAboutCenter(shape, turn), direction, isUpper) -
                     farthestAtEnd(shape, direction, isUpper);
  rolling.pointRate = moved * (1 / half);
  return rolling;
}

bool ownsFace(const ContactScene& scene, const TouchingPair& pair, int side) {
  const bool ballA = isSphere(scene, pair.colliderA), ballB = isSphere(scene, pair.colliderB);
  if (ballA || ballB) return side == 0 ? !ballA : !ballB;
  const unsigned axis = scene.contacts.pool[pair.contactIndex].axis;
  return side == 0 ? isFaceOfA(axis) : isFaceOfB(axis);
}

Vec3 ballLeverAcceleration(const Manifold& manifold, Vec3 omega, Vec3 c, float timeStep) {
  const double half = 0.5 * static_cast<double>(timeStep), most = static_cast<double>(kMostBend);
  const Vec3 leverRate = cross(omega, c);
  if (!(manifold.normalImpulse[0] > 0) || dot(leverRate, leverRate) * half * half > most * most * dot(c, c)) return {};
  return cross(omega, leverRate);
}

PartnerLever::PartnerLever(const ContactScene& scene, const TouchingPair& pair, int side, Vec3 n, Vec3 normalTurning, Vec3 center,
                           float timeStep)
    : body_(bodyOf(scene, side == 0 ? pair.colliderA : pair.colliderB)),
      other_(bodyOf(scene, side == 0 ? pair.colliderB : pair.colliderA)),
      normalTurning_(normalTurning),
      midStepRotation_(toDouble(scene.cache.references[other_.firstCollider].midStepRotation)) {
  const std::uint32_t own = side == 0 ? pair.colliderA : pair.colliderB, partner = side == 0 ? pair.colliderB : pair.colliderA;
  const OrientedBox &shape = scene.colliders.boxes[partner], &ownShape = scene.colliders.boxes[own];
  const Manifold& manifold = scene.contacts.pool[pair.contactIndex];
  const Vec3 outward = side == 0 ? n : -n;  // from the kinematic body
  if (shape.isSphere()) {
    kind_ = Kind::ball;
    ballCenter_ = shape.center - other_.x;
    ballAcceleration_ = ballLeverAcceleration(manifold, angularVelocity(other_), ballCenter_, timeStep);
  } else if (isRoundAlong(scene, partner, n)) {
    kind_ = Kind::round;
    rolling_ = rollingLeverOf(shape, manifold, other_, -outward, center - shape.center, ownsFace(scene, pair, side), timeStep);
  } else if (isRoundAlong(scene, own, n)) {
    kind_ = Kind::onRound;
    if (ownShape.isSphere()) rolling_.pointRate = cross(body_.kinematicOmega, ownShape.center - body_.x);
    else rolling_ = rollingLeverOf(ownShape, manifold, body_, outward, center - ownShape.center, ownsFace(scene, pair, 1 - side), timeStep);
  }
}

LeverRate PartnerLever::rateAt(Vec3 p) const {
  const Vec3 omega = angularVelocity(other_), r = p - other_.x;
  if (kind_ == Kind::ball) {
    const Vec3 along = cross(normalTurning_, r - ballCenter_);
    return {cross(omega, ballCenter_) + along, cross(omega, along) + ballAcceleration_, {}};
  }
  if (kind_ == Kind::round) return {rolling_.rateAt(r), rolling_.accelerationAt(r), cross(midStepRotation_, r)};
  if (kind_ == Kind::onRound) {
    const Vec3 rate = body_.v + rolling_.rateAt(p - body_.x) - other_.v;
    return {rate, cross(omega, rate), {}};
  }
  // By the share of the rotation that both have in common: a tumbling body may stop.
  const Vec3 turning = body_.kinematicOmega;
  const double most = dot(turning, turning), share = most > 0 ? std::clamp(dot(omega, turning) / most, 0.0, 1.0) : 0;
  return {cross(omega, r), cross(turning, cross(turning, r)) * (share * share), {}};
}

}  // namespace tumble
