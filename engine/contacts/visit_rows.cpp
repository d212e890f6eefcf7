#include "contacts/visit_rows.h"

#include "tuning.h"

namespace tumble {
namespace {

/// N s, more than any impulse.
constexpr float kNoLimit = 3e38f;

struct Friction {
  Vec3x4 impulse;  // on B
  F32x4 change;    // the largest of the impulses along the tangents
};

/// Friction of a patch: two tangents and the twist about the normal, on the cone
///     f1^2 + f2^2 + (twist / effectiveRadius)^2 <= (mu N)^2
/// (Goyal, Ruina, Papadopoulos 1991: the limit surface of a patch as an ellipsoid). It sticks where the impulse that stops
/// the patch lies inside. Else it slips: all three rows move with one common mass, so that the impulse on the cone points
/// against the slip velocity, whatever the rows' own masses.
///
/// Turns the spins of the pair; the impulse on the velocities is the caller's to apply.
Friction solveFriction(ContactConstraintWide& rows, const KinematicVelocity& kinematic, BodyPairVelocity& p, Vec3x4 normal, Vec3x4 velocity, F32x4 normalImpulse) {
  const Vec3x4 t1 = load(rows.tangent), t2 = cross(normal, t1);
  const FrictionConstraintRow &r1 = rows.friction[0], &r2 = rows.friction[1], &r3 = rows.friction[2];
  Lanes* const impulse = rows.impulse + kMaxManifoldPoints;
  const Lanes* const kinematicVelocity = kinematic.velocity + kMaxManifoldPoints;
  const Vec3x4 a1 = load(r1.jacobianA), b1 = load(r1.jacobianB), a2 = load(r2.jacobianA), b2 = load(r2.jacobianB), a3 = load(r3.jacobianA), b3 = load(r3.jacobianB);
  const F32x4 v1 = dot(t1, velocity) + relativeAngularVelocity(p, a1, b1) + load(kinematicVelocity[0]);
  const F32x4 v2 = dot(t2, velocity) + relativeAngularVelocity(p, a2, b2) + load(kinematicVelocity[1]);
  const F32x4 v3 = relativeAngularVelocity(p, a3, b3) + load(kinematicVelocity[2]);
  const F32x4 old1 = load(impulse[0]), old2 = load(impulse[1]), old3 = load(impulse[2]);
  const F32x4 effectiveRadius = load(rows.effectiveRadius), inverseEffectiveRadius = load(rows.inverseEffectiveRadius), slipMass = load(rows.slipMass);
  const F32x4 limit = load(rows.coefficient) * normalImpulse;

  const F32x4 stick1 = old1 - load(r1.mass) * v1, stick2 = old2 - load(r2.mass) * v2, stick3 = old3 - load(r3.mass) * v3;
  const F32x4 stickTwist = stick3 * inverseEffectiveRadius;
  const M32x4 sticks = stick1 * stick1 + stick2 * stick2 + stickTwist * stickTwist <= limit * limit;

  const F32x4 slip1 = old1 - slipMass * v1, slip2 = old2 - slipMass * v2, slip3 = old3 * inverseEffectiveRadius - slipMass * effectiveRadius * v3;
  const F32x4 sizeSquared = slip1 * slip1 + slip2 * slip2 + slip3 * slip3;
  const F32x4 size = sqrt(max(sizeSquared, splat(1e-30f)));
  const F32x4 scale = min(limit / size, splat(1.0f));
  const F32x4 new1 = select(sticks, stick1, slip1 * scale), new2 = select(sticks, stick2, slip2 * scale);
  const F32x4 new3 = select(sticks, stick3, slip3 * scale * effectiveRadius);
  store(impulse[0], new1);
  store(impulse[1], new2);
  store(impulse[2], new3);
  const F32x4 d1 = new1 - old1, d2 = new2 - old2;
  applyAngularImpulse(p, a1, b1, d1);
  applyAngularImpulse(p, a2, b2, d2);
  applyAngularImpulse(p, a3, b3, new3 - old3);
  return {t1 * d1 + t2 * d2, max(abs(d1), abs(d2))};
}

/// Whether there is friction to be taken back.
bool hasFrictionImpulse(const ContactConstraintWide& rows) {
  const Lanes* const impulse = rows.impulse + kMaxManifoldPoints;
  const F32x4 zero = zero4();
  return !all((load(impulse[0]) == zero) & (load(impulse[1]) == zero) & (load(impulse[2]) == zero));
}

/// What a visit does to the impulse of a point, as a function of its relative velocity v along the normal,
///     change = min(max(constant - slope v, least), most):
/// all but v is known before the points before it are solved, and the chain from point to point stays short.
struct NormalResponse {
  F32x4 slope, constant, least, most;
  F32x4 change(F32x4 v) const { return min(max(constant - slope * v, least), most); }
};

/// Of a point with separation s and impulse `old`.
inline NormalResponse responseOf(F32x4 s, F32x4 tolerance, F32x4 mass, F32x4 old, const SoftConstraint& soft, const SubstepContext& context, bool biased) {
  const F32x4 zero = zero4(), inverseSubstep = splat(context.inverseSubstep);
  // Apart: the rows let the points just meet at the end of the substep. Overlapping: spring and damper, or nothing. Points
  // that have just met are told from those apart with a tolerance (m), or rounding would brake some corners of a face alone.
  const M32x4 apart = s > tolerance, touching = s <= tolerance;
  const F32x4 closing = s * inverseSubstep;
  // Relaxing looks at positions that the substep has bodiesMoved already: a point that is still apart may let go, but must not
  // brake what will meet only in the next substep.
  if (!biased) {
    const F32x4 letGo = -mass * (apart & closing);
    if (!context.rigid) return {mass, letGo, -old, touching & splat(kNoLimit)};
    return {mass * splat(soft.massScale), letGo - splat(soft.impulseScale) * old, -old, touching & splat(kNoLimit)};
  }
  const F32x4 pushed = max(splat(soft.massScale * soft.biasRate) * min(s + splat(context.slop), zero), splat(-context.pushOutSpeed));
  const F32x4 bias = mass * select(apart, closing, pushed), slope = mass * select(apart, splat(1.0f), splat(soft.massScale));
  return {slope, -(bias + (touching & (splat(soft.impulseScale) * old))), -old, splat(kNoLimit)};
}

/// The impulse along the normals, over all points, and the largest change of it.
struct NormalImpulse {
  F32x4 added, change;
};

/// All points from the same velocities, as Jacobi has it, and of what each would do alone the share that takes most energy away (the
/// length of the steepest descent): whoever lands on a face or an edge is stopped without a spin across it. One after the other, the
/// point that comes first stops most.
[[gnu::noinline]] NormalImpulse solveNormalsTogether(ContactConstraintWide& rows, BodyPairVelocity& p, F32x4 along, const KinematicVelocity& kinematic, const SubstepContext& context, bool biased) {
  const F32x4 inverseMass = p.vA.w + p.vB.w, zero = zero4();
  const F32x4 tolerance = biased ? splat(context.slop) : max(splat(kImpactDepth) * load(rows.effectiveRadius), splat(kTouching));
  F32x4 wanted[kMaxManifoldPoints], sum = zero;
  Vec3x4 spinA{zero, zero, zero}, spinB = spinA;
  for (int i = 0; i < rows.pointCount; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const Vec3x4 jacobianA = load(point.jacobianA), jacobianB = load(point.jacobianB);
    const F32x4 old = load(rows.impulse[i]), v = along + relativeAngularVelocity(p, jacobianA, jacobianB) + load(kinematic.velocity[i]);
    wanted[i] = responseOf(load(rows.separation[i]), tolerance, load(point.mass), old, rows.softness, context, biased).change(v);
    sum = sum + wanted[i];
    spinA = spinA + jacobianA * wanted[i];
    spinB = spinB + jacobianB * wanted[i];
  }
  F32x4 alone = zero, together = splat(1e-30f);
  for (int i = 0; i < rows.pointCount; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const F32x4 mass = load(point.mass);
    alone = alone + ((mass > zero) & (wanted[i] * wanted[i] / mass));
    together = together + wanted[i] * (sum * inverseMass + (dot(load(point.jacobianA), spinA) + dot(load(point.jacobianB), spinB)));
  }
  const F32x4 share = min(alone / together, splat(1.0f));
  NormalImpulse result{zero, zero};
  for (int i = 0; i < rows.pointCount; ++i) {
    const F32x4 old = load(rows.impulse[i]), next = old + wanted[i] * share, delta = next - old;
    store(rows.impulse[i], next);
    applyAngularImpulse(p, load(rows.points[i].jacobianA), load(rows.points[i].jacobianB), delta);
    result.added = result.added + delta;
    result.change = max(result.change, abs(delta));
  }
  return result;
}

}  // namespace

void updateSeparations(ContactConstraintWide& rows, const SolverBody* bodies, const SubstepContext& context) {
  const Vec3x4 dA = gather(bodies, rows.a, &SolverBody::displacement).v, dB = gather(bodies, rows.b, &SolverBody::displacement).v;
  const Vec3x4 thA = gather(bodies, rows.a, &SolverBody::scaledRotation).v, thB = gather(bodies, rows.b, &SolverBody::scaledRotation).v;
  const F32x4 along = dot(load(rows.normal), dB - dA);
  const KinematicVelocity& kinematic = context.kinematicVelocities[rows.kinematicVelocity];
  for (int i = 0; i < rows.pointCount; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const F32x4 turned = dot(load(point.jacobianB), thB) - dot(load(point.jacobianA), thA);
    store(rows.separation[i], load(point.referenceSeparation) + along + turned + load(kinematic.displacement[i]));
  }
}

F32x4 solveConstraint(ContactConstraintWide& rows, SolverBody* bodies, const SubstepContext& context, bool biased, bool withFriction, bool together) {
  if (context.bodiesMoved) updateSeparations(rows, bodies, context);
  BodyPairVelocity p = gatherVelocities(rows, bodies);
  const KinematicVelocity& kinematic = context.kinematicVelocities[rows.kinematicVelocity];
  const Vec3x4 n = load(rows.normal), velocity = p.vB.v - p.vA.v;
  const F32x4 inverseMass = p.vA.w + p.vB.w, tolerance = splat(biased ? context.slop : kTouching);
  const F32x4 zero = zero4();
  // Of the velocities of the centres the points of a manifold see one number, and change it alike: it is carried along, and what
  // the visit does to the velocities is applied once.
  F32x4 along = dot(n, velocity), added = zero, change = zero;
  Vec3x4 impulse{zero, zero, zero};

  // Friction first: what is solved last is met best, and a stack rather slides by a hair than tilts.
  bool hasFriction = false;
  if (withFriction) {
    F32x4 total = zero;
    for (int i = 0; i < rows.pointCount; ++i) total = total + load(rows.impulse[i]);
    hasFriction = any(total > zero) || hasFrictionImpulse(rows);
    if (hasFriction) {
      const Friction friction = solveFriction(rows, kinematic, p, n, velocity, total);
      impulse = friction.impulse;
      change = friction.change;
    }
  }
  if (together) {
    BodyPairVelocity copy = p;  // so that p stays in registers
    const NormalImpulse result = solveNormalsTogether(rows, copy, along, kinematic, context, biased);
    p = copy;
    added = result.added;
    change = max(change, result.change);
  }
  const int first = together ? rows.pointCount : 0;  // none is left to be solved in turn
  for (int i = first; i < rows.pointCount; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const Vec3x4 jacobianA = load(point.jacobianA), jacobianB = load(point.jacobianB);
    const F32x4 old = load(rows.impulse[i]), v = along + relativeAngularVelocity(p, jacobianA, jacobianB) + load(kinematic.velocity[i]);
    const F32x4 next = old + responseOf(load(rows.separation[i]), tolerance, load(point.mass), old, rows.softness, context, biased).change(v);
    const F32x4 delta = next - old;  // to the bodies goes what the impulse changes by, to the bit
    store(rows.impulse[i], next);
    along = along + delta * inverseMass;
    added = added + delta;
    applyAngularImpulse(p, jacobianA, jacobianB, delta);
    change = max(change, abs(delta));
  }
  if (!hasFriction && !any(change > zero)) return zero;  // points that are apart
  applyLinearImpulse(p, impulse + n * added);
  scatterVelocities(rows, bodies, p);
  return change * inverseMass;
}

}  // namespace tumble
