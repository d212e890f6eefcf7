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

/// What presses the patch together.
struct PatchLoad {
  F32x4 normalImpulse;     // N s, over the points
  F32x4 across1, across2;  // m, along the tangents: centre of the patch -> centre of the load
};

/// As the impulses of the points are now: where these share the load of an uneven patch, its centre is not that of the points, and friction there
/// would turn what slides.
inline PatchLoad loadOf(const ContactConstraintWide& constraint) {
  F32x4 total = zero4(), moment1 = zero4(), moment2 = zero4();
  for (int i = 0; i < constraint.pointCount; ++i) {
    const F32x4 impulse = load(constraint.impulse[i]);
    total = total + impulse;
    moment1 = moment1 + impulse * load(constraint.across1[i]);
    moment2 = moment2 + impulse * load(constraint.across2[i]);
  }
  const F32x4 share = splat(1.0f) / max(total, splat(1e-30f));
  return {total, moment1 * share, moment2 * share};
}

/// N m s, about the normal at the centre of the patch, of the impulse (N s, along the tangents) at the centre of the load.
inline F32x4 coupleOf(const PatchLoad& patch, F32x4 impulse1, F32x4 impulse2) {
  return patch.across1 * impulse2 - patch.across2 * impulse1;
}

struct FrictionImpulse {
  Vec3x4 onB;    // N s
  F32x4 change;  // N s, the largest along a tangent
};

/// Friction of a patch: two tangents and the twist about the normal, at the centre of the load on the cone
///     f1^2 + f2^2 + (twist / r_eff)^2 <= (mu N)^2
/// (Goyal, Ruina, Papadopoulos 1991: the limit surface of a patch as an ellipsoid). The patch sticks where the impulse that stops it lies
/// inside. Otherwise it slips: all three rows have one common mass, so that the impulse on the cone points against the slip velocity.
/// N is the accumulated normal impulse, that of the last iteration (Catto 2005). The rows are those of the centre of the patch, d less than
/// that of the load: what acts there has the couple n.(d x f) about the centre of the patch, and velocity v + omega x d.
///
/// impulse: of the three rows, changed; constant: velocity along each that no impulse changes. Changes the angular velocities; the caller
/// applies the linear impulse.
inline FrictionImpulse solveFriction(const ContactConstraintWide& constraint, Lanes* impulse, const Lanes* constant, BodyPairVelocity& p,
                                     Vec3x4 normal, Vec3x4 velocity, const PatchLoad& patch) {
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
  const F32x4 slipMass = load(constraint.slipMass), limit = load(constraint.coefficient) * patch.normalImpulse;

  // Stick: l - m J v
  const F32x4 stick1 = old1 - load(r1.mass) * v1, stick2 = old2 - load(r2.mass) * v2, stick3 = old3 - load(r3.mass) * v3;
  const F32x4 stickTwist = (stick3 - coupleOf(patch, stick1, stick2)) * inverseRadius;
  const M32x4 sticks = stick1 * stick1 + stick2 * stick2 + stickTwist * stickTwist <= limit * limit;

  F32x4 new1 = stick1, new2 = stick2, new3 = stick3;
  if (!all(sticks)) {
    // Slip: the same with the common mass, scaled onto the cone
    const F32x4 slip1 = old1 - slipMass * (v1 - patch.across2 * v3), slip2 = old2 - slipMass * (v2 + patch.across1 * v3);
    const F32x4 slip3 = (old3 - coupleOf(patch, old1, old2)) * inverseRadius - slipMass * radius * v3;
    const F32x4 sizeSquared = slip1 * slip1 + slip2 * slip2 + slip3 * slip3;
    const F32x4 size = sqrt(max(sizeSquared, splat(1e-30f)));
    const F32x4 scale = min(limit / size, splat(1.0f));
    new1 = select(sticks, stick1, slip1 * scale);
    new2 = select(sticks, stick2, slip2 * scale);
    new3 = select(sticks, stick3, slip3 * scale * radius + coupleOf(patch, new1, new2));
  }
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
