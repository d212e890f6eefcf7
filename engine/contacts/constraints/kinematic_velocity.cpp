#include "contacts/constraints/kinematic_velocity.h"

#include <algorithm>

#include "contacts/constraints/contact_levers.h"
#include "tuning.h"

namespace tumble {
namespace {

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

template <class Predicate> bool anyCollider(const Body& body, Predicate is) {
  for (std::uint32_t k = 0; k < body.colliderCount; ++k)
    if (is(body.firstCollider + k)) return true;
  return false;
}

/// m/s. How much precession must change the velocity of its surface in half a step to be in the rows of the body.
double slowestWobble(const ContactScene& scene, const Body& body) {
  const auto isMoving = [&](std::uint32_t collider) { return hasMovingContacts(scene, collider); };
  const auto isPivoting = [&](std::uint32_t collider) { return pivots(scene, collider); };
  if (!scene.colliders.anyLoaded || !anyCollider(body, isMoving)) return kSlowestWobble;
  return anyCollider(body, isPivoting) ? kSlowestWobbleOfPivoting : kSlowestWobbleOfRolling;
}

constexpr double kCarried = 0.01;  // of the velocities of the body: what differs from them by less is carried along
bool differByLess(Vec3 a, Vec3 b) { return lengthSquared(a - b) < kCarried * kCarried * lengthSquared(b); }

/// Kinematic velocity of a point.
struct KinematicPointVelocity {
  Vec3 velocity;              // m/s, in the middle of the step
  Vec3 acceleration;          // m/s^2
  double normalRotation = 0;  // m/s^2 along the normal, from its rotation
};

/// Part 1, of a kinematic body against the other at p, m. normalTurning: rad/s, of the normal; 0 where it is no face of the kinematic body. center:
/// m, of the shape from the centre of the body; idleSpin: of the shape, rad/s, 0 for the rows of friction.
KinematicPointVelocity kinematicVelocityAt(const Body& body, const Body& other, const LeverRate& lever, Vec3 p, Vec3 normal,
                                           Vec3 normalTurning, Vec3 center, Vec3 idleSpin, float timeStep) {
  const Vec3 turning = body.kinematicOmega, r = p - other.x, own = p - body.x;
  const Vec3 pointVelocity = other.v + lever.rate - body.v;  // p' - v_A
  const Vec3 way = pointVelocity * (0.5 * static_cast<double>(timeStep)) + lever.turned;
  // The mean over the step of the velocity where the point is: what the body carries along, and turns with it, goes on an arc.
  const Vec3 carried = cross(turning, own);
  const bool isCarried = differByLess(pointVelocity, carried) && differByLess(angularVelocity(other), turning);
  const Vec3 bend = isCarried ? cross(turning, carried) * (static_cast<double>(timeStep) * static_cast<double>(timeStep) / 6) : Vec3{};
  return {body.v + cross(turning, own + way + bend) - cross(idleSpin, own + way - center),
          cross(turning, pointVelocity) - cross(idleSpin, pointVelocity - cross(turning, center)) - lever.acceleration,
          -dot(cross(normalTurning, normal), other.v + cross(angularVelocity(other), r) - body.v - cross(turning, own))};
}

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

/// Part 2, precession; elapsed: s, from the moment of the constraint to the middle of the step. None where the angular velocity turns far in half a step:
/// the first term of a series in that angle, as in addPivoting.
template <class Add>
void addPrecession(Add add, const RowFrame& frame, const Manifold& manifold, const Body& body, double sign, double elapsed,
                   double halfStep) {
  const Vec3 omega = angularVelocity(body),
             angularAcceleration = freeAngularAcceleration(body.q, body.inverseInertia, body.L, omega) * sign;
  if (length(angularAcceleration) * halfStep > static_cast<double>(kMostBend) * length(omega)) return;
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
  // The first term of a series in the angle of half a step. Beyond, the velocity at the end of the step would be one that no point has, and feed on itself.
  if (length(omega) * 0.5 * static_cast<double>(timeStep) > static_cast<double>(kMostBend)) return;
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
  const double least = slowestWobble(scene, body) / (0.5 * timeStep * body.radius), most = std::max({i.x, i.y, i.z});
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
    const double halfStep = 0.5 * static_cast<double>(timeStep);
    addPrecession(add, frame, manifold, body, side == 0 ? -1 : 1, isMidStep ? 0 : halfStep, halfStep);
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
