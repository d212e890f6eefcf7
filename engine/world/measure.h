// Measures: energy, momentum, angular momentum, of one body and of the whole world.
#pragma once
#include "world/world.h"

namespace tumble {

struct Energy {
  double linear = 0;      // J, m v^2 / 2
  double rotational = 0;  // J, L.omega / 2
  double potential = 0;   // J: -m g.x and that of the lasting forces (forces/evaluate.h) and of springs in joints
};

struct Measures {
  Energy energy;
  Vec3 momentum;         // kg m/s
  Vec3 angularMomentum;  // kg m^2/s, about the world's origin: sum of x x m v + L
};

/// Energy of one body. Each of two dynamic bodies has half of the potential energy of a spring between them. A pointer spring and a servo have none: they
/// do work.
Energy energyOf(const World& world, std::uint32_t bodyIndex);
/// Sum over the dynamic bodies.
Measures measure(const World& world);

}  // namespace tumble
