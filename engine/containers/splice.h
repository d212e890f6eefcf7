// Takes elements out of lists that lie in the order of one sorted list of keys, and makes room for new ones, in place: what lies
// between two changes is moved as one block, so that a few changes of a long list cost little more than the move.
#pragma once
#include "containers/list.h"

namespace tumble {

/// What to do with each of the lists: list.moveRuns(runs, count), and then write what came.
struct Splice {
  List<ListRun> runs;            // ascending
  List<std::uint32_t> goneFrom;  // where those of the gone are that there are
  List<std::uint32_t> comeTo;    // where those that come will be
  std::uint32_t count = 0;       // of elements, afterwards
};

/// All three ascend. What is in both `gone` and `come` is replaced.
void planSplice(Splice& splice, std::span<const std::uint64_t> keys, std::span<const std::uint64_t> gone, std::span<const std::uint64_t> come);

}  // namespace tumble
