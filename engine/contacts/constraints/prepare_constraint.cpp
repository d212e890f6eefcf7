// Formulas in contact_constraint.h, for four contacts at a time.
#include "contacts/constraints/prepare_constraint.h"

#include "contacts/constraints/gather.h"
#include "contacts/constraints/solve_constraint.h"
#include "contacts/joints/jointed_depth.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The bodies on one side of the four contacts, at the start of the step.
struct Side {
  Vec3x4 lever;                  // m, centre of mass -> origin of the manifold's points
  Vec3x4 diagonal, offDiagonal;  // of S^-1
  Vec3x4 midStepRotation;        // rad
  F32x4 inverseMass;             // 1/kg
};

Side sideOf(const SolverBodies& bodies, const std::uint32_t* index, Vec3x4 lever) {
  const auto four = [&, start = bodies.start.data()](int from) {
    const auto at = [&](int lane) { return &start[index[lane]].velocity.x + from; };
    return gatherFrom(at(0), at(1), at(2), at(3));
  };
  const Gathered v = four(0), w = four(4), root = four(8), rest = four(12);
  return {lever, {w.w, root.v.x, root.v.y}, {root.v.z, root.w, rest.v.x}, {rest.v.y, rest.v.z, rest.w}, v.w};
}

/// At the start of the step.
struct SideVelocity {
  Vec3x4 v, w;  // m/s, w~
};

SideVelocity velocityOf(const SolverBodies& bodies, const std::uint32_t* index) {
  const SolverBodyStart* const start = bodies.start.data();
  const auto gather = [&](auto member) {
    const auto at = [&](int lane) { return &(start[index[lane]].*member).x; };
    return gatherFrom(at(0), at(1), at(2), at(3)).v;
  };
  return {gather(&SolverBodyStart::velocity), gather(&SolverBodyStart::scaledAngularVelocity)};
}

M32x4 discsOf(const ConstraintSource (&lanes)[kLanes]) {
  const auto discOf = [&](int lane) { return lanes[lane].isDisc ? 1.0f : 0.0f; };
  return zero4() < makeWide(discOf(0), discOf(1), discOf(2), discOf(3));
}

/// S^-1 v
Vec3x4 timesInverseRoot(const Side& side, Vec3x4 v) {
  const Vec3x4 &d = side.diagonal, &o = side.offDiagonal;
  return {d.x * v.x + o.z * v.y + o.y * v.z, o.z * v.x + d.y * v.y + o.x * v.z, o.y * v.x + o.x * v.y + d.z * v.z};
}

struct Row {
  Vec3x4 jacobianA, jacobianB;  // J_A, J_B
  F32x4 inverseMass;            // 1/m
};

/// r, m: from the centre of mass, in the middle of the step.
Vec3x4 leverOf(const Side& side, Vec3x4 position) {
  const Vec3x4 r = side.lever + position;
  return r + cross(side.midStepRotation, r);
}

Row rowAt(const Side& a, const Side& b, Vec3x4 position, Vec3x4 direction) {
  const Vec3x4 jacobianA = timesInverseRoot(a, cross(leverOf(a, position), direction));
  const Vec3x4 jacobianB = timesInverseRoot(b, cross(leverOf(b, position), direction));
  return {jacobianA, jacobianB, (a.inverseMass + b.inverseMass) + (dot(jacobianA, jacobianA) + dot(jacobianB, jacobianB))};
}

void store(Lanes3& lanes, Vec3x4 v) {
  tumble::store(lanes.x, v.x);
  tumble::store(lanes.y, v.y);
  tumble::store(lanes.z, v.z);
}

/// 1 / x of an inverse mass x, or 0 where nothing yields. About locked axes (planar.h) x is not 0, and its inverse would be infinite.
F32x4 inverseOrZero(F32x4 x) { return (x > splat(kLeastInverseMass)) & (splat(1.0f) / x); }

/// A unit vector perpendicular to n: the cross product with the axis along which n is smallest.
Vec3x4 anyTangent(Vec3x4 n) {
  const F32x4 x = abs(n.x), y = abs(n.y), z = abs(n.z), zero = zero4();
  const M32x4 xSmallest = (x <= y) & (x <= z), ySmaller = y <= z;
  const Vec3x4 across{select(xSmallest, zero, select(ySmaller, n.z, -n.y)), select(xSmallest, -n.z, select(ySmaller, zero, n.x)),
                      select(xSmallest, n.y, select(ySmaller, -n.x, zero))};
  return across * (splat(1.0f) / sqrt(dot(across, across)));
}

void addTo(SolverBodyVelocity* bodies, const std::uint32_t* index, Vec3x4 velocity, Vec3x4 angular) {
  F32x4 v[kLanes] = {velocity.x, velocity.y, velocity.z, zero4()}, w[kLanes] = {angular.x, angular.y, angular.z, zero4()};
  transpose(v[0], v[1], v[2], v[3]);
  transpose(w[0], w[1], w[2], w[3]);
  for (int lane = 0; lane < kLanes; ++lane) {
    SolverBodyVelocity& body = bodies[index[lane]];
    tumble::store(body.velocity, load(body.velocity) + v[lane]);
    tumble::store(body.scaledAngularVelocity, load(body.scaledAngularVelocity) + w[lane]);
  }
}

void storeRow(FrictionConstraintRow& row, const Row& r) {
  store(row.jacobianA, r.jacobianA);
  store(row.jacobianB, r.jacobianB);
  store(row.mass, inverseOrZero(r.inverseMass));
}

/// The points of four manifolds.
struct Points {
  int most = 0;
  Vec3x4 position[kMaxManifoldPoints];
  F32x4 separation[kMaxManifoldPoints];  // m, when the manifold was made
  F32x4 base[kMaxManifoldPoints];        // m, in the reference poses
  F32x4 impulse[kMaxManifoldPoints];     // N s, of the last substep
  M32x4 present[kMaxManifoldPoints];
};

Points pointsOf(const ConstraintSource (&lanes)[kLanes]) {
  const Manifold* const m[kLanes] = {lanes[0].manifold, lanes[1].manifold, lanes[2].manifold, lanes[3].manifold};
  Points p;
  const F32x4 count = makeWide(static_cast<float>(m[0]->count), static_cast<float>(m[1]->count), static_cast<float>(m[2]->count),
                               static_cast<float>(m[3]->count));
  for (const Manifold* manifold : m) p.most = manifold->count > p.most ? manifold->count : p.most;
  for (int i = 0; i < p.most; ++i) {
    const Gathered g =
        gatherFrom(&m[0]->points[i].position.x, &m[1]->points[i].position.x, &m[2]->points[i].position.x, &m[3]->points[i].position.x);
    p.present[i] = splat(static_cast<float>(i)) < count;
    // An absent point has values of an older manifold: nothing may depend on them.
    p.position[i] = {p.present[i] & g.v.x, p.present[i] & g.v.y, p.present[i] & g.v.z};
    p.separation[i] = p.present[i] & g.w;
  }
  const Gathered base = gatherFrom(lanes[0].recycling->base, lanes[1].recycling->base, lanes[2].recycling->base, lanes[3].recycling->base);
  p.base[0] = base.v.x, p.base[1] = base.v.y, p.base[2] = base.v.z, p.base[3] = base.w;
  const Gathered impulses = gatherFrom(m[0]->normalImpulse, m[1]->normalImpulse, m[2]->normalImpulse, m[3]->normalImpulse);
  p.impulse[0] = impulses.v.x, p.impulse[1] = impulses.v.y, p.impulse[2] = impulses.v.z, p.impulse[3] = impulses.w;
  return p;
}

/// The normal in the middle of the step: it turns with the body whose face it is.
Vec3x4 midStepNormal(const Manifold* const (&m)[kLanes], const Side& a, const Side& b, Vec3x4 n) {
  const auto ofFace = [&](bool (*isOf)(unsigned)) {
    const auto share = [&](int lane) { return isOf(m[lane]->axis) ? 1.0f : 0.0f; };
    return makeWide(share(0), share(1), share(2), share(3));
  };
  const Vec3x4 turned = n + cross(a.midStepRotation * ofFace(isFaceOfA) + b.midStepRotation * ofFace(isFaceOfB), n);
  return turned * (splat(1.0f) / sqrt(dot(turned, turned)));
}

/// 1. Mean lever of uniform pressure on a disc, over its radius.
constexpr float kDiscLeverShare = 2.0f / 3;
/// 1. Mean lever of uniform pressure on a rectangle, over the distance of its corners from the centre: with half sides a, b and d^2 = a^2 + b^2
///     1/3 + (a^2 / (6 b d)) asinh(b/a) + (b^2 / (6 a d)) asinh(a/b),
/// from 1/2 of a rod to 0.5412 of a square. `squareness`: s = 2 a b / d^2. The polynomial is within 0.3 %.
inline F32x4 meanLeverShare(F32x4 squareness) {
  constexpr float kRod = 0.5f, kSquare = 0.5411961f, kCurve = 0.0194f;
  return splat(kRod) + squareness * (splat(kSquare - kRod - kCurve) + splat(kCurve) * squareness);
}

/// The three rows of friction at the centre of the patch.
void prepareFriction(ContactConstraintWide& constraint, const Points& points, const Side& a, const Side& b, Vec3x4 n, Vec3x4 t1,
                     Vec3x4 oldImpulse, F32x4 oldTwist, M32x4 isDisc) {
  // The weight of a point falls with its distance beyond the nearest point, so that the centre does not jump when a point goes.
  Vec3x4 center{zero4(), zero4(), zero4()};
  F32x4 nearest = points.base[0];
  for (int i = 1; i < points.most; ++i) nearest = select(points.present[i], min(nearest, points.base[i]), nearest);
  nearest = max(nearest, zero4());
  F32x4 sum = splat(1e-30f), weight[kMaxManifoldPoints];
  for (int i = 0; i < points.most; ++i) {
    const F32x4 nearness = splat(1.0f) - (points.base[i] - nearest) * splat(1 / kPatchFades);
    weight[i] = points.present[i] & min(max(nearness, splat(1e-6f)), splat(1.0f));
    center = center + points.position[i] * weight[i];
    sum = sum + weight[i];
  }
  const F32x4 share = splat(1.0f) / sum;
  center = center * share;
  const Vec3x4 t2 = cross(n, t1);
  F32x4 across1[kMaxManifoldPoints], across2[kMaxManifoldPoints];
  F32x4 spread = zero4(), xx = zero4(), yy = zero4(), xy = zero4();
  for (int i = 0; i < points.most; ++i) {
    const Vec3x4 d = points.position[i] - center;
    const F32x4 x = dot(d, t1), y = dot(d, t2), size = x * x + y * y;
    across1[i] = x, across2[i] = y;
    spread = spread + weight[i] * sqrt(size);
    xx = xx + weight[i] * x * x, yy = yy + weight[i] * y * y, xy = xy + weight[i] * x * y;
  }
  // 2 a b / d^2 of a rectangle with these second moments.
  const F32x4 squareness = splat(2.0f) * sqrt(max(xx * yy - xy * xy, zero4())) / (xx + yy + splat(1e-30f));
  const F32x4 meanLever = select(isDisc, splat(kDiscLeverShare), meanLeverShare(squareness));
  const F32x4 effectiveRadius = meanLever * spread * share;
  const M32x4 twists = effectiveRadius > splat(kSmallestPatchRadius);
  for (int i = 0; i < points.most; ++i) {
    store(constraint.across1[i], twists & across1[i]);
    store(constraint.across2[i], twists & across2[i]);
  }

  const Row row1 = rowAt(a, b, center, t1), row2 = rowAt(a, b, center, t2);
  Row twist{timesInverseRoot(a, n), timesInverseRoot(b, n), zero4()};
  twist.inverseMass = twists & (dot(twist.jacobianA, twist.jacobianA) + dot(twist.jacobianB, twist.jacobianB));
  storeRow(constraint.friction[0], row1);
  storeRow(constraint.friction[1], row2);
  storeRow(constraint.friction[2], twist);
  store(constraint.impulse[kMaxManifoldPoints], dot(oldImpulse, t1));
  store(constraint.impulse[kMaxManifoldPoints + 1], dot(oldImpulse, t2));
  store(constraint.impulse[kMaxManifoldPoints + 2], twists & oldTwist);

  const F32x4 slipInverse = max(max(row1.inverseMass, row2.inverseMass), twist.inverseMass * effectiveRadius * effectiveRadius);
  store(constraint.slipMass, inverseOrZero(slipInverse));
  store(constraint.effectiveRadius, twists & effectiveRadius);
  store(constraint.inverseEffectiveRadius, twists & (splat(1.0f) / effectiveRadius));
}

/// m, by lane.
F32x4 jointedDepthOf(const ContactConstraintWide& constraint, const SolverBodies& bodies) {
  const auto of = [&](int lane) { return jointedDepth(bodies.marks[constraint.a[lane]], bodies.marks[constraint.b[lane]]); };
  return makeWide(of(0), of(1), of(2), of(3));
}

/// 1. How many times as fast as the slowest point of a disc another may come to touch together with it: of a disc that rocks the far one comes twice as fast
/// as those halfway. More: it is drawn down from farther away than can be seen.
constexpr float kMostTimesFaster = 3;

/// Brings the points of a disc that come down in the part of a step right before an impact, each within kTouching where the slowest of them does: those
/// halfway would bear first, and one impact would be two. `meeting`: m, kTouching in lanes with discs, else 0.
void touchTogether(ContactConstraintWide& constraint, const F32x4 (&velocity)[kMaxManifoldPoints],
                   const M32x4 (&approaches)[kMaxManifoldPoints], F32x4 meeting) {
  M32x4 comes[kMaxManifoldPoints];
  F32x4 slowest = splat(-3e38f);
  for (int i = 0; i < constraint.pointCount; ++i) {
    comes[i] = approaches[i] & (load(constraint.impulse[i]) <= zero4());
    slowest = select(comes[i], max(slowest, velocity[i]), slowest);
  }
  for (int i = 0; i < constraint.pointCount; ++i) {
    const F32x4 sooner = comes[i] & (meeting * (min(velocity[i] / slowest, splat(kMostTimesFaster)) - splat(1.0f)));
    store(constraint.points[i].referenceSeparation, load(constraint.points[i].referenceSeparation) - sooner);
    store(constraint.separation[i], load(constraint.separation[i]) - sooner);
  }
}

}  // namespace

void prepareConstraint(ContactConstraintWide& constraint, const ConstraintSource (&lanes)[kLanes], const ConstraintSettings& settings,
                       const SolverBodies& bodies) {
  const Manifold* const m[kLanes] = {lanes[0].manifold, lanes[1].manifold, lanes[2].manifold, lanes[3].manifold};
  const Recycling* const r[kLanes] = {lanes[0].recycling, lanes[1].recycling, lanes[2].recycling, lanes[3].recycling};
  const Gathered leverA = gatherFrom(&r[0]->leverA.x, &r[1]->leverA.x, &r[2]->leverA.x, &r[3]->leverA.x);
  const Gathered leverB = gatherFrom(&r[0]->leverB.x, &r[1]->leverB.x, &r[2]->leverB.x, &r[3]->leverB.x);
  const Side a = sideOf(bodies, constraint.a, leverA.v), b = sideOf(bodies, constraint.b, leverB.v);
  const Vec3x4 atStart = gatherFrom(&lanes[0].normal->x, &lanes[1].normal->x, &lanes[2].normal->x, &lanes[3].normal->x).v;
  const Vec3x4 n = midStepNormal(m, a, b, atStart), t1 = anyTangent(n);
  const Gathered friction =
      gatherFrom(&m[0]->frictionImpulse.x, &m[1]->frictionImpulse.x, &m[2]->frictionImpulse.x, &m[3]->frictionImpulse.x);
  const Points points = pointsOf(lanes);

  store(constraint.normal, n);
  store(constraint.tangent, t1);
  store(constraint.coefficient, makeWide(lanes[0].friction, lanes[1].friction, lanes[2].friction, lanes[3].friction));
  constraint.pointCount = points.most;
  constraint.kinematicVelocity = 0;

  const F32x4 closed = splat(settings.isShort ? kClosedGap : 0), depth = jointedDepthOf(constraint, bodies);
  constraint.isAtJoint = any(depth > zero4());
  F32x4 lowest = splat(kHeldGap);
  for (int i = 0; i < points.most; ++i) {
    const Row row = rowAt(a, b, points.position[i], n);
    ContactConstraintPoint& out = constraint.points[i];
    store(out.jacobianA, row.jacobianA);
    store(out.jacobianB, row.jacobianB);
    store(out.mass, points.present[i] & inverseOrZero(row.inverseMass));
    // A gap that is nothing in a substep of usual length lets a body fall through a short one.
    const M32x4 bears = (points.impulse[i] > zero4()) & (points.separation[i] > zero4()) & (points.separation[i] < closed);
    const F32x4 gap = bears & points.separation[i];
    store(out.referenceSeparation, points.present[i] & (points.base[i] - (gap - depth)));
    store(constraint.separation[i],
          heldSeparation(points.separation[i] - (gap - depth), points.present[i] & points.impulse[i], settings.rigid));
    store(constraint.impulse[i], points.present[i] & points.impulse[i]);
    lowest = select(points.present[i], min(lowest, points.separation[i] - (gap - depth)), lowest);
  }
  store(constraint.settling, settlingSpeed(lowest, settings.rigid));
  for (int i = points.most; i < kMaxManifoldPoints; ++i) store(constraint.impulse[i], zero4());
  prepareFriction(constraint, points, a, b, n, t1, friction.v, friction.w, discsOf(lanes));
}

void markImpacts(ContactConstraintWide& constraint, const ConstraintSource (&lanes)[kLanes], unsigned newManifolds,
                 const ConstraintSettings& settings, const KinematicVelocity& kinematic, SolverBodies& bodies) {
  const F32x4 impactSpeed = splat(-slowestImpact(settings.gravity, settings.timeStep)), dt = splat(settings.timeStep);
  // Of a disc that rocks, points halfway may touch before the far one, by as much as the near one is lower than kTouching: one impact for all.
  const F32x4 meeting = discsOf(lanes) & splat(kTouching);
  const SideVelocity a = velocityOf(bodies, constraint.a), b = velocityOf(bodies, constraint.b);
  const F32x4 along = dot(load(constraint.normal), b.v - a.v);
  F32x4 velocity[kMaxManifoldPoints];
  M32x4 approaches[kMaxManifoldPoints];
  for (int i = 0; i < constraint.pointCount; ++i) {
    const ContactConstraintPoint& point = constraint.points[i];
    velocity[i] = along + (dot(load(point.jacobianB), b.w) - dot(load(point.jacobianA), a.w)) + load(kinematic.velocity[i]);
    approaches[i] = (load(point.mass) > zero4()) & (velocity[i] < impactSpeed);
  }
  if (settings.isShort && any(meeting > zero4())) touchTogether(constraint, velocity, approaches, meeting);
  F32x4 impactingPoints = zero4();  // their number
  for (int i = 0; i < constraint.pointCount; ++i) {
    const M32x4 meetsInStep = load(constraint.separation[i]) + dt * (velocity[i] + impactSpeed) < meeting;
    impactingPoints = impactingPoints + ((approaches[i] & meetsInStep) & splat(1.0f));
  }
  const auto newLanes = [newManifolds](M32x4 mask) { return static_cast<unsigned>(bits(mask)) & newManifolds; };
  constraint.absorbsImpact = newLanes(impactingPoints > splat(1.0f)) != 0;
  const unsigned impacting = newLanes(impactingPoints > zero4());
  for (int lane = 0; lane < kLanes; ++lane) {
    if (impacting >> lane & 1) bodies.marks[constraint.a[lane]].expectsImpact = bodies.marks[constraint.b[lane]].expectsImpact = true;
  }
}

void addWarmStart(ContactConstraintWide& constraint, SolverBodies& bodies) {
  Vec3x4 angularA{zero4(), zero4(), zero4()}, angularB = angularA;
  F32x4 total = zero4();
  const auto add = [&](const Lanes3& jacobianA, const Lanes3& jacobianB, F32x4 amount) {
    angularA = angularA - load(jacobianA) * amount;
    angularB = angularB + load(jacobianB) * amount;
  };
  for (int i = 0; i < constraint.pointCount; ++i) {
    const F32x4 impulse = load(constraint.impulse[i]);
    total = total + impulse;
    add(constraint.points[i].jacobianA, constraint.points[i].jacobianB, impulse);
  }
  // An empty lane has no effective mass.
  constraint.isNew = static_cast<std::uint8_t>(bits((load(constraint.points[0].mass) > zero4()) & (total == zero4())));
  const Lanes* const friction = constraint.impulse + kMaxManifoldPoints;
  for (int k = 0; k < kFrictionRows; ++k) add(constraint.friction[k].jacobianA, constraint.friction[k].jacobianB, load(friction[k]));
  const Vec3x4 n = load(constraint.normal), t = load(constraint.tangent);
  const Vec3x4 impulse = n * total + (t * load(friction[0]) + cross(n, t) * load(friction[1]));
  const auto inverseMasses = [start = bodies.start.data()](const std::uint32_t* i) {
    return makeWide(start[i[0]].inverseMass, start[i[1]].inverseMass, start[i[2]].inverseMass, start[i[3]].inverseMass);
  };
  addTo(bodies.warmStart.data(), constraint.a, impulse * -inverseMasses(constraint.a), angularA);
  addTo(bodies.warmStart.data(), constraint.b, impulse * inverseMasses(constraint.b), angularB);
}

}  // namespace tumble
