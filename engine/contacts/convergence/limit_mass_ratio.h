// The mass ratio of bodies that are pushed apart, limited where something immovable holds them.
//
// A cube of a gram under a block of a tonne is pushed into the ground by the block, and back by the ground: the block rises by a millionth of the
// overlap in each sweep. Pushes change no momentum, and what stands on the ground has no centre of mass to keep: after kSweepsByMass sweeps the
// lighter of two such bodies moves at most kPushMassRatio times as far as the heavier one. (E. Guendelman, R. Bridson, R. Fedkiw, "Nonconvex rigid
// bodies with stacking", 2003, make the lower body of a contact immovable for the same reason.) Floating bodies keep their masses, and so does what joints hold.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// No limit.
constexpr float kAnyMassRatio = 1e30f;

/// The bodies of a row: shares, at most 1, of what they move by their masses, and the common mass (kg) with these.
struct LimitedMasses {
  F32x4 shareA, shareB, mass;
};

/// byA, byB: 1/kg, what the bodies move along the row by their masses; of an immovable one 0.
inline LimitedMasses limitMassRatio(F32x4 byA, F32x4 byB, F32x4 ratio) {
  const auto share = [&](F32x4 own, F32x4 other) {
    const F32x4 most = other * ratio;
    return select((other > zero4()) & (own > most), most / own, splat(1));
  };
  const F32x4 shareA = share(byA, byB), shareB = share(byB, byA);
  return {shareA, shareB, splat(1) / (shareA * byA + shareB * byB)};
}

/// Sets Push::massRatio of the contacts between bodies that an immovable one pushed, directly or through others.
void limitMassRatios(ContactSolver& solver);

}  // namespace tumble
