#include "replay/state_hash.h"

#include <cassert>

#include "replay/state_fields.h"

namespace tumble {

std::uint64_t stateHash(const World& world) {
  Archive archive = Archive::hashing();
  visitState(archive, const_cast<World&>(world));
  assert(archive.succeeded() && "a number of the state is not finite");
  return archive.hash();
}

}  // namespace tumble
