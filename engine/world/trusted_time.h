// The time for which the contact points of a pair cover every impact between the two (divide_step.h has the derivation).
#pragma once
#include <cstdint>

#include "colliders/collider.h"

namespace tumble {

/// True when the approach of the two in `time` seconds is within the distance to which contact points are trusted.
bool isSlow(const ColliderStore& store, std::uint32_t i, std::uint32_t j, float time);
/// s. Of pairs that are not of boxes and spheres at most `most`.
double trustedTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, double most);
/// s, at most `most`. The time for which the lever of a contact of a round shape stays about where it is. `normal`: from i to j.
double trustedRollingTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, Vec3 normal, double most);

}  // namespace tumble
