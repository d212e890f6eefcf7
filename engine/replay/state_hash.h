// A 64-bit hash of everything that decides how a world goes on. Two worlds with equal hashes after every step have run the
// same; native, wasm and every browser must agree.
#pragma once
#include "world/world.h"

namespace tumble {

/// Hash over step count, settings, bodies, broad phase, contacts with their impulses, forces, springs and waiting commands.
/// Numbers enter by their bits.
std::uint64_t stateHash(const World& world);

}  // namespace tumble
