#include "containers/sort_keys.h"

#include <algorithm>

namespace tumble {

void sortKeys(List<std::uint64_t>& keys) {
  if (std::is_sorted(keys.begin(), keys.end())) return;
  std::make_heap(keys.begin(), keys.end());  // a fraction of the code of std::sort
  std::sort_heap(keys.begin(), keys.end());
}

}  // namespace tumble
