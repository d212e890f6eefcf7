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

/// 1. The dent of the limit surface, in whose units x and y are the impulses across and about the normal: x^2 + y^2 + kDent x^2 y^2 = 1. Of a disc that is
/// pressed evenly it is right to 1.5 % for all slips (Z. Farkas et al., "Frictional coupling between sliding and spinning motion", 2003). The ellipsoid
/// of Goyal et al. brakes a slow disc that spins fast half as much again.
constexpr float kDent = 0.6f;
/// 1. x^2 + y^2 up to which a point is inside for sure.
constexpr float kInside = 0.88f;

/// Shares of x^2 and y^2.
struct LimitPoint {
  F32x4 across, about;
};

/// The point of the limit surface at which its normal has these shares. Two rounds are right to 1 %.
inline LimitPoint limitPointOf(F32x4 across, F32x4 about) {
  const F32x4 one = splat(1.0f), dent = splat(kDent);
  LimitPoint point{across, about};
  for (int round = 0; round < 2; ++round) {
    const F32x4 a = one / (one + dent * point.about), b = one / (one + dent * point.across);
    const F32x4 x = across * a * a, y = about * b * b, sum = x + y;
    const F32x4 scale = splat(2.0f) / max(sum + sqrt(sum * sum + splat(4.0f) * dent * x * y), splat(1e-30f));
    point = {x * scale, y * scale};
  }
  return point;
}

struct FrictionImpulse {
  Vec3x4 onB;    // N s
  F32x4 change;  // N s, the largest along a tangent
};

/// Friction of a patch: two tangents and the twist about the normal, at the centre of the load on the cone
///     x^2 + y^2 + kDent x^2 y^2 <= 1, x^2 = (f1^2 + f2^2) / (mu N)^2, y = twist / (r_eff mu N)
/// (S. Goyal, A. Ruina, J. Papadopoulos 1991: the limit surface of a patch). The patch sticks where the impulse that stops it lies inside. Otherwise it slips:
/// all three rows have one common mass, so that the normal of the surface at the impulse points against the slip velocity.
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
  const F32x4 limitSquared = limit * limit, stickAcross = stick1 * stick1 + stick2 * stick2, stickAbout = stickTwist * stickTwist;
  M32x4 sticks = stickAcross + stickAbout <= splat(kInside) * limitSquared;

  F32x4 new1 = stick1, new2 = stick2, new3 = stick3;
  if (!all(sticks)) {
    const F32x4 one = splat(1.0f), dent = splat(kDent), small = splat(1e-30f), perLimit = one / max(limitSquared, small);
    const auto isInside = [&](F32x4 across, F32x4 about) { return across + about + dent * across * (about * perLimit) <= limitSquared; };
    sticks = isInside(stickAcross, stickAbout);
    // Slip: the same with the common mass; where that is outside, the point of the surface whose normal it has, from the normal at the old impulse on
    const F32x4 oldTwist = (old3 - coupleOf(patch, old1, old2)) * inverseRadius;
    const F32x4 change1 = slipMass * (v1 - patch.across2 * v3), change2 = slipMass * (v2 + patch.across1 * v3),
                change3 = slipMass * radius * v3;
    const F32x4 part1 = old1 - change1, part2 = old2 - change2, part3 = oldTwist - change3;
    const M32x4 isPart = isInside(part1 * part1 + part2 * part2, part3 * part3);
    const F32x4 tilt = one + dent * min(oldTwist * oldTwist * perLimit, one),
                tiltTwist = one + dent * min((old1 * old1 + old2 * old2) * perLimit, one);
    const F32x4 slip1 = old1 * tilt - change1, slip2 = old2 * tilt - change2, slip3 = oldTwist * tiltTwist - change3;
    const F32x4 slipAcross = slip1 * slip1 + slip2 * slip2, slipAbout = slip3 * slip3, perSize = one / max(slipAcross + slipAbout, small);
    const LimitPoint point = limitPointOf(slipAcross * perSize, slipAbout * perSize);
    const F32x4 scale = limit * sqrt(point.across / max(slipAcross, small)), scaleTwist = limit * sqrt(point.about / max(slipAbout, small));
    new1 = select(sticks, stick1, select(isPart, part1, slip1 * scale));
    new2 = select(sticks, stick2, select(isPart, part2, slip2 * scale));
    new3 = select(sticks, stick3, select(isPart, part3, slip3 * scaleTwist) * radius + coupleOf(patch, new1, new2));
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
