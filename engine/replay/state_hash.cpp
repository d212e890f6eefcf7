#include "replay/state_hash.h"

#include "assertion.h"
#include "replay/state_fields.h"

namespace tumble {

std::uint64_t stateHash(const World& world) {
  Archive archive = Archive::hashing();
  visitState(archive, const_cast<World&>(world));
  TUMBLE_ASSERT(archive.succeeded(), "the numbers of a state are finite");
  return archive.hash();
}

}  // namespace tumble
