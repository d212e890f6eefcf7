// Disjoint sets (R. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975; path halving after T. van Leeuwen
// and J. van der Weide, 1977). The name of a set is its lowest member, so it does not depend on the order of the unions.
#pragma once
#include <cstdint>

#include "assertion.h"
#include "containers/list.h"

namespace tumble {

class UnionFind {
 public:
  /// Every member alone.
  void reset(std::uint32_t count) {
    parent_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) parent_[i] = i;
  }
  std::uint32_t find(std::uint32_t i) {
    TUMBLE_ASSERT(i < parent_.size(), "a member of a set is one of those it was reset to");
    while (parent_[i] != i) {
      parent_[i] = parent_[parent_[i]];
      i = parent_[i];
    }
    return i;
  }
  void unite(std::uint32_t i, std::uint32_t j) {
    i = find(i);
    j = find(j);
    if (i < j) parent_[j] = i;
    else parent_[i] = j;
  }

 private:
  List<std::uint32_t> parent_;
};

}  // namespace tumble
