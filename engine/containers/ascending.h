// Order of sorted lists.
#pragma once
#include <cstddef>

namespace tumble {

/// True when each element is less than the next one: sorted, and none twice.
template <class List> bool isAscending(const List& list) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (!(list[i - 1] < list[i])) return false;
  }
  return true;
}

}  // namespace tumble
