#include "replay/state_hash.h"

#include "replay/state_fields.h"

namespace tumble {

std::uint64_t stateHash(const World& world) {
  Archive archive = Archive::hashing();
  visitState(archive, const_cast<World&>(world));
  return archive.hash();
}

}  // namespace tumble
