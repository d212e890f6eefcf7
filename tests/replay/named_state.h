// The hashed state of a world as text: every field by its name and value, in the order of the state hash.
#pragma once
#include <string>
#include <vector>

#include "world/world.h"

namespace tumble::replay {

/// "bodies.bodies[3].v", "[0, -9.8099999999999987, 0]": as many digits as tell any two numbers apart.
struct NamedField {
  std::string path, value;
};

/// Fields that are serialized without being hashed are left out.
std::vector<NamedField> namedState(World& world);

}  // namespace tumble::replay
