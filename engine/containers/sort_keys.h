// Sorting of 64-bit keys: the sort key in the high half, the index of its element in the low half.
#pragma once
#include <cstdint>

#include "containers/list.h"

namespace tumble {

/// Ascending.
void sortKeys(List<std::uint64_t>& keys);

}  // namespace tumble
