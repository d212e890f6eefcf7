// Friction of a contact constraint, four contacts wide: the rows of its two tangents and of the twist about the normal.
#pragma once
#include "contacts/constraints/solve_constraint.h"

namespace tumble {

/// N s, over the points.
inline F32x4 totalNormalImpulse(const ContactConstraintWide& constraint) {
  F32x4 total = zero4();
  for (int i = 0; i < constraint.pointCount; ++i) total = total + load(constraint.impulse[i]);
  return total;
}

struct FrictionImpulse {
  Vec3x4 onB;    // N s
  F32x4 change;  // N s, the largest along a tangent
};

/// Friction of a patch: two tangents and the twist about the normal, on the cone
///     f1^2 + f2^2 + (twist / r_eff)^2 <= (mu N)^2
/// (Goyal, Ruina, Papadopoulos 1991: the limit surface of a patch as an ellipsoid). The patch sticks where the impulse that stops it lies
/// inside. Otherwise it slips: all three rows have one common mass, so that the impulse on the cone points against the slip velocity.
/// N is the accumulated normal impulse, that of the last iteration (Catto 2005).
///
/// impulse: of the three rows, changed; constant: velocity along each that no impulse changes. Changes the angular velocities; the caller
/// applies the linear impulse.
inline FrictionImpulse solveFriction(const ContactConstraintWide& constraint, Lanes* impulse, const Lanes* constant, BodyPairVelocity& p,
                                     Vec3x4 normal, Vec3x4 velocity, F32x4 normalImpulse) {
  const Vec3x4 t1 = load(constraint.tangent), t2 = cross(normal, t1);
  const FrictionConstraintRow &r1 = constraint.friction[0], &r2 = constraint.friction[1], &r3 = constraint.friction[2];
  const Vec3x4 a1 = load(r1.jacobianA), b1 = load(r1.jacobianB), a2 = load(r2.jacobianA), b2 = load(r2.jacobianB);
  const Vec3x4 a3 = load(r3.jacobianA), b3 = load(r3.jacobianB);
  // J v
  const F32x4 v1 = dot(t1, velocity) + relativeAngularVelocity(p, a1, b1) + load(constant[0]);
  const F32x4 v2 = dot(t2, velocity) + relativeAngularVelocity(p, a2, b2) + load(constant[1]);
  const F32x4 v3 = relativeAngularVelocity(p, a3, b3) + load(constant[2]);
  const F32x4 old1 = load(impulse[0]), old2 = load(impulse[1]), old3 = load(impulse[2]);
  const F32x4 radius = load(constraint.effectiveRadius), inverseRadius = load(constraint.inverseEffectiveRadius);
  const F32x4 slipMass = load(constraint.slipMass), limit = load(constraint.coefficient) * normalImpulse;

  // Stick: l - m J v
  const F32x4 stick1 = old1 - load(r1.mass) * v1, stick2 = old2 - load(r2.mass) * v2, stick3 = old3 - load(r3.mass) * v3;
  const F32x4 stickTwist = stick3 * inverseRadius;
  const M32x4 sticks = stick1 * stick1 + stick2 * stick2 + stickTwist * stickTwist <= limit * limit;

  // Slip: the same with the common mass, scaled onto the cone
  const F32x4 slip1 = old1 - slipMass * v1, slip2 = old2 - slipMass * v2, slip3 = old3 * inverseRadius - slipMass * radius * v3;
  const F32x4 sizeSquared = slip1 * slip1 + slip2 * slip2 + slip3 * slip3;
  const F32x4 size = sqrt(max(sizeSquared, splat(1e-30f)));
  const F32x4 scale = min(limit / size, splat(1.0f));
  const F32x4 new1 = select(sticks, stick1, slip1 * scale), new2 = select(sticks, stick2, slip2 * scale);
  const F32x4 new3 = select(sticks, stick3, slip3 * scale * radius);
  store(impulse[0], new1);
  store(impulse[1], new2);
  store(impulse[2], new3);
  const F32x4 d1 = new1 - old1, d2 = new2 - old2;
  applyAngularImpulse(p, a1, b1, d1);
  applyAngularImpulse(p, a2, b2, d2);
  applyAngularImpulse(p, a3, b3, new3 - old3);
  return {t1 * d1 + t2 * d2, max(abs(d1), abs(d2))};
}

}  // namespace tumble
