// The time for which the contact points of a pair cover every impact between the two (divide_step.h has the derivation).
#pragma once
#include <cstdint>

#include "colliders/collider.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// True when the approach of the two in `time` seconds is within the distance to which contact points are trusted.
bool isSlow(const ColliderStore& store, std::uint32_t i, std::uint32_t j, float time);
/// s. Of pairs that are not of boxes and spheres at most `most`.
double trustedTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, double most);
/// s, at most `most`. The time in which neither of the two turns by more than kContactTurn, or they cannot meet; `most` for boxes and spheres.
double trustedTurningTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, double most);
/// s, at most `most`. The time for which what rolls goes on to bear where the manifold says: a round shape on a point, a hull on its vertices.
double trustedRollingTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, const Manifold& manifold, double most);

}  // namespace tumble
