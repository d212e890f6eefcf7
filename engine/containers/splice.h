// Removes elements from lists that are in the order of one sorted list of keys, and makes room for new ones, in place. Elements between two changes
// are moved as one block, so a few changes of a long list cost little more than the move.
#pragma once
#include "containers/list.h"

namespace tumble {

/// The plan for each of the lists: list.moveRuns(runs, count), then write the new elements at comeTo.
struct Splice {
  List<ListRun> runs;            // ascending
  List<std::uint32_t> goneFrom;  // old indices of the removed elements
  List<std::uint32_t> comeTo;    // new indices of the added elements
  std::uint32_t count = 0;       // of elements, afterwards
};

/// All three lists ascend. `gone` may name keys that do not exist; a key in both `gone` and `come` is replaced.
void planSplice(Splice& splice, std::span<const std::uint64_t> keys, std::span<const std::uint64_t> gone,
                std::span<const std::uint64_t> come);

}  // namespace tumble
