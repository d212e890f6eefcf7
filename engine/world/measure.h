// Measures: energy, momentum, angular momentum, of one body and of the whole world.
#pragma once
#include "world/world.h"

namespace tumble {

struct Energy {
  double linear = 0;      // J, m v^2 / 2
  double rotational = 0;  // J, L.omega / 2
  double potential = 0;   // J: -m g.x and that of the lasting forces (forces/evaluate.h)
};

struct Measures {
  Energy energy;
  Vec3 momentum;         // kg m/s
  Vec3 angularMomentum;  // kg m^2/s, about the world's origin: sum of x x m v + L
};

/// Of one body. The potential energy of a spring between two dynamic bodies is told half to each. A hand that pulls (the pointer
/// spring) is outside: what it does shows as work.
Energy energyOf(const World& world, std::uint32_t bodyIndex);
/// Sum over the dynamic bodies.
Measures measure(const World& world);

}  // namespace tumble
