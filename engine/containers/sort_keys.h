// Sorting numbers, once for all who sort by a key: the key in the high half, the place of what it stands for in the low half.
#pragma once
#include <cstdint>

#include "containers/list.h"

namespace tumble {

/// Ascending.
void sortKeys(List<std::uint64_t>& keys);

}  // namespace tumble
