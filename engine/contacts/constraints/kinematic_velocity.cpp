#include "contacts/constraints/kinematic_velocity.h"

#include <algorithm>

#include "colliders/convex_distance.h"
#include "math/rotation_vector.h"
#include "tuning.h"

namespace tumble {
namespace {

const Body& bodyOf(const ContactScene& scene, std::uint32_t collider) {
  return scene.bodies.bodies[scene.colliders.colliders[collider].body];
}
bool isSphere(const ContactScene& scene, std::uint32_t collider) { return scene.colliders.colliders[collider].isSphere(); }

/// A ball off the centre of mass of its body.
bool isOffCenterBall(const ContactScene& scene, std::uint32_t collider) {
  const Collider& c = scene.colliders.colliders[collider];
  return c.isSphere() && c.moves && c.position != Vec3{};
}

/// Another round collider of a dynamic body.
bool rolls(const ContactScene& scene, std::uint32_t collider) {
  const Collider& c = scene.colliders.colliders[collider];
  return c.moves && !c.isSphere() && !isPolyhedron(c.shape);
}

/// Whether the other body touches the collider where it is round, and not on the flat end of a cylinder or cone.
bool isRoundAlong(const ContactScene& scene, std::uint32_t collider, Vec3 normal) {
  const OrientedBox& shape = scene.colliders.boxes[collider];
  if (isPolyhedron(shape.shape)) return false;
  const Vec3 across = cross(normal, toDouble(shape.axes.cy));
  const bool hasFlatEnd = shape.shape == ColliderShape::cylinder || shape.shape == ColliderShape::cone;
  return !hasFlatEnd || dot(across, across) > kLeastGenerator;
}

/// rad/s. The spin of a ball or of another solid of revolution about its axis, which turns no normal and moves no surface along its normal.
Vec3 idleSpinOf(const ContactScene& scene, std::uint32_t collider) {
  const OrientedBox& shape = scene.colliders.boxes[collider];
  const Vec3 turning = bodyOf(scene, collider).kinematicOmega, axis = toDouble(shape.axes.cy);
  if (shape.isSphere()) return turning;
  const bool revolves =
      shape.shape == ColliderShape::cylinder || shape.shape == ColliderShape::cone || shape.shape == ColliderShape::capsule;
  return revolves ? axis * dot(turning, axis) : Vec3{};
}

/// A hull of a dynamic body.
bool pivots(const ContactScene& scene, std::uint32_t collider) {
  const Collider& c = scene.colliders.colliders[collider];
  return c.moves && c.shape == ColliderShape::hull;
}

/// Whether contact points move over the body, faster than kSlowestRolling: part 3 or 4.
bool hasMovingContacts(const ContactScene& scene, std::uint32_t collider) {
  if (lengthSquared(scene.colliders.motions[collider].omega) <= kSlowestRolling * kSlowestRolling) return false;
  return isOffCenterBall(scene, collider) || pivots(scene, collider) || rolls(scene, collider);
}
bool hasMovingContacts(const ContactScene& scene, const Body& body) {
  if (!scene.colliders.anyLoaded) return false;
  for (std::uint32_t k = 0; k < body.colliderCount; ++k)
    if (hasMovingContacts(scene, body.firstCollider + k)) return true;
  return false;
}

/// r' of the contact points of a shape that rolls, by lever.
struct RollingLever {
  Vec3 omega, center;  // of the body; of the shape, from the centre of mass
  Vec3 pointRate;      // of a single point
  Vec3 lineRate;       // rad/s: what turns a line of contact about the centre of the shape
  bool isLine = false;

  Vec3 rateAt(Vec3 lever) const { return isLine ? cross(omega, center) + cross(lineRate, lever - center) : pointRate; }
  Vec3 accelerationAt(Vec3 lever) const { return cross(omega, rateAt(lever)); }
};

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

/// A single point, `at` m from the centre of the shape, is that farthest along `direction`, while the normal is that of a face of the other body: on
/// an edge, or on what is round, the normal turns as well. The point stays at its end of the axis; the farthest of all would go from one
/// end of a generator to the other at once. A line is a generator, which turns with the axis of the shape about the normal; that of a face on its
/// rim stays where it is. 0 of a new contact.
RollingLever rollingLeverOf(const OrientedBox& shape, const Manifold& manifold, const Body& body, Vec3 direction, Vec3 at, bool isOnFace,
                            float timeStep) {
  const Vec3 omega = angularVelocity(body);
  const double half = 0.5 * static_cast<double>(timeStep), most = static_cast<double>(kMostBend);
  if (!hasNormalImpulse(manifold) || dot(omega, omega) * half * half > most * most) return {};
  RollingLever rolling{omega, shape.center - body.x, {}, {}, manifold.count > 1};
  if (rolling.isLine) {
    const Vec3 axis = toDouble(shape.axes.cy), across = cross(direction, axis);
    const double size = dot(across, across);
    if (size > kLeastGenerator) rolling.lineRate = direction * (dot(cross(omega, axis), across) / size);
    return rolling;
  }
  if (!isOnFace) return rolling;
  const Quat turn = rotatedBy({}, omega * half);
  const bool isUpper = dot(at, toDouble(shape.axes.cy)) > 0;
  const Vec3 moved = rotate(turn, rolling.center) - rolling.center + farthestAtEnd(turnedAboutCenter(shape, turn), direction, isUpper) -
                     farthestAtEnd(shape, direction, isUpper);
  rolling.pointRate = moved * (1 / half);
  return rolling;
}

/// Whether the normal is that of a face of the collider on this side (0: A) and turns with it.
bool ownsFace(const ContactScene& scene, const TouchingPair& pair, int side) {
  const bool ballA = isSphere(scene, pair.colliderA), ballB = isSphere(scene, pair.colliderB);
  if (ballA || ballB) return side == 0 ? !ballA : !ballB;
  const unsigned axis = scene.contacts.pool[pair.contactIndex].axis;
  return side == 0 ? isFaceOfA(axis) : isFaceOfB(axis);
}

/// omega x (omega x c) of a rolling ball off its centre of mass; 0 of a new contact, which may stop the rotation.
Vec3 ballLeverAcceleration(const Manifold& manifold, Vec3 omega, Vec3 c, float timeStep) {
  const double half = 0.5 * static_cast<double>(timeStep), most = static_cast<double>(kMostBend);
  const Vec3 leverRate = cross(omega, c);
  if (!(manifold.normalImpulse[0] > 0) || dot(leverRate, leverRate) * half * half > most * most * dot(c, c)) return {};
  return cross(omega, leverRate);
}

/// Kinematic velocity of a point.
struct KinematicPointVelocity {
  Vec3 velocity;              // m/s, in the middle of the step
  Vec3 acceleration;          // m/s^2
  double normalRotation = 0;  // m/s^2 along the normal, from its rotation
};

/// r_B' (m/s) of the body that touches a kinematic one, and omega x r_B' (m/s^2).
struct LeverRate {
  Vec3 rate, acceleration;
  Vec3 turned;  // m, from the manifold's point to that of the middle of the step, beyond what the rate explains
};

/// Part 1, of a kinematic body against the other at p, m. normalTurning: rad/s, of the normal; 0 where it is no face of the kinematic body. center:
/// m, of the shape from the centre of the body; idleSpin: of the shape, rad/s, 0 for the rows of friction.
KinematicPointVelocity kinematicVelocityAt(const Body& body, const Body& other, const LeverRate& lever, Vec3 p, Vec3 normal,
                                           Vec3 normalTurning, Vec3 center, Vec3 idleSpin, float timeStep) {
  const Vec3 turning = body.kinematicOmega, r = p - other.x, own = p - body.x;
  const Vec3 pointVelocity = other.v + lever.rate - body.v;  // p' - v_A
  const Vec3 way = pointVelocity * (0.5 * static_cast<double>(timeStep)) + lever.turned;
  return {body.v + cross(turning, own + way) - cross(idleSpin, own + way - center),
          cross(turning, pointVelocity) - cross(idleSpin, pointVelocity - cross(turning, center)) - lever.acceleration,
          -dot(cross(normalTurning, normal), other.v + cross(angularVelocity(other), r) - body.v - cross(turning, own))};
}

/// How the lever of what touches a kinematic body changes: the contact point goes along with a ball, whose normal may turn; over what is round it
/// stays at the support point, be it the kinematic body or the other; else it is a point of the other.
class PartnerLever {
 public:
  /// side: of the kinematic body; n: from A to B; center: m, of the manifold.
  PartnerLever(const ContactScene& scene, const TouchingPair& pair, int side, Vec3 n, Vec3 normalTurning, Vec3 center, float timeStep)
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
      else
        rolling_ = rollingLeverOf(ownShape, manifold, body_, outward, center - ownShape.center, ownsFace(scene, pair, 1 - side), timeStep);
    }
  }

  LeverRate rateAt(Vec3 p) const {
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

 private:
  enum class Kind : std::uint8_t { ball, round, onRound, other };
  const Body &body_, &other_;
  Vec3 normalTurning_, midStepRotation_;
  Kind kind_ = Kind::other;
  RollingLever rolling_;
  Vec3 ballCenter_, ballAcceleration_;
};

/// Origin of the points of a manifold, directions of its rows, mean of its points.
struct RowFrame {
  Vec3 origin, n, t1, t2;
  Vec3f center;
};

/// Calls f(row, point, direction) for the normal of each point, and for both tangents at the centre.
template <class Function> void forEachLinearRow(const RowFrame& frame, const Manifold& manifold, Function f) {
  for (int i = 0; i < manifold.count; ++i) f(i, manifold.points[i].position, frame.n);
  f(kMaxManifoldPoints, frame.center, frame.t1);
  f(kMaxManifoldPoints + 1, frame.center, frame.t2);
}

/// Part 2, precession; elapsed: s, from the moment of the constraint to the middle of the step.
template <class Add>
void addPrecession(Add add, const RowFrame& frame, const Manifold& manifold, const Body& body, double sign, double elapsed) {
  const Vec3 angularAcceleration = freeAngularAcceleration(body.q, body.inverseInertia, body.L, angularVelocity(body)) * sign;
  forEachLinearRow(frame, manifold, [&](int row, Vec3f p, Vec3 direction) {
    const double rate = dot(cross(angularAcceleration, frame.origin + toDouble(p) - body.x), direction);
    add(row, rate * elapsed, rate);
  });
  add(kMaxManifoldPoints + 2, dot(angularAcceleration, frame.n) * elapsed, dot(angularAcceleration, frame.n));
}

/// Share, 0 to 1, of the rotation that two dynamic bodies in touch have in common, for part 5. 0 where it changes no velocity by kSlowestTurning.
float sharedTurning(const ContactScene& scene, const TouchingPair& pair, float timeStep) {
  constexpr float kApart = 0.2f;            // of the rotation: a difference that makes it two
  constexpr float kSlowestTurning = 1e-4f;  // m/s, in half a step
  const ColliderMotion &a = scene.colliders.motions[pair.colliderA], &b = scene.colliders.motions[pair.colliderB];
  const float common = dot(a.omega, b.omega);
  if (!(common > 0) || !a.yields || !b.yields) return 0;
  const float difference = lengthSquared(a.omega - b.omega), most = kApart * kApart * common;
  if (!(difference < most)) return 0;
  const Manifold& manifold = scene.contacts.pool[pair.contactIndex];
  const float apart = length(toFloat(bodyOf(scene, pair.colliderB).x - bodyOf(scene, pair.colliderA).x));
  if (!hasNormalImpulse(manifold) || !(common * apart * 0.5f * timeStep > kSlowestTurning)) return 0;
  return 1 - std::sqrt(difference / most);
}

/// Part 4, of a body that turns about the points that bear it; none in a step in which another point is struck, and omega changes.
template <class Add>
void addPivoting(Add add, RowFrame frame, const Manifold& manifold, const Body& body, const Body& other, double sign, float timeStep) {
  const auto velocityAt = [](const Body& b, Vec3 p) { return b.v + cross(angularVelocity(b), p - b.x); };
  const Vec3 omega = angularVelocity(body);
  bool bears[kMaxManifoldPoints] = {};
  float sum = 0;
  frame.center = {};
  for (int i = 0; i < manifold.count; ++i) {
    const Vec3 p = frame.origin + toDouble(manifold.points[i].position);
    const double opening = sign * dot(frame.n, velocityAt(body, p) - velocityAt(other, p)) * static_cast<double>(timeStep);
    const double gap = static_cast<double>(manifold.points[i].separation);
    const double turning = sign * dot(cross(omega, cross(omega, p - body.x)), frame.n) * static_cast<double>(timeStep * timeStep);
    // A new one that neither opens nor closes by more than its turning explains bears, too.
    bears[i] = manifold.normalImpulse[i] > 0 || (std::abs(opening) <= turning && std::abs(gap) <= turning);
    if (!bears[i] && gap + opening < 0) return;
    const float weight = bears[i] ? std::max(manifold.normalImpulse[i], 1e-20f) : 0;  // new points alone have a centre, too
    frame.center += manifold.points[i].position * weight;
    sum += weight;
  }
  if (!(sum > 0)) return;
  frame.center = frame.center * (1 / sum);
  forEachLinearRow(frame, manifold, [&](int row, Vec3f p, Vec3 direction) {
    if (row < kMaxManifoldPoints && !bears[row]) return;
    add(row, 0, sign * dot(cross(omega, cross(omega, frame.origin + toDouble(p) - body.x)), direction));
  });
}

}  // namespace

bool wobbles(const ContactScene& scene, const Body& body, double timeStep) {
  const Vec3 i = body.inverseInertia;
  if (body.type != BodyType::dynamic || body.planar || isIsotropic(i)) return false;
  const double slowest = hasMovingContacts(scene, body) ? kSlowestWobbleOfRolling : kSlowestWobble;
  const double least = slowest / (0.5 * timeStep * body.radius), most = std::max({i.x, i.y, i.z});
  if (dot(body.L, body.L) * most * most < least) return false;  // |I^-1 (L x omega)| <= |L|^2 max^2
  const Vec3 rate = freeAngularAcceleration(body.q, i, body.L, angularVelocity(body));
  return dot(rate, rate) > least * least;
}

bool turnTogether(const ContactScene& scene, const TouchingPair& pair, float timeStep) { return sharedTurning(scene, pair, timeStep) > 0; }

bool isKinematic(const ContactScene& scene, const TouchingPair& pair) {
  return bodyOf(scene, pair.colliderA).type == BodyType::kinematic || bodyOf(scene, pair.colliderB).type == BodyType::kinematic;
}

bool hasKinematicVelocity(const ContactScene& scene, const TouchingPair& pair) {
  return (scene.colliders.anyLoaded && (hasMovingContacts(scene, pair.colliderA) || hasMovingContacts(scene, pair.colliderB))) ||
         isKinematic(scene, pair);
}

Vec3f midStepNormal(const ContactScene& scene, const TouchingPair& pair, float halfStep) {
  const Vec3f n = scene.contacts.pool[pair.contactIndex].normal;
  for (int side = 0; side < 2; ++side) {
    const Body& body = bodyOf(scene, side == 0 ? pair.colliderA : pair.colliderB);
    if (body.type != BodyType::kinematic || !ownsFace(scene, pair, side)) continue;
    return turnedBy(n, toFloat(body.kinematicOmega - idleSpinOf(scene, side == 0 ? pair.colliderA : pair.colliderB)) * halfStep);
  }
  return n;
}

void addKinematicVelocity(ContactSolver& solver, ContactConstraintWide& constraint, int lane, const ContactScene& scene,
                          const TouchingPair& pair, float timeStep) {
  if (constraint.kinematicVelocity == 0) {
    constraint.kinematicVelocity = static_cast<std::uint32_t>(solver.kinematicVelocities.size());
    solver.kinematicVelocities.push_back({});
  }
  KinematicVelocity& out = solver.kinematicVelocities[constraint.kinematicVelocity];
  const Manifold& manifold = scene.contacts.pool[pair.contactIndex];
  const Vec3 n = toDouble(vectorOf(constraint.normal, lane)), t1 = toDouble(vectorOf(constraint.tangent, lane)), t2 = cross(n, t1);
  const Vec3 origin = scene.colliders.boxes[pair.colliderA].center;
  const std::uint32_t colliders[2] = {pair.colliderA, pair.colliderB};
  const auto add = [&](int row, double velocity, double acceleration) {
    out.acceleration[row].f[lane] += static_cast<float>(acceleration);
    out.velocity[row].f[lane] += static_cast<float>(velocity - acceleration * (0.5 * static_cast<double>(timeStep)));
  };
  Vec3f center;
  for (int i = 0; i < manifold.count; ++i) center += manifold.points[i].position * (1 / static_cast<float>(manifold.count));
  const RowFrame frame{origin, n, t1, t2, center};
  for (int side = 0; side < 2; ++side) {
    if (!solver.bodies.marks[side == 0 ? constraint.a[lane] : constraint.b[lane]].wobbles) continue;
    const Body& body = bodyOf(scene, colliders[side]);
    // The constraint of a body that turns too far is that of the start of the step.
    const bool isMidStep = scene.cache.references[body.firstCollider].midStepRotation != Vec3f{};
    if (!isMidStep && scene.colliders.colliders[colliders[side]].shape == ColliderShape::box) continue;  // its levers turn as well
    addPrecession(add, frame, manifold, body, side == 0 ? -1 : 1, isMidStep ? 0 : 0.5 * static_cast<double>(timeStep));
  }
  const float shared = sharedTurning(scene, pair, timeStep);
  if (shared > 0) {
    const Body &a = bodyOf(scene, pair.colliderA), &b = bodyOf(scene, pair.colliderB);
    const Vec3 omega = (angularVelocity(a) + angularVelocity(b)) * 0.5, towards = cross(omega, cross(omega, a.x - b.x));
    forEachLinearRow(frame, manifold,
                     [&](int row, Vec3f, Vec3 direction) { add(row, 0, static_cast<double>(shared) * dot(towards, direction)); });
    return;
  }
  for (int side = 0; side < 2; ++side) {
    const Body &body = bodyOf(scene, colliders[side]), &other = bodyOf(scene, colliders[1 - side]);
    const double sign = side == 0 ? -1 : 1;
    if (body.type == BodyType::kinematic) {
      out.hasKinematicBody = true;
      const Vec3 idleSpin = idleSpinOf(scene, colliders[side]), shapeCenter = scene.colliders.boxes[colliders[side]].center - body.x;
      const Vec3 normalTurning = ownsFace(scene, pair, side) ? body.kinematicOmega - idleSpin : Vec3{};
      const PartnerLever partner(scene, pair, side, n, normalTurning, origin + toDouble(center), timeStep);
      forEachLinearRow(frame, manifold, [&](int row, Vec3f p, Vec3 direction) {
        const Vec3 at = origin + toDouble(p);
        const bool isNormal = row < kMaxManifoldPoints;
        const KinematicPointVelocity d =
            kinematicVelocityAt(body, other, partner.rateAt(at), at, n, normalTurning, shapeCenter, isNormal ? idleSpin : Vec3{}, timeStep);
        const double rotation = isNormal ? d.normalRotation : 0;
        add(row, sign * dot(d.velocity, direction), sign * (dot(d.acceleration, direction) + rotation));
      });
      out.velocity[kMaxManifoldPoints + 2].f[lane] += static_cast<float>(sign * dot(body.kinematicOmega, n));
    } else if (other.type != BodyType::kinematic && rolls(scene, colliders[side])) {
      const OrientedBox& shape = scene.colliders.boxes[colliders[side]];
      const RollingLever rolling = rollingLeverOf(shape, manifold, body, n * -sign, origin + toDouble(center) - shape.center,
                                                  ownsFace(scene, pair, 1 - side), timeStep);
      forEachLinearRow(frame, manifold, [&](int row, Vec3f p, Vec3 direction) {
        add(row, 0, sign * dot(rolling.accelerationAt(origin + toDouble(p) - body.x), direction));
      });
    } else if (other.type != BodyType::kinematic && pivots(scene, colliders[side])) {
      addPivoting(add, frame, manifold, body, other, sign, timeStep);
    } else if (other.type != BodyType::kinematic && isOffCenterBall(scene, colliders[side])) {
      const Vec3 c = scene.colliders.boxes[colliders[side]].center - body.x;
      const Vec3 leverAcceleration = ballLeverAcceleration(manifold, angularVelocity(body), c, timeStep) * sign;
      forEachLinearRow(frame, manifold, [&](int row, Vec3f, Vec3 direction) { add(row, 0, dot(leverAcceleration, direction)); });
    }
  }
}

}  // namespace tumble
